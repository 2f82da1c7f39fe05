// Takes whole rows out of blocks of a source.
import { isUtf8 } from 'node:buffer'
import { type CellColumn, fromLatin1 } from '../../record/cells.js'
import { badFile, badRecord } from '../../record/fault.js'
import type { Source } from '../../registry/ports.js'
import { Block, bomLength } from '../block.js'
import { type Delimiter, type LineEnd, lineEndOf, parseRows, type Rest, type TakeRow } from './rows.js'

/** Rows are parsed as one string of at most twice this, and an unclosed quote makes one of the rest of the file. */
const LONGEST_ROW = 1 << 26
const TOO_LONG = 'longer than 64 MiB: is a quote not closed?'

/** Rows of a block; row `i` stands in its bytes at `[start[i], end[i])`. */
export interface Rows {
  readonly start: number[]
  readonly end: number[]
  /** What is wrong with a row; then it has no cells. */
  readonly fault: (string | undefined)[]
}

export class RowReader {
  readonly #block: Block
  readonly #delimiter: Delimiter
  #newline: LineEnd = '\n'
  /** Everything up to the end of the header row. */
  head: Uint8Array = new Uint8Array(0)
  /** None in a file without any row. */
  columns: readonly CellColumn[] = []
  /** Data rows that were given, good or bad. */
  count = 0
  /**
   * All cells of the rows, one row after the other. One array serves all blocks: rows held as arrays of their own live long
   * enough to make V8 keep dead ones until it collects all memory, which is ten times as slow.
   */
  readonly cells: string[] = []

  constructor(source: Source, delimiter: Delimiter) {
    this.#block = new Block(source)
    this.#delimiter = delimiter
  }

  /** The block that rows point into, until the next ones are asked for. */
  get bytes(): Uint8Array {
    return this.#block.bytes
  }

  get file(): string {
    return this.#block.source.name
  }

  /** Reads the header row. Throws a `Fault` when it is none. */
  async open(): Promise<void> {
    const block = this.#block
    await block.fill()
    const bom = bomLength(block.bytes.subarray(0, block.to), this.file)
    let end = this.#header(bom)
    while (end === undefined && !block.ended) {
      if (block.to > LONGEST_ROW) throw badFile(this.file, `header: ${TOO_LONG}`)
      await block.fill()
      end = this.#header(bom)
    }
    block.from = end ?? bom
    this.head = Buffer.from(block.bytes.subarray(0, block.from))
    if (!isUtf8(this.head)) throw badFile(this.file, 'header: expected UTF-8')
  }

  /** Takes the first row that is not blank, when it is whole; returns where it ends. */
  #header(bom: number): number | undefined {
    const { bytes, to, ended } = this.#block
    const newline = lineEndOf(bytes.toString('latin1', bom, to), this.#delimiter)
    if (newline === undefined && !ended) return undefined
    this.#newline = newline ?? '\n'
    let at: number | undefined
    this.#parse(bom, (cells, _, end, fault) => {
      if (fault !== undefined) throw badFile(this.file, `header: ${fault}`)
      this.columns = this.#columns(cells.map(fromLatin1))
      at = end
      return true
    })
    return at
  }

  #columns(names: readonly string[]): CellColumn[] {
    for (const [c, name] of names.entries()) {
      const first = names.indexOf(name)
      if (first < c) throw badFile(this.file, `header: columns ${first + 1} and ${c + 1} have the same name`)
    }
    return names.map((name) => ({ name }))
  }

  /** The rows that lie in the next block; none at the end of the file. */
  async next(): Promise<Rows> {
    const block = this.#block
    const width = this.columns.length
    for (;;) {
      if (!block.ended) await block.fill()
      const rows: Rows = { start: [], end: [], fault: [] }
      let size = 0
      const { stop } = this.#parse(block.from, (cells, start, end, fault) => {
        rows.start.push(start)
        rows.end.push(end)
        rows.fault.push(fault ?? countFault(cells.length, width))
        for (let c = 0; c < width; c++) this.cells[size++] = cells[c] ?? ''
        return false
      })
      if (rows.start.length > 0 || block.ended) {
        this.cells.length = size
        this.#checkUtf8(rows)
        block.from = stop
        this.count += rows.start.length
        return rows
      }
      if (block.to - block.from > LONGEST_ROW)
        throw badRecord({ file: this.file, unit: 'row', n: this.count + 1 }, TOO_LONG)
    }
  }

  /** What comes after the last row. */
  tail(): Uint8Array {
    const { bytes, from, to } = this.#block
    return Buffer.from(bytes.subarray(from, to))
  }

  /** At the end of the file the last row needs no line end, and one whose quotes are not closed is a row too. */
  #parse(from: number, take: TakeRow): Rest {
    const { bytes, to, ended } = this.#block
    const text = bytes.toString('latin1', from, to)
    if (!ended || text === '') return parseRows(text, from, this.#delimiter, this.#newline, take)
    const whole = text.endsWith(this.#newline) ? text : text + this.#newline
    const within: TakeRow = (cells, start, end, fault) => take(cells, start, Math.min(end, to), fault)
    const { stop, fault } = parseRows(whole, from, this.#delimiter, this.#newline, within)
    if (fault === undefined || stop > from) return { stop: Math.min(stop, to), fault }
    take([], from, to, fault)
    return { stop: to, fault: undefined }
  }

  #checkUtf8({ start, end, fault }: Rows): void {
    const { bytes } = this.#block
    if (start.length === 0 || isUtf8(bytes.subarray(start[0], end.at(-1)))) return
    for (const i of start.keys()) if (!isUtf8(bytes.subarray(start[i], end[i]))) fault[i] ??= 'expected UTF-8'
  }
}

function countFault(found: number, expected: number): string | undefined {
  return found === expected ? undefined : `expected ${expected} cells, as the header has, found ${found}`
}
