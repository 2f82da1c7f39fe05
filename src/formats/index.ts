// The formats. A file is known by the ending of its name, then by its first bytes.
import type { Format } from '../registry/format.js'
import { registry } from '../registry/registry.js'

/** In the order in which first bytes are tried. */
export const formats = registry<Format>('format', {
  ndjson: () => import('./ndjson.js'),
  json: () => import('./json.js'),
  parquet: () => import('./parquet.js'),
  arrow: () => import('./arrow.js'),
  trec: () => import('./trec.js'),
  csv: () => import('./csv.js'),
  tsv: () => import('./tsv.js'),
})

/** Endings that are not a dot and the format's name. */
const endings: Readonly<Record<string, string>> = {
  jsonl: 'ndjson',
  pq: 'parquet',
  feather: 'arrow',
  arrows: 'arrow',
  ipc: 'arrow',
  run: 'trec',
}

/** The format that a file's name tells, compression's ending left aside; undefined when it tells none. */
export function formatByName(file: string): string | undefined {
  const ending = /\.([a-z0-9]+)(?:\.(?:gz|zst))?$/i.exec(file)?.[1]?.toLowerCase() ?? ''
  if (formats.has(ending)) return ending
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined
}

/** The format that the first bytes of a file tell; undefined when they tell none. */
export async function formatByContent(head: Uint8Array): Promise<string | undefined> {
  for (const name of formats.names) if ((await formats.load(name)).sniff?.(head) === true) return name
  return undefined
}

/** Whether a file's name tells that it is a document: one text, for commands that take such. */
export const isDocument = (file: string): boolean => /\.(md|markdown|mdx|txt)(\.(gz|zst))?$/i.test(file)

/** The format of documents, which is on no list: only some commands take it. */
export const documents = async (): Promise<Format> => (await import('./document.js')).default
