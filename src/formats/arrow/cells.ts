// Arrays of a record batch as functions from a row to its cell. Values come straight from the buffers, so they are exact.
import type { Fault } from '../../record/fault.js'
import type { Native } from '../../record/schema.js'
import type { ArrayParts } from './arrays.js'
import { binaryCells, viewCells } from './binary.js'
import type { IntType } from './field.js'
import type { Region } from './metadata.js'
import { dayCells, decimalCells, halfFloat, intervalCells } from './numbers.js'
import { bitAt, offsetsOf, typed } from './typed.js'

/** The cell at a row, which must be one of the array's. */
export type Cells = (row: number) => Native

export interface Reading {
  /** Plain bytes of a buffer. */
  bytes(region: Region): Uint8Array
  /** The values of a dictionary as they stand now; one that has not come yet has none. */
  dictionary(id: bigint): readonly Native[]
  /** What a cell throws that cannot be read. */
  fail(reason: string): Fault
}

/** Throws a RangeError when the buffers cannot hold what the array says. */
export function cellsOf(array: ArrayParts, reading: Reading): Cells {
  const { field, length, nulls, regions } = array
  if (field.dictionary === undefined && field.type.kind === 'null') return () => null
  const valid = nulls === 0 ? undefined : typed(Uint8Array, reading.bytes(regions[0] as Region), Math.ceil(length / 8))
  const cells = field.dictionary === undefined ? plain(array, reading) : encoded(array, reading)
  return valid === undefined ? cells : (row) => (bitAt(valid, row) ? cells(row) : null)
}

function plain(array: ArrayParts, reading: Reading): Cells {
  const { field, length, regions } = array
  const { type } = field
  const buffers = regions.slice(1).map((region) => reading.bytes(region))
  const [values = new Uint8Array(0)] = buffers
  switch (type.kind) {
    case 'null':
      return () => null
    case 'bool': {
      const bits = typed(Uint8Array, values, Math.ceil(length / 8))
      return (row) => bitAt(bits, row)
    }
    case 'int':
      return elements(integers(values, length, type))
    case 'float': {
      if (type.bits === 32) return elements(typed(Float32Array, values, length))
      if (type.bits === 64) return elements(typed(Float64Array, values, length))
      const halves = typed(Uint16Array, values, length)
      return (row) => halfFloat(halves[row] as number)
    }
    case 'decimal':
      return decimalCells(values, length, type.bits)
    case 'date':
      return type.unit === 'ms' ? dayCells(values, length, reading.fail) : elements(typed(Int32Array, values, length))
    case 'time': {
      if (type.unit === 'us' || type.unit === 'ns') return elements(typed(BigInt64Array, values, length))
      const ticks = typed(Int32Array, values, length)
      return (row) => BigInt(ticks[row] as number)
    }
    case 'timestamp':
    case 'duration':
      return elements(typed(BigInt64Array, values, length))
    case 'interval':
      return intervalCells(values, length, type.unit)
    case 'fixed': {
      const { width } = type
      const bytes = typed(Uint8Array, values, length * width)
      return (row) => bytes.subarray(row * width, (row + 1) * width)
    }
    case 'binary': {
      const binary = { text: type.text, length, buffers, fail: reading.fail }
      return type.layout === 'view' ? viewCells(binary) : binaryCells(binary, type.layout === 'large')
    }
    case 'list':
      return listCells(array, values, type.layout === 'large', reading)
    case 'map':
      return listCells(array, values, false, reading)
    case 'fixed list':
      return fixedListCells(array, type.size, reading)
    case 'struct':
      return structCells(array, reading)
  }
}

const elements =
  (values: { readonly [row: number]: number | bigint }): Cells =>
  (row) =>
    values[row] as number | bigint

function integers(
  bytes: Uint8Array,
  n: number,
  { bits, signed }: IntType,
): { readonly [row: number]: number | bigint } {
  switch (bits) {
    case 8:
      return signed ? typed(Int8Array, bytes, n) : typed(Uint8Array, bytes, n)
    case 16:
      return signed ? typed(Int16Array, bytes, n) : typed(Uint16Array, bytes, n)
    case 32:
      return signed ? typed(Int32Array, bytes, n) : typed(Uint32Array, bytes, n)
    case 64:
      return signed ? typed(BigInt64Array, bytes, n) : typed(BigUint64Array, bytes, n)
  }
}

function slices(items: Cells, start: number, end: number): Native[] {
  const list = new Array<Native>(end - start)
  for (let i = start; i < end; i++) list[i - start] = items(i)
  return list
}

function listCells({ length, children }: ArrayParts, offsetBytes: Uint8Array, large: boolean, reading: Reading): Cells {
  const [child] = children as [ArrayParts]
  const offsets = offsetsOf(offsetBytes, length, large, child.length)
  const items = cellsOf(child, reading)
  return (row) => slices(items, offsets[row] as number, offsets[row + 1] as number)
}

function fixedListCells({ length, children }: ArrayParts, size: number, reading: Reading): Cells {
  const [child] = children as [ArrayParts]
  if (child.length < length * size) throw new RangeError('fewer items than its lists have')
  const items = cellsOf(child, reading)
  return (row) => slices(items, row * size, (row + 1) * size)
}

function structCells({ length, children }: ArrayParts, reading: Reading): Cells {
  if (children.some((child) => child.length < length)) throw new RangeError('fewer values than its structs have')
  const fields = children.map((child) => cellsOf(child, reading))
  return (row) => fields.map((cells) => cells(row))
}

/** Indexes into a dictionary. */
function encoded({ field, length, regions }: ArrayParts, reading: Reading): Cells {
  const { id, index } = field.dictionary as NonNullable<typeof field.dictionary>
  const indexes = integers(reading.bytes(regions[1] as Region), length, index)
  const values = reading.dictionary(id)
  return (row) => {
    const value = values[Number(indexes[row])]
    if (value === undefined) throw reading.fail('an index beyond its dictionary')
    return value
  }
}
