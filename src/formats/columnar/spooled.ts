// Records that wait in a temporary file until all of them have been seen and the types of their columns are known.
import type { Batch } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import { Columns, type Vector } from '../../record/columns.js'
import { EXIT, Fault } from '../../record/fault.js'
import type { Column, Native } from '../../record/schema.js'
import type { Spool } from '../../registry/ports.js'
import { structReader } from './cell.js'
import { Fields } from './shape.js'

const BLOCK = 1 << 18
/** A stretch ends with the row that reaches one of these: rows, or bytes of their JSON. */
const ROWS = 8192
const BYTES = 1 << 23
/** Records with more different fields in all are no table. */
const MOST = 10_000

const LF = 0x0a

export class SpooledRecords {
  readonly #fields = new Fields()
  readonly #line = new Bytes()
  #size = 0

  /** `name` is that of the output, for messages. */
  constructor(
    readonly spool: Spool,
    readonly name: string,
  ) {}

  /** Takes in the records of a loaded batch. */
  add(batch: Batch): void {
    const line = this.#line
    for (let i = 0; i < batch.size; i++) {
      line.clear()
      batch.json(i, line)
      const json = line.view()
      this.#fields.see(json, json.indexOf(0x7b))
      line.byte(LF)
      this.spool.write(line.view())
      this.#size++
    }
    if (this.#fields.size > MOST)
      throw new Fault(EXIT.input, `${this.name}: more than ${MOST} different fields, which cannot all be columns`)
  }

  /** The records as columns of the types that hold them all; an empty stretch when there are none. */
  async *stretches(): AsyncGenerator<Columns> {
    const columns = this.#fields.columns()
    if (this.#size > 0 && columns.length === 0)
      throw new Fault(EXIT.input, `${this.name}: records without any field make no table`)
    const rows = new Rows(columns, this.name)
    const source = this.spool.source(this.name)
    let block = Buffer.allocUnsafe(BLOCK)
    let to = 0
    for (let n = await source.read(block); n > 0; n = await source.read(block.subarray(to))) {
      to += n
      let from = 0
      for (let end = block.indexOf(LF); end >= 0 && end < to; end = block.indexOf(LF, from)) {
        rows.add(block.subarray(from, end))
        from = end + 1
        if (rows.full) yield rows.take()
      }
      block.copyWithin(0, from, to)
      to -= from
      if (to === block.length) block = Buffer.concat([block], block.length * 2)
    }
    source.close()
    if (rows.size > 0 || this.#size === 0) yield rows.take()
  }
}

/** Collects rows into a stretch. */
class Rows {
  readonly #read
  #cells: Native[][]
  #bytes = 0
  #before = 0
  size = 0

  constructor(
    readonly columns: readonly Column[],
    readonly file: string,
  ) {
    this.#read = structReader(columns)
    this.#cells = columns.map(() => [])
  }

  get full(): boolean {
    return this.size === ROWS || this.#bytes >= BYTES
  }

  add(line: Buffer): void {
    const cells = this.#read(line, line.indexOf(0x7b))
    for (const [c, cell] of cells.entries()) (this.#cells[c] as Native[]).push(cell)
    this.size++
    this.#bytes += line.length
  }

  take(): Columns {
    const { size, file, columns } = this
    const vectors = this.#cells.map((cells): Vector => ({ get: (row) => cells[row] as Native }))
    const stretch = { file, before: this.#before, size, columns, vectors }
    this.#cells = columns.map(() => [])
    this.#before += size
    this.#bytes = 0
    this.size = 0
    return new Columns(stretch)
  }
}
