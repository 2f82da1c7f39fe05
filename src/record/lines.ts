// A batch of JSON records in a block of bytes, with the table that a scan made of it. Fields are read where they stand.
import type { Batch, Field, LabelNames, Native, Row } from './batch.js'
import { Bytes } from './bytes.js'
import type { At } from './fault.js'
import type { IdSet } from './ids.js'
import { digBytes, findIn, isSpace, parseValue, skipString, skipValue } from './json.js'
import { JsonRow } from './json-row.js'
import { isBoundary, type LabelVisit, labelsIn } from './labels.js'
import type { Path } from './path.js'
import { LABEL_WIDTH, type LineTable, type Wanted } from './scan.js'
import type { Spans } from './splice.js'
import type { Value } from './value.js'

/** The block, its table, and what is known of the file they come from. */
export interface Scanned {
  readonly bytes: Buffer
  readonly table: LineTable
  readonly wanted: Wanted
  readonly file: string
  /** `ndjson` counts lines, `json` counts items of an array. */
  readonly format: 'ndjson' | 'json'
  /** Offset of the first byte of this scan (of an array: the end of the item before), and how many lines or items come before. */
  readonly from: number
  readonly before: number
  readonly head?: Uint8Array
  readonly tail?: Uint8Array
}

const NOTHING = new Uint8Array(0)

export class Lines implements Batch {
  readonly size: number
  readonly native: Native
  readonly #rows: Int32Array | undefined

  constructor(
    readonly scanned: Scanned,
    rows?: Int32Array,
  ) {
    this.#rows = rows
    this.size = rows === undefined ? scanned.table.count : rows.length
    this.native = {
      format: scanned.format,
      head: scanned.head ?? NOTHING,
      tail: scanned.tail ?? NOTHING,
      runs: (visit) => this.#runs(visit),
    }
  }

  #line(i: number): number {
    return this.#rows === undefined ? i : (this.#rows[i] as number)
  }

  at(i: number): At {
    const { file, format, bytes, from, before, table } = this.scanned
    const line = this.#line(i)
    if (format === 'json') return { file, unit: 'item', n: before + line + 1 }
    return { file, unit: 'line', n: before + countLines(bytes, from, table.start[line] as number) + 1 }
  }

  field(path: Path): Field {
    const { bytes, table, wanted } = this.scanned
    const width = wanted.keys.length
    const { fields, start, escaped } = table
    const ways = path.ways.map(({ key, rest }) => ({ slot: wanted.keys.indexOf(key), rest }))
    const known = ways.every(({ slot }) => slot >= 0)
    return (i) => {
      const line = this.#line(i)
      if (!known || escaped[line] === 1) return findIn(bytes, start[line] as number, path)
      for (const { slot, rest } of ways) {
        const at = (line * width + slot) * 2
        const from = fields[at] as number
        if (from < 0) continue
        const to = fields[at + 1] as number
        const value = rest.length === 0 ? parseValue(bytes, from, to) : digBytes(bytes, from, to, rest)
        if (value !== undefined) return value
      }
      return undefined
    }
  }

  spans(keys: readonly string[]): ((i: number, into: Spans) => boolean) | undefined {
    const { table, wanted, format } = this.scanned
    const slots = keys.map((key) => wanted.keys.indexOf(key))
    // What spans lines of an array is written otherwise than it stands.
    if (format !== 'ndjson' || slots.includes(-1)) return undefined
    const { fields, start, escaped } = table
    const width = wanted.keys.length
    return (i, into) => {
      const line = this.#line(i)
      if (escaped[line] === 1) return false
      for (let k = 0; k < slots.length; k++) {
        const at = (line * width + (slots[k] as number)) * 2
        const from = fields[at] as number
        into[k * 2] = from < 0 ? -1 : from - (start[line] as number)
        into[k * 2 + 1] = from < 0 ? -1 : (fields[at + 1] as number) - (start[line] as number)
      }
      return true
    }
  }

  mayHave(path: Path, known: IdSet): Int32Array | undefined {
    const { bytes, table, wanted } = this.scanned
    const width = wanted.keys.length
    const slots = path.ways.map(({ key }) => wanted.keys.indexOf(key))
    if (path.ways.some(({ rest }) => rest.length > 0) || slots.includes(-1)) return undefined
    const { fields, escaped } = table
    const found: number[] = []
    for (let i = 0; i < this.size; i++) {
      const line = this.#line(i)
      let may = escaped[line] === 1
      for (let k = 0; k < slots.length && !may; k++) {
        const at = (line * width + (slots[k] as number)) * 2
        const from = fields[at] as number
        if (from < 0) continue
        may = known.mayHaveToken(bytes, from, fields[at + 1] as number)
      }
      if (may) found.push(i)
    }
    return Int32Array.from(found)
  }

  labels(names: LabelNames, visit: LabelVisit): void {
    const { labels, labelCount, escaped, anyEscaped } = this.scanned.table
    const rows = this.#rows
    for (let entry = 0, j = 0; entry < labelCount; entry++) {
      const line = labels[entry * LABEL_WIDTH] as number
      if (rows !== undefined) {
        while (j < rows.length && (rows[j] as number) < line) j++
        if (rows[j] !== line) continue
      }
      if (escaped[line] !== 1) this.#label(entry, rows === undefined ? line : j, names, visit)
    }
    if (!anyEscaped) return
    for (let i = 0; i < this.size; i++)
      if (escaped[this.#line(i)] === 1)
        labelsIn(this.row(i).json(), names, (value, container) => visit(i, value, container))
  }

  #label(entry: number, i: number, names: LabelNames, visit: LabelVisit): void {
    const { bytes, table, wanted } = this.scanned
    const at = entry * LABEL_WIDTH
    const k = table.labels[at + 1] as number
    const container = k >= wanted.endings.length
    const ending = (container ? wanted.textEndings[k - wanted.endings.length] : wanted.endings[k]) as string
    if (!(container ? names.containers : names.fields).includes(ending)) return
    const keyStart = table.labels[at + 2] as number
    const before = (table.labels[at + 3] as number) - Buffer.byteLength(ending)
    if (before > keyStart && !isBoundary(bytes[before - 1] as number)) return
    const start = table.labels[at + 4] as number
    const end = skipValue(bytes, start)
    visit(i, container ? parseValue(bytes, start, end) : recent.value(bytes, start, end), container)
  }

  select(rows: Int32Array): Lines {
    return new Lines(this.scanned, this.#rows === undefined ? rows : rows.map((i) => this.#line(i)))
  }

  #runs(visit: (bytes: Uint8Array, start: number, end: number) => void): void {
    const { bytes, table, format, from } = this.scanned
    const array = format === 'json'
    const ends = array ? table.end : table.next
    const n = this.size
    for (let i = 0; i < n; ) {
      const first = this.#line(i)
      let last = first
      while (++i < n && this.#line(i) === last + 1) last++
      // What parts an item from the one before it goes with it.
      const start = !array ? table.first[first] : first === 0 ? from : table.end[first - 1]
      visit(bytes, start as number, ends[last] as number)
    }
  }

  async load(): Promise<void> {}

  json(i: number, out: Bytes): void {
    const { bytes, table, format } = this.scanned
    const line = this.#line(i)
    const start = table.start[line] as number
    const end = table.end[line] as number
    if (format === 'json') appendCompact(bytes, start, end, out)
    else out.slice(bytes, start, end)
  }

  row(i: number): Row {
    const { table } = this.scanned
    const line = this.#line(i)
    const json = new Bytes((table.end[line] as number) - (table.start[line] as number))
    this.json(i, json)
    return new JsonRow(json.view(), this.at(i))
  }
}

/** Labels repeat from record to record: the same bytes are decoded once. */
class RecentValues {
  readonly #bytes: Uint8Array[] = []
  readonly #values: Value[] = []

  value(bytes: Buffer, start: number, end: number): Value {
    const length = end - start
    const slot = (length + (bytes[start + 1] as number) * 5) & 63
    const known = this.#bytes[slot]
    if (known !== undefined && known.length === length) {
      let k = 0
      while (k < length && bytes[start + k] === known[k]) k++
      if (k === length) return this.#values[slot] as Value
    }
    const value = parseValue(bytes, start, end)
    if (length <= 64) {
      this.#bytes[slot] = Uint8Array.from(bytes.subarray(start, end))
      this.#values[slot] = value
    }
    return value
  }
}

const recent = new RecentValues()

function countLines(bytes: Uint8Array, from: number, to: number): number {
  let n = 0
  for (let i = bytes.indexOf(0x0a, from); i >= 0 && i < to; i = bytes.indexOf(0x0a, i + 1)) n++
  return n
}

/** A record that spans lines goes on one line without spaces; one that does not keeps its bytes. */
function appendCompact(bytes: Buffer, start: number, end: number, out: Bytes): void {
  const newline = (byte: number): boolean => byte === 0x0a || byte === 0x0d
  if (!bytes.subarray(start, end).some(newline)) {
    out.slice(bytes, start, end)
    return
  }
  for (let i = start; i < end; ) {
    const stop = bytes[i] === 0x22 ? skipString(bytes, i) : i + 1
    if (stop > i + 1 || !isSpace(bytes[i])) out.slice(bytes, i, stop)
    i = stop
  }
}
