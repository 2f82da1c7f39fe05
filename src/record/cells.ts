// A batch of text tables: CSV and TSV rows, TREC lines. Cells stay bytes until somebody asks for a value.
import type { Batch, Field, LabelNames, Native, Row, RunLines } from './batch.js'
import type { Bytes } from './bytes.js'
import type { At } from './fault.js'
import { JsonRow } from './json-row.js'
import { isNamed, type LabelVisit } from './labels.js'
import { numberOf } from './number.js'
import type { Path } from './path.js'
import type { Value } from './value.js'

export interface CellColumn {
  readonly name: string
  /** A cell is the token of a JSON number; without it, a text. */
  readonly number?: boolean
}

/** Rows of one block. Row `r` stands in `bytes[start[r], end[r])`, line end and blank lines before it included. */
export interface Grid {
  readonly file: string
  readonly format: string
  readonly unit: At['unit']
  readonly columns: readonly CellColumn[]
  /** Of the lines of a run, what `RunLines` has of them. */
  readonly run?: Omit<RunLines, 'line'>
  readonly bytes: Uint8Array
  readonly start: ArrayLike<number>
  readonly end: ArrayLike<number>
  /** 1-based number of each row in its file. */
  readonly n: ArrayLike<number>
  readonly head: Uint8Array
  readonly tail: Uint8Array
  /** A cell's UTF-8 bytes, each as one character (latin1). */
  cell(row: number, column: number): string
}

const BEYOND_ASCII = /[\x80-\xff]/
/** A quote, a backslash or a control character. */
const ESCAPED = /[^ !#-[\]-\xff]/

/** The text whose UTF-8 bytes are the characters of `bytes`. */
export function fromLatin1(bytes: string): string {
  return BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes
}

/** The UTF-8 bytes of a text, each as one character. */
export function toLatin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export class Cells implements Batch {
  readonly size: number
  readonly native: Native
  readonly #rows: Int32Array | undefined

  constructor(
    readonly grid: Grid,
    rows?: Int32Array,
  ) {
    this.#rows = rows
    this.size = rows === undefined ? grid.start.length : rows.length
    const { format, head, tail } = grid
    this.native = { format, head, tail, runs: (visit) => this.#runs(visit) }
  }

  #row(i: number): number {
    return this.#rows === undefined ? i : (this.#rows[i] as number)
  }

  get run(): RunLines | undefined {
    const { run } = this.grid
    return run && { ...run, line: (i) => this.#row(i) }
  }

  get columns(): readonly CellColumn[] {
    return this.grid.columns
  }

  /** The bytes of a cell of record `i`, each as one character. */
  latin1(i: number, column: number): string {
    return this.grid.cell(this.#row(i), column)
  }

  at(i: number): At {
    const { file, unit, n } = this.grid
    return { file, unit, n: n[this.#row(i)] as number }
  }

  field(path: Path): Field {
    for (const { key, rest } of path.ways) {
      const column = rest.length > 0 ? -1 : this.columns.findIndex(({ name }) => name === key)
      if (column >= 0) return (i) => this.#value(i, column)
    }
    return () => undefined
  }

  #value(i: number, column: number): Value {
    const cell = this.latin1(i, column)
    return this.columns[column]?.number === true ? numberOf(cell) : fromLatin1(cell)
  }

  labels(names: LabelNames, visit: LabelVisit): void {
    for (const [c, column] of this.columns.entries()) {
      // `id, sensitivity`: a space after the comma is part of the name for everybody but the gate.
      const name = column.name.trim()
      const container = !isNamed(name, names.fields)
      if (container && !isNamed(name, names.containers)) continue
      for (let i = 0; i < this.size; i++) visit(i, this.#value(i, c), container)
    }
  }

  select(rows: Int32Array): Cells {
    return new Cells(this.grid, this.#rows === undefined ? rows : rows.map((i) => this.#row(i)))
  }

  #runs(visit: (bytes: Uint8Array, start: number, end: number) => void): void {
    const { bytes, start, end } = this.grid
    for (let i = 0; i < this.size; ) {
      const from = start[this.#row(i)] as number
      let to = end[this.#row(i)] as number
      while (++i < this.size && start[this.#row(i)] === to) to = end[this.#row(i)] as number
      visit(bytes, from, to)
    }
  }

  async load(): Promise<void> {}

  #keys: string[] | undefined

  /** The JSON of record `i`, its bytes each as one character. */
  #json(i: number): string {
    this.#keys ??= this.columns.map(({ name }, c) => `${c === 0 ? '{' : ','}${toLatin1(JSON.stringify(name))}:`)
    const { columns } = this.grid
    let text = ''
    for (let c = 0; c < columns.length; c++) {
      const cell = this.latin1(i, c)
      text += this.#keys[c] as string
      if (columns[c]?.number === true) text += cell
      // JSON escapes nothing beyond ASCII, so it may see bytes instead of the characters that they spell.
      else text += ESCAPED.test(cell) ? JSON.stringify(cell) : `"${cell}"`
    }
    return text === '' ? '{}' : `${text}}`
  }

  json(i: number, out: Bytes): void {
    const text = this.#json(i)
    out.advance(out.reserve(text.length).write(text, out.length, 'latin1'))
  }

  row(i: number): Row {
    return new JsonRow(Buffer.from(this.#json(i), 'latin1'), this.at(i))
  }
}
