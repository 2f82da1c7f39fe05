// NDJSON: one JSON object a line. A kept record is its own slice of the input.
import { isUtf8 } from 'node:buffer'
import type { Native } from '../record/batch.js'
import { Bytes } from '../record/bytes.js'
import { badRecord, type Fault } from '../record/fault.js'
import { type Cleared, Sealed } from '../record/gate.js'
import { isSpace, skipString } from '../record/json.js'
import { Lines } from '../record/lines.js'
import { type LineTable, MAX_DEPTH } from '../record/scan.js'
import type { Decoding, Format } from '../registry/format.js'
import type { Source } from '../registry/ports.js'
import { fieldAt } from './broken.js'
import { LineReader } from './ndjson/reader.js'
import { wantedOf } from './wanted.js'

const LF = 0x0a
const NOTHING = new Uint8Array(0)
/** From this size on a slice goes out as it lies, without being copied first. */
const WHOLE = 1 << 16

const ndjson: Format = {
  summary: 'one JSON object a line',
  sniff: (head) => {
    const first = head.find((byte) => !isSpace(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf)
    return first === undefined || first === 0x7b
  },
  decode,
  encode,
}
export default ndjson

async function* decode(source: Source, { needs, reject }: Decoding): AsyncIterable<Sealed> {
  const wanted = wantedOf(needs)
  const reader = new LineReader(source, wanted)
  const file = source.name
  let before = 0
  const seal = (table: LineTable, from: number, tail?: Uint8Array): Sealed => {
    const head = reader.mark
    reader.mark = undefined
    const ends = { ...(head && { head }), ...(tail && { tail }) }
    return new Sealed(new Lines({ bytes: reader.block, table, wanted, file, format: 'ndjson', from, before, ...ends }))
  }
  while (await reader.next()) {
    while (reader.from < reader.to) {
      const from = reader.from
      const table = reader.scan()
      if (table.count > 0) {
        yield seal(table, from)
        before += table.count + table.blanks
        continue
      }
      const line = nextLine(reader)
      if (line === undefined) break
      before += line.blanks + 1
      const bytes = reader.block.subarray(line.start, line.end)
      reject(whatBroke(bytes, table.broken - line.start, file, before, reader.isEnd(line.end)), bytes)
      reader.from = line.end
    }
  }
  // Blank lines after the last record, and a mark before none, go out as they came.
  if (reader.from < reader.to || reader.mark !== undefined) {
    const tail = Buffer.concat([reader.mark ?? NOTHING, reader.block.subarray(reader.from, reader.to)])
    reader.mark = undefined
    reader.from = reader.to
    yield seal(reader.scan(), reader.to, tail)
  }
}

interface Line {
  readonly start: number
  readonly end: number
  readonly blanks: number
}

/** The first line from where the reader stands that is not blank. */
function nextLine(reader: LineReader): Line | undefined {
  let blanks = 0
  for (let start = reader.from; start < reader.to; blanks++) {
    const end = reader.lineEnd(start)
    if (!reader.block.subarray(start, end).every(isSpace)) return { start, end, blanks }
    start = end
  }
  return undefined
}

/** Says what is wrong with a line that could not be scanned; `at` is the offset where it broke. */
function whatBroke(line: Buffer, at: number, file: string, n: number, last: boolean): Fault {
  const place = { file, unit: 'line', n } as const
  if (!isUtf8(line)) return badRecord(place, 'expected UTF-8')
  const start = line.findIndex((byte) => !isSpace(byte))
  if (line[start] !== 0x7b) return badRecord(place, 'expected a JSON object')
  if (depthAt(line, at) >= MAX_DEPTH) return badRecord(place, `nested deeper than ${MAX_DEPTH - 1} levels`)
  const field = fieldAt(line, start, at)
  const end = line.length - (line[line.length - 1] === LF ? 1 : 0)
  if (at >= end || line.subarray(at, end).every(isSpace))
    return badRecord(place, last ? 'the file ends within this record' : 'the line ends within the record', field)
  return badRecord(place, `expected JSON, it breaks off at byte ${at + 1} of the line`, field)
}

/** How many brackets are open after the byte at `at`. */
function depthAt(line: Buffer, at: number): number {
  let depth = 0
  for (let i = 0; i <= at; i++) {
    const byte = line[i]
    if (byte === 0x22) i = skipString(line, i) - 1
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return depth
}

async function* encode(batches: AsyncIterable<Cleared>): AsyncIterable<Uint8Array> {
  const out = new LineWriter()
  for await (const batch of batches) {
    if (batch.native?.format === 'ndjson') out.native(batch.native)
    else {
      await batch.load()
      for (let i = 0; i < batch.size; i++) out.record(batch, i)
    }
    yield* out.take()
  }
}

/** Gathers small slices in one buffer and passes large ones on as they lie. */
class LineWriter {
  readonly #out = new Bytes()
  #parts: (Uint8Array | [start: number, end: number])[] = []
  #from = 0
  #begun = false
  #lineOpen = false

  record(batch: Cleared, i: number): void {
    this.#separate()
    batch.json(i, this.#out)
    this.#out.byte(LF)
  }

  native({ head, tail, runs }: Native): void {
    runs((bytes, start, end) => {
      // A byte-order mark is one only at the very beginning.
      if (!this.#begun) this.#out.slice(head)
      this.#separate()
      this.#lineOpen = bytes[end - 1] !== LF
      if (end - start < WHOLE) this.#out.slice(bytes, start, end)
      else {
        this.#close()
        this.#parts.push(bytes.subarray(start, end))
      }
    })
    if (tail.length === 0) return
    this.#separate()
    this.#out.slice(tail)
    this.#lineOpen = tail[tail.length - 1] !== LF
  }

  #separate(): void {
    this.#begun = true
    if (this.#lineOpen) this.#out.byte(LF)
    this.#lineOpen = false
  }

  #close(): void {
    if (this.#out.length > this.#from) this.#parts.push([this.#from, this.#out.length])
    this.#from = this.#out.length
  }

  *take(): Iterable<Uint8Array> {
    this.#close()
    const view = this.#out.view()
    for (const part of this.#parts) yield Array.isArray(part) ? view.subarray(part[0], part[1]) : part
    this.#parts = []
    this.#out.clear()
    this.#from = 0
  }
}
