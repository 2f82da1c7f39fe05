// A batch of typed columns, as Parquet and Arrow hold them. Cells stay native until somebody asks for a value.
import type { Batch, Field, LabelNames, Row } from './batch.js'
import { Bytes } from './bytes.js'
import { type CellWriter, cellWriter } from './cell-json.js'
import type { At } from './fault.js'
import { JsonRow } from './json-row.js'
import { isNamed, type LabelVisit } from './labels.js'
import { dig, type Path } from './path.js'
import { type Column, type Native, type Type, toValue } from './schema.js'
import { isList, isStruct, type Value } from './value.js'

/** One column's cells, by row of the stretch. */
export interface Vector {
  get(row: number): Native
  /** Appends the cell as JSON, where the vector has it in a form that is nearer to JSON than a cell. */
  json?(row: number, out: Bytes): void
}

/** A stretch of rows (a row group, a record batch). Vectors that were not asked for are undefined until `load` brings them. */
export interface Stretch {
  readonly file: string
  /** Data rows of the file before this stretch. */
  readonly before: number
  readonly size: number
  readonly columns: readonly Column[]
  readonly vectors: (Vector | undefined)[]
  /** Fills in all missing vectors; `rows` are those that will be read. */
  readonly load?: (rows: Int32Array) => Promise<void>
}

export class Columns implements Batch {
  readonly native = undefined
  readonly size: number
  readonly #rows: Int32Array | undefined

  constructor(
    readonly stretch: Stretch,
    rows?: Int32Array,
  ) {
    this.#rows = rows
    this.size = rows === undefined ? stretch.size : rows.length
  }

  get columns(): readonly Column[] {
    return this.stretch.columns
  }

  #row(i: number): number {
    return this.#rows === undefined ? i : (this.#rows[i] as number)
  }

  /** The native cell of column number `column` in record `i`. */
  cell(column: number, i: number): Native {
    return this.#vector(column).get(this.#row(i))
  }

  #vector(column: number): Vector {
    const vector = this.stretch.vectors[column]
    if (vector === undefined) throw new Error(`column ${column} was read before it was loaded`)
    return vector
  }

  at(i: number): At {
    return { file: this.stretch.file, unit: 'row', n: this.stretch.before + this.#row(i) + 1 }
  }

  field(path: Path): Field {
    const readers: Field[] = []
    for (const { key, rest } of path.ways) {
      const column = this.columns.findIndex(({ name }) => name === key)
      if (column >= 0) readers.push(this.#reader(column, rest))
    }
    const [only] = readers
    if (only === undefined) return () => undefined
    if (readers.length === 1) return only
    return (i) => {
      for (const read of readers) {
        const value = read(i)
        if (value !== undefined) return value
      }
      return undefined
    }
  }

  #reader(column: number, rest: readonly string[]): Field {
    const vector = this.#vector(column)
    const { type } = this.columns[column] as Column
    return (i) => dig(toValue(type, vector.get(this.#row(i))), rest)
  }

  labels(names: LabelNames, visit: LabelVisit): void {
    for (const [c, column] of this.columns.entries()) {
      const kind = labelKind(column, names)
      if (kind === undefined) continue
      const vector = this.#vector(c)
      for (let i = 0; i < this.size; i++) {
        const cell = vector.get(this.#row(i))
        if (cell === null) continue
        const value = toValue(column.type, cell, 'utf8')
        if (kind === 'nested') visitNested(value, names, (inner, container) => visit(i, inner, container))
        else visit(i, value, kind === 'container')
      }
    }
  }

  select(rows: Int32Array): Columns {
    return new Columns(this.stretch, this.#rows === undefined ? rows : rows.map((i) => this.#row(i)))
  }

  async load(): Promise<void> {
    if (this.size > 0) await this.stretch.load?.(this.#rows ?? Int32Array.from({ length: this.size }, (_, i) => i))
  }

  #members: Member[] | undefined

  json(i: number, out: Bytes): void {
    const row = this.#row(i)
    this.#members ??= this.columns.map((column, c) => new Member(column, c, this.#vector(c)))
    for (const member of this.#members) member.append(row, out)
    if (this.#members.length === 0) out.byte(0x7b)
    out.byte(0x7d)
  }

  row(i: number): Row {
    const out = new Bytes(1024)
    this.json(i, out)
    return new JsonRow(Buffer.from(out.view()), this.at(i))
  }
}

/** Appends one column's cells to JSON objects, each with its key and what parts it from the column before. */
class Member {
  readonly #key: Buffer
  readonly #write: CellWriter

  constructor(
    column: Column,
    c: number,
    readonly vector: Vector,
  ) {
    this.#key = Buffer.from(`${c === 0 ? '{' : ','}${JSON.stringify(column.name)}:`)
    this.#write = cellWriter(column.type)
  }

  append(row: number, out: Bytes): void {
    out.slice(this.#key)
    if (this.vector.json === undefined) this.#write(this.vector.get(row), out)
    else this.vector.json(row, out)
  }
}

/** What the gate must see of a column: its own values, its texts as containers, or what is nested in it. */
function labelKind(column: Column, names: LabelNames): 'label' | 'container' | 'nested' | undefined {
  if (isNamed(column.name, names.fields)) return 'label'
  if (column.type.kind === 'text' || column.type.kind === 'bytes')
    return isNamed(column.name, names.containers) ? 'container' : undefined
  return mayHold(column.type, names) ? 'nested' : undefined
}

function mayHold(type: Type, names: LabelNames): boolean {
  if (type.kind === 'list') return mayHold(type.item.type, names)
  // A map's keys are known only cell by cell.
  if (type.kind === 'map') return true
  return type.kind === 'struct' && type.fields.some((field) => labelKind(field, names) !== undefined)
}

/** The numbers of the columns that the gate must see. */
export function labelColumns(columns: readonly Column[], names: LabelNames): number[] {
  return [...columns.keys()].filter((c) => labelKind(columns[c] as Column, names) !== undefined)
}

function visitNested(value: Value, names: LabelNames, visit: (value: Value, container: boolean) => void): void {
  const member = (key: string, inner: Value): void => {
    if (isNamed(key, names.fields)) visit(inner, false)
    else if (typeof inner === 'string' && isNamed(key, names.containers)) visit(inner, true)
    visitNested(inner, names, visit)
  }
  if (isList(value)) for (const item of value) visitNested(item, names, visit)
  else if (isStruct(value)) {
    for (const [key, inner] of value) member(key, inner)
    // An entry of a map that makes no object.
    const key = value.get('key')
    if (typeof key === 'string') member(key, value.get('value') ?? null)
  }
}
