// Records to delimited text. Rows of the same format and header pass as slices; all others are written cell by cell.
import type { Batch } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import { Cells } from '../../record/cells.js'
import { Columns } from '../../record/columns.js'
import { badFile, badRecord, EXIT, Fault } from '../../record/fault.js'
import type { Cleared } from '../../record/gate.js'
import { toValue } from '../../record/schema.js'
import type { Encoding } from '../../registry/format.js'
import { cellIn, cellOf, RowWriter } from './cell.js'
import { fieldsOf, jsonOf } from './record.js'
import type { Delimiter } from './rows.js'
import { SpooledRecords } from './spooled.js'

const CHUNK = 1 << 16
const CR = 0x0d
const LF = 0x0a

/**
 * Writes a header row and a row a record. The columns are those of the first batch when it knows them (delimited text,
 * TREC, typed columns): then a later record with another field is refused, and one without a field has an empty cell.
 * Otherwise they are all top-level fields of all records in the order of first appearance, and the records wait in a
 * temporary file. A text "", null and a missing field are all an empty cell. No record at all: no bytes at all.
 */
export async function* encodeRows(
  batches: AsyncIterable<Cleared>,
  how: Encoding,
  format: string,
  delimiter: Delimiter,
): AsyncGenerator<Uint8Array> {
  const table = new TableWriter(how.name, format, delimiter)
  let spooled: SpooledRecords | undefined
  try {
    for await (const batch of batches) {
      if (spooled === undefined && table.pass(batch)) yield* table.flush()
      else {
        await batch.load()
        if (spooled === undefined && !table.begin(batch) && batch.size > 0) spooled = new SpooledRecords(how.spool())
        if (spooled === undefined) yield* table.rows(batch)
        else spooled.add(batch)
      }
    }
    if (spooled === undefined) table.end()
    else {
      if (spooled.names.size === 0)
        throw new Fault(EXIT.input, `${how.name}: records without any field make no ${format}`)
      table.header([...spooled.names])
      for await (const json of spooled.records()) yield* table.row(json)
    }
    yield* table.flush()
  } finally {
    spooled?.spool.release()
  }
}

class TableWriter {
  readonly #out = new Bytes()
  readonly #row: RowWriter
  #names: readonly string[] = []
  #columns: Map<string, number> | undefined
  #lineEnd = '\n'
  #last: number | undefined
  /** A file without a header row: it is kept only when nothing else comes. */
  #bare: Uint8Array = new Uint8Array(0)

  constructor(
    readonly name: string,
    readonly format: string,
    delimiter: Delimiter,
  ) {
    this.#row = new RowWriter(this.#out, delimiter)
  }

  *flush(): Generator<Uint8Array> {
    if (this.#out.length === 0) return
    yield this.#out.view()
    this.#last = this.#out.last()
    this.#out.clear()
  }

  /** Writes a batch as it stood in its file; false when that cannot be. */
  pass(batch: Batch): boolean {
    if (!(batch instanceof Cells) || batch.native.format !== this.format) return false
    const { head, tail, runs } = batch.native
    if (batch.columns.length === 0) {
      this.#bare = Buffer.concat([head, tail])
      return true
    }
    if (this.#columns === undefined) {
      this.#setColumns(batch.columns.map(({ name }) => name))
      this.#lineEnd = head.at(-1) === CR ? '\r' : head.at(-2) === CR ? '\r\n' : '\n'
      this.#out.slice(head)
    } else if (!this.#fits(batch)) return false
    runs((bytes, start, end) => {
      this.#endLine()
      this.#out.slice(bytes, start, end)
    })
    this.#out.slice(tail)
    return true
  }

  #fits({ columns, native: { head } }: Cells): boolean {
    const sameEnd = (head.at(-1) === CR) === (this.#lineEnd === '\r')
    return sameEnd && columns.length === this.#names.length && columns.every(({ name }, c) => name === this.#names[c])
  }

  /** A last row without line end gets one when another row follows. */
  #endLine(): void {
    const last = this.#out.last() ?? this.#last
    if (last === (this.#lineEnd === '\r' ? CR : LF)) return
    this.#out.text(last === CR ? '\n' : this.#lineEnd)
  }

  /** Writes the header when the batch knows its columns; false when they are still unknown. */
  begin(batch: Batch): boolean {
    if (this.#columns === undefined && (batch instanceof Cells || batch instanceof Columns) && batch.columns.length > 0)
      this.header(batch.columns.map(({ name }) => name))
    return this.#columns !== undefined
  }

  header(names: readonly string[]): void {
    this.#setColumns(names)
    for (const name of names) this.#row.cell(name)
    this.#row.end(this.#lineEnd)
  }

  #setColumns(names: readonly string[]): void {
    this.#names = names
    this.#columns = new Map(names.map((name, c) => [name, c]))
    if (this.#columns.size < names.length)
      throw new Fault(EXIT.input, `${this.name}: ${this.format} cannot have two columns of the same name`)
  }

  *rows(batch: Batch): Generator<Uint8Array> {
    if (batch.size === 0) return
    this.#endLine()
    if (batch instanceof Cells || batch instanceof Columns) {
      const from = this.#places(batch)
      for (let i = 0; i < batch.size; i++) {
        for (const column of from) this.#cell(batch, i, column)
        yield* this.#endRow()
      }
    } else for (const [i, json] of jsonOf(batch)) yield* this.row(json, batch, i)
  }

  /** For each column of the header, where the batch has it; -1 when it does not. */
  #places(batch: Cells | Columns): number[] {
    const names = batch.columns.map(({ name }) => name)
    const stray = names.findIndex((name) => this.#columns?.has(name) === false)
    if (stray >= 0) throw badFile(batch.at(0).file, `column ${stray + 1} is not in the header that was written already`)
    return this.#names.map((name) => names.indexOf(name))
  }

  #cell(batch: Cells | Columns, i: number, column: number): void {
    if (column < 0) this.#row.cell('')
    else if (batch instanceof Cells) this.#row.cell(batch.latin1(i, column), 'latin1')
    else {
      const { type } = batch.columns[column] as (typeof batch.columns)[number]
      this.#row.cell(cellOf(toValue(type, batch.cell(column, i))))
    }
  }

  /** Writes a record given as JSON. With its batch, a field that is not in the header is refused by its place. */
  *row(json: Buffer, batch?: Batch, i = 0): Generator<Uint8Array> {
    const cells = this.#names.map(() => '')
    fieldsOf(json, (name, start, end) => {
      const column = this.#columns?.get(name)
      if (column !== undefined) cells[column] = cellIn(json, start, end)
      else if (batch !== undefined) throw badRecord(batch.at(i), 'is not in the header that was written already', name)
    })
    for (const cell of cells) this.#row.cell(cell)
    yield* this.#endRow()
  }

  *#endRow(): Generator<Uint8Array> {
    this.#row.end(this.#lineEnd)
    if (this.#out.length > CHUNK) yield* this.flush()
  }

  end(): void {
    if (this.#columns === undefined) this.#out.slice(this.#bare)
  }
}
