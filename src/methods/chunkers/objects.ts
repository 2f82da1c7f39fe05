// Chunks as objects, for callers in the same process.
import { Offsets } from '../../text/offsets.js'
import { type Family, markLength, paragraphs } from './locate.js'

/** A chunk of a document, in order: fields as `sluice chunk` writes them. `text` is `source.slice(start, end)` by code points. */
export interface ChunkRecord {
  readonly chunk_id: string
  readonly doc_id: string
  readonly text: string
  readonly source_locator: string
  readonly para_start: number
  readonly para_end: number
  readonly start: number
  readonly end: number
  readonly byte_start: number
  readonly byte_end: number
  readonly seq: number
  readonly heading?: string
  readonly heading_path?: readonly string[]
  readonly parent_id?: string
  readonly parent_locator?: string
  readonly parent_chunks?: number
  readonly window_text?: string
}

/** The chunks of a document with its id. */
export function recordsOf(id: string, text: string, families: Iterable<Family>): ChunkRecord[] {
  const records: ChunkRecord[] = []
  const at = new Offsets(text)
  const mark = markLength(text)
  let parents = 0
  for (const { parent, chunks } of families) {
    const parentId = parent === undefined ? undefined : `${id}#s${parents++}`
    for (const { start, end, first, last, section, window } of chunks) {
      const seq = records.length
      at.seek(start)
      const [chars, bytes] = [at.chars, at.bytes]
      at.seek(end)
      const record: Writable<ChunkRecord> = {
        chunk_id: `${id}#c${seq}`,
        doc_id: id,
        text: text.slice(start, end),
        source_locator: `${id}#${paragraphs(first, last)}`,
        para_start: first + 1,
        para_end: last + 1,
        start: chars - mark,
        end: at.chars - mark,
        byte_start: bytes,
        byte_end: at.bytes,
        seq,
      }
      if (section?.heading !== undefined) record.heading = section.heading
      if (section !== undefined) record.heading_path = section.path
      if (parentId !== undefined) record.parent_id = parentId
      const around = window ?? parent
      if (around !== undefined) {
        record.parent_locator = `${id}#${paragraphs(around.first, around.last)}`
        record.parent_chunks = chunks.length
      }
      if (window !== undefined) record.window_text = text.slice(window.start, window.end)
      records.push(record)
    }
  }
  return records
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }
