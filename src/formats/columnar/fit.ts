// Columns of a later file in the place of those of the first: in its order, with its types, where that changes no value.
import { Columns, type Vector } from '../../record/columns.js'
import { badRecord, EXIT, Fault } from '../../record/fault.js'
import type { Column, Native, Type } from '../../record/schema.js'

type Convert = (cell: Native) => Native

const same: Convert = (cell) => cell

/** How cells of a type become cells of another that shows the same value in the same way; undefined when they do not. */
function conversion(from: Type, to: Type): Convert | undefined {
  if (from.kind === 'null') return same
  switch (to.kind) {
    case 'int': {
      if (from.kind !== 'int') return undefined
      const holds = from.signed === to.signed ? from.bits <= to.bits : !from.signed && from.bits < to.bits
      if (!holds) return undefined
      return from.bits < 64 && to.bits === 64 ? (cell) => (cell === null ? null : BigInt(cell as number)) : same
    }
    case 'decimal':
      return from.kind === 'decimal' && from.scale === to.scale && from.precision <= to.precision ? same : undefined
    case 'text':
      return from.kind === 'text' && (to.json !== true || from.json === true) ? same : undefined
    case 'list': {
      if (from.kind !== 'list' || (to.fixed !== undefined && to.fixed !== from.fixed)) return undefined
      const item = columnConversion(from.item, to.item)
      return item && ((cell) => (cell === null ? null : (cell as readonly Native[]).map(item)))
    }
    case 'struct': {
      if (from.kind !== 'struct') return undefined
      const fields = mapping(from.fields, to.fields)
      if (
        fields.length < to.fields.length ||
        from.fields.some(({ name }) => !to.fields.some((field) => field.name === name))
      )
        return undefined
      return (cell) => {
        if (cell === null) return null
        const cells = cell as readonly Native[]
        return fields.map(({ place, convert }) => (place < 0 ? null : convert(cells[place] ?? null)))
      }
    }
    case 'map': {
      if (from.kind !== 'map') return undefined
      const key = columnConversion(from.key, to.key)
      const value = columnConversion(from.value, to.value)
      if (key === undefined || value === undefined) return undefined
      const pairs = (cell: Native): Native =>
        (cell as readonly (readonly [Native, Native])[]).map(([k, v]): Native => [key(k), value(v)])
      return (cell) => (cell === null ? null : pairs(cell))
    }
    default:
      return isSame(from, to) ? same : undefined
  }
}

/** Whether two types that do not nest are one; how a format lays its values out is no part of that. */
function isSame(a: Type, b: Type): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  names.delete('layout')
  const [left, right] = [a, b] as unknown as [Record<string, unknown>, Record<string, unknown>]
  return [...names].every((name) => left[name] === right[name])
}

/** Below the top, what may be null cannot take the place of what may not. */
function columnConversion(from: Column, to: Column): Convert | undefined {
  return from.nullable && !to.nullable ? undefined : conversion(from.type, to.type)
}

interface Place {
  readonly place: number
  readonly convert: Convert
}

/** For each column of `to`, its place in `from` (-1 where it is missing and may be); fewer when one does not fit. */
function mapping(from: readonly Column[], to: readonly Column[]): Place[] {
  const places: Place[] = []
  for (const column of to) {
    const place = from.findIndex(({ name }) => name === column.name)
    const convert = place < 0 ? (column.nullable ? same : undefined) : columnConversion(from[place] as Column, column)
    if (convert === undefined) break
    places.push({ place, convert })
  }
  return places
}

/** Gives batches the columns of the first of all. */
export class Fit {
  #known: readonly Column[] | undefined
  #places: readonly Place[] | undefined

  constructor(
    readonly columns: readonly Column[],
    /** The file that they are of. */
    readonly file: string,
  ) {}

  /** The batch in these columns. Throws a `Fault` that names the column that does not fit. */
  fit(batch: Columns): Columns {
    if (batch.columns === this.columns) return batch
    if (batch.columns !== this.#known) {
      this.#known = batch.columns
      this.#places = this.#mapping(batch)
    }
    const vectors = this.columns.map((column, c) => this.#vector(batch, column, (this.#places as Place[])[c] as Place))
    const { file, before } = batch.stretch
    return new Columns({ file, before, size: batch.size, columns: this.columns, vectors })
  }

  #mapping(batch: Columns): readonly Place[] {
    const { file } = batch.stretch
    const other = batch.columns.find(({ name }) => !this.columns.some((column) => column.name === name))
    if (other !== undefined) throw this.#refusal(file, other.name, `is not in ${this.file}`)
    return this.columns.map((column) => {
      const place = batch.columns.findIndex(({ name }) => name === column.name)
      const found = batch.columns[place]
      if (found === undefined && !column.nullable)
        throw this.#refusal(file, column.name, `is missing; in ${this.file} it is never null`)
      const convert = found === undefined ? same : conversion(found.type, column.type)
      if (convert === undefined) throw this.#refusal(file, column.name, `has another type than in ${this.file}`)
      return { place, convert }
    })
  }

  #refusal(file: string, column: string, reason: string): Fault {
    return new Fault(EXIT.input, `${file}: column ${JSON.stringify(column)} ${reason}`)
  }

  #vector(batch: Columns, { name, nullable }: Column, { place, convert }: Place): Vector {
    if (place < 0) return { get: () => null }
    return {
      get: (i) => {
        const cell = batch.cell(place, i)
        if (cell === null && !nullable) throw badRecord(batch.at(i), `null, where ${this.file} has none`, name)
        return convert(cell)
      },
    }
  }
}
