// Reads the lines of a run out of blocks, and holds those of the last query until the next one begins.
import { isUtf8 } from 'node:buffer'
import type { Cells } from '../../record/cells.js'
import { type At, badRecord, type Fault } from '../../record/fault.js'
import { plainNumber, scoreToken } from '../../record/score.js'
import type { Source } from '../../registry/ports.js'
import { Block, bomLength } from '../block.js'
import { Run } from './hits.js'
import { COLUMNS, HeldLines } from './lines.js'

const LF = 0x0a
const SCORE = 4

export interface BadLine {
  readonly fault: Fault
  readonly raw: Uint8Array
}

export class RunReader {
  readonly #block: Block
  readonly #run: Run
  readonly #lines = new HeldLines()
  /** How many of the lines are of queries that are whole. */
  #whole = 0
  /** Where the next line begins, and where its slice does: at the blank lines before it. */
  #at = 0
  #lead = 0
  #n = 0
  #given = false

  constructor(source: Source) {
    this.#block = new Block(source)
    this.#run = new Run(source.name)
  }

  async open(): Promise<void> {
    const block = this.#block
    await block.fill()
    this.#at = this.#lead = bomLength(block.bytes.subarray(0, block.to), this.#run.file)
    this.#run.head = Buffer.from(block.bytes.subarray(0, this.#at))
  }

  /** Brings more lines into the block; false at the end of the file. */
  async fill(): Promise<boolean> {
    const block = this.#block
    if (block.ended) return false
    const by = this.#lines.count > 0 ? (this.#lines.start[0] as number) : this.#lead
    block.from = by
    await block.fill()
    this.#at -= by
    this.#lead -= by
    this.#lines.moved(by)
    return true
  }

  /** Reads the lines that lie in the block, and stops at each that is bad. */
  *read(): Generator<BadLine> {
    const { bytes, to, ended } = this.#block
    const last = ended ? to : bytes.subarray(0, to).lastIndexOf(LF) + 1
    if (last <= this.#at) return
    const utf8 = isUtf8(bytes.subarray(this.#at, last))
    while (this.#at < last) {
      const start = this.#at
      const found = bytes.indexOf(LF, start)
      const end = found < 0 || found >= last ? last : found + 1
      this.#at = end
      this.#n++
      const columns = this.#lines.split(bytes, start, end)
      if (columns === 0) continue
      const fault =
        utf8 || isUtf8(bytes.subarray(start, end))
          ? this.#hit(columns, end)
          : badRecord(this.#place(), 'expected UTF-8')
      this.#lead = end
      if (fault !== undefined) yield { fault, raw: bytes.subarray(start, end) }
    }
  }

  #place(): At {
    return { file: this.#run.file, unit: 'line', n: this.#n }
  }

  /** Holds the line that was split last, or says what is wrong with it. */
  #hit(columns: number, end: number): Fault | undefined {
    const lines = this.#lines
    const { bytes } = this.#block
    const { count } = lines
    if (columns !== COLUMNS) return badRecord(this.#place(), `expected ${COLUMNS} columns, found ${columns}`)
    const from = lines.places[(count * COLUMNS + SCORE) * 2] as number
    const to = lines.places[(count * COLUMNS + SCORE) * 2 + 1] as number
    const score = plainNumber(bytes, from, to) ?? slowly(bytes.toString('latin1', from, to))
    if (score === undefined) return badRecord(this.#place(), 'expected a number', 'score')
    if (count > 0 && !lines.sameQuery(bytes, count, count - 1)) this.#whole = count
    lines.push(this.#lead, end, this.#n, score)
    return undefined
  }

  /** The queries that are whole; at the end of the file, unless a bad line is still to be told, all with what comes after them. */
  *take(bad = false): Generator<Cells> {
    const { bytes, to, ended } = this.#block
    const atEnd = ended && this.#at === to && !bad
    const count = atEnd ? this.#lines.count : this.#whole
    const tail = Buffer.from(bytes.subarray(atEnd ? this.#lead : to, to))
    const bare = atEnd && !this.#given && this.#run.head.length > 0
    if (count === 0 && tail.length === 0 && !bare) return
    this.#given = true
    this.#whole = 0
    yield this.#run.batch(this.#lines.take(count), bytes, tail)
  }
}

/** The number of a score in any spelling; beyond a double, infinite. */
function slowly(text: string): number | undefined {
  const token = scoreToken(text)
  return token === undefined ? undefined : Number(token)
}
