// The library face: cut documents into chunks, read records from a file through the gate, and sift them.
import { decode } from './cli/pipeline.js'
import { settle } from './cli/settings.js'
import { formatByName } from './formats/index.js'
import { openSource } from './io/source.js'
import type { Sizes } from './methods/chunkers/chunker.js'
import { chunkers } from './methods/chunkers/index.js'
import { familiesOf } from './methods/chunkers/locate.js'
import { type ChunkRecord, recordsOf } from './methods/chunkers/objects.js'
import { Narrowing } from './methods/filters/narrowing.js'
import { parseFilterFile, parseWhere } from './methods/filters/parse.js'
import type { Row } from './record/batch.js'
import { usage } from './record/fault.js'
import { Gate } from './record/gate.js'
import { Flags } from './registry/options.js'
import { frontMatter } from './text/front-matter.js'
import { measureOf } from './text/units.js'

export type { ChunkRecord } from './methods/chunkers/objects.js'
export type { Narrowing } from './methods/filters/narrowing.js'
export type { Row } from './record/batch.js'
export { type At, Fault } from './record/fault.js'
export { Path } from './record/path.js'
export { type Fields, Num, type Struct, type Value } from './record/value.js'

export interface ReadOptions {
  /** `ndjson json csv tsv parquet arrow trec`; default by the file's ending, then by its first bytes. */
  readonly from?: string
  /** Labels that restrict besides RESTRICTED; none can be taken away. */
  readonly restrictedLabels?: readonly string[]
  /** Fields that hold labels besides `sensitivity`. */
  readonly labelFields?: readonly string[]
  /** What a record without a label is; default `open`. */
  readonly unlabelled?: 'open' | 'restricted'
}

/**
 * The records of a file (`-` is standard input), in order, without the restricted ones. Every row owns its bytes.
 * Throws a `Fault` with the command line's exit code: 3 for a record or file that cannot be read.
 */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<Row> {
  const { policy } = settle(
    new Flags({
      restrictedLabel: options.restrictedLabels,
      labelField: options.labelFields,
      unlabelled: options.unlabelled,
    }),
    undefined,
    false,
  )
  const gate = new Gate(policy)
  const source = openSource(file)
  const reject = (fault: Error): void => {
    throw fault
  }
  try {
    const how = { needs: { paths: gate.paths, labels: gate.names }, reject }
    for await (const sealed of await decode(source, options.from ?? formatByName(file), how)) {
      const batch = gate.admit(sealed)
      await batch.load()
      for (let i = 0; i < batch.size; i++) yield batch.row(i)
    }
  } finally {
    source.close()
  }
}

/**
 * A filter from conditions as the command line writes them (`'lang eq en'`; all must hold), or from one text with the JSON
 * of a filter file. Throws a `Fault` (code 2) that says what is wrong.
 */
export async function parseFilter(...conditions: readonly string[]): Promise<Narrowing> {
  const reading = { path: settle(new Flags({}), undefined, false).path, compareAsText: false }
  const parts = conditions.map((text) =>
    text.trimStart().startsWith('{') ? parseFilterFile(text, 'filter', reading) : parseWhere(text, reading),
  )
  return new Narrowing({ combine: 'and', parts: await Promise.all(parts) })
}

/** The records that satisfy a filter, in order. */
export async function* filter(records: AsyncIterable<Row> | Iterable<Row>, narrowing: Narrowing): AsyncGenerator<Row> {
  for await (const record of records) if (narrowing.keeps(record)) yield record
}

export interface ChunkOptions {
  /** `default layout parent_child sentence_window semantic laws qa book`. */
  readonly strategy?: string
  /** No chunk is larger; default 480. */
  readonly max?: number
  /** So much may stand again at the start of the next, in whole paragraphs; below `max`; default 0. */
  readonly overlap?: number
  /** `chars` (code points, the default), `words`, `bytes`, `tokens` (of o200k_base). */
  readonly unit?: string
  readonly markup?: 'markdown' | 'text'
}

/** The chunks of one document; front matter of Markdown is in none. Throws a `Fault` (code 2) for a strategy that there is not. */
export async function chunk(
  document: { readonly doc_id: string; readonly text: string },
  { strategy = 'default', max = 480, overlap = 0, unit = 'chars', markup = 'text' }: ChunkOptions = {},
): Promise<ChunkRecord[]> {
  if (!(Number.isInteger(max) && Number.isInteger(overlap) && overlap >= 0 && overlap < max))
    throw usage('max and overlap: expected whole numbers with 0 <= overlap < max')
  const sizes: Sizes = { max, overlap, measure: await measureOf(unit, 'o200k_base'), window: 3, parent: 'section' }
  const chunker = await chunkers.load(strategy)
  const { doc_id: id, text } = document
  const markdown = markup === 'markdown'
  const body = markdown ? (frontMatter(text)?.end ?? 0) : 0
  return recordsOf(id, text, familiesOf({ text, markdown, body }, chunker, sizes, false))
}
