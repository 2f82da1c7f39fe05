// The Parquet schema of columns, and their cells as hyparquet-writer takes them.
import type { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js'
import { type Column, type Interval, type Native, type Type, toValue, type Unit } from '../../record/schema.js'

export type SchemaElement = ParquetWriter['schema'][number]

/** Thrown for a cell that Parquet cannot hold; `message` quotes nothing of it. */
export class Unstorable extends Error {}

/** The schema elements of one column and what is below it, and how its cells are stored. */
export interface Layout {
  readonly elements: readonly SchemaElement[]
  readonly store: Store
}

/** Takes a cell that is not null; what it gives is the cell's own and does not change any more. */
type Store = (cell: Native) => unknown

/** An element without its name and repetition. */
type Content = Omit<SchemaElement, 'name' | 'repetition_type'>

export function layoutOf({ name, type, nullable }: Column): Layout {
  const optional = nullable || type.kind === 'null'
  const { own, below = [], store } = contentOf(type)
  return { elements: [{ name, repetition_type: optional ? 'OPTIONAL' : 'REQUIRED', ...own }, ...below], store }
}

interface Stored {
  readonly own: Content
  readonly below?: readonly SchemaElement[]
  readonly store: Store
}

const as = (own: Content, store: Store = (cell) => cell): Stored => ({ own, store })

function contentOf(type: Type): Stored {
  switch (type.kind) {
    case 'null':
      return as({ type: 'INT32', logical_type: { type: 'NULL' } })
    case 'bool':
      return as({ type: 'BOOLEAN' })
    case 'int':
      return intContent(type.bits, type.signed)
    case 'float':
      if (type.bits === 16)
        return as({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 2, logical_type: { type: 'FLOAT16' } })
      return as({ type: type.bits === 32 ? 'FLOAT' : 'DOUBLE' })
    case 'decimal':
      return decimalContent(type.precision, type.scale)
    case 'text':
      if (type.json === true) return as({ type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } })
      if (type.enum === true) return as({ type: 'BYTE_ARRAY', converted_type: 'ENUM', logical_type: { type: 'ENUM' } })
      return as({ type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } })
    case 'bytes':
      if (type.fixed !== undefined) return as({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: type.fixed }, copy)
      if (type.bson === true)
        return as({ type: 'BYTE_ARRAY', converted_type: 'BSON', logical_type: { type: 'BSON' } }, copy)
      return as({ type: 'BYTE_ARRAY' }, copy)
    case 'uuid':
      return as({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } }, copy)
    case 'date':
      return as({ type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } })
    case 'time':
      return timeContent(type.unit, type.utc === true)
    case 'timestamp':
      return timestampContent(type.unit, type.zone !== undefined)
    case 'duration':
      // Parquet has no such type: the text that JSON shows.
      return { ...contentOf({ kind: 'text' }), store: (cell) => toValue(type, cell) }
    case 'interval':
      return as({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 12, converted_type: 'INTERVAL' }, storeInterval)
    case 'list':
      return listContent(type.item)
    case 'struct':
      return type.fields.length > 0 ? structContent(type.fields) : { ...contentOf(JSON_TEXT), store: () => '{}' }
    case 'map':
      return mapContent(type.key, type.value)
  }
}

const JSON_TEXT: Type = { kind: 'text', json: true }

const copy: Store = (cell) => Uint8Array.from(cell as Uint8Array)

/** Only the older annotation: hyparquet-writer spells the newer one so that DuckDB calls the file invalid (a width of 32 bits). */
function intContent(bits: 8 | 16 | 32 | 64, signed: boolean): Stored {
  return as({ type: bits === 64 ? 'INT64' : 'INT32', converted_type: `${signed ? 'INT' : 'UINT'}_${bits}` })
}

/** Scales below zero are for whole numbers: Parquet has none, so the zeros are stored. */
function decimalContent(precision: number, scale: number): Stored {
  const zeros = 10n ** BigInt(Math.max(0, -scale))
  const digits = precision + Math.max(0, -scale)
  const limit = 10n ** BigInt(digits)
  const annotation = { converted_type: 'DECIMAL', precision: digits, scale: Math.max(0, scale) } as const
  const { converted_type, ...logical } = annotation
  let width = 1
  while (2n ** BigInt(8 * width - 1) < limit) width++
  const physical: Content =
    digits <= 9
      ? { type: 'INT32' }
      : digits <= 18
        ? { type: 'INT64' }
        : { type: 'FIXED_LEN_BYTE_ARRAY', type_length: width }
  return as({ ...physical, ...annotation, logical_type: { type: 'DECIMAL', ...logical } }, (cell) => {
    const unscaled = (cell as bigint) * zeros
    if (unscaled >= limit || unscaled <= -limit) throw new Unstorable('a decimal with more digits than its type has')
    return unscaled
  })
}

const UNITS = { s: 'MILLIS', ms: 'MILLIS', us: 'MICROS', ns: 'NANOS' } as const

/** Seconds become milliseconds: Parquet has no coarser unit. The older annotations are for UTC only. */
function timeContent(unit: Unit, utc: boolean): Stored {
  const logical_type = { type: 'TIME', isAdjustedToUTC: utc, unit: UNITS[unit] } as const
  if (unit === 'ns') return as({ type: 'INT64', logical_type })
  const converted = utc ? ({ converted_type: unit === 'us' ? 'TIME_MICROS' : 'TIME_MILLIS' } as const) : {}
  if (unit === 'us') return as({ type: 'INT64', ...converted, logical_type })
  const factor = unit === 's' ? 1000 : 1
  return as({ type: 'INT32', ...converted, logical_type }, (cell) => Number(cell) * factor)
}

function timestampContent(unit: Unit, utc: boolean): Stored {
  const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC: utc, unit: UNITS[unit] } as const
  const older = unit === 'us' ? 'TIMESTAMP_MICROS' : 'TIMESTAMP_MILLIS'
  const converted = utc && unit !== 'ns' ? ({ converted_type: older } as const) : {}
  return as({ type: 'INT64', ...converted, logical_type }, (cell) => {
    const ticks = unit === 's' ? (cell as bigint) * 1000n : (cell as bigint)
    if (ticks !== BigInt.asIntN(64, ticks)) throw new Unstorable('a timestamp beyond 64 bits')
    return ticks
  })
}

function storeInterval(cell: Native): Uint8Array {
  const { months, days, millis, nanos = 0 } = cell as Interval
  if (nanos !== 0) throw new Unstorable('an interval with less than milliseconds')
  const bytes = Buffer.alloc(12)
  for (const [i, part] of [months, days, millis].entries()) {
    if (!(part >= 0 && part < 2 ** 32)) throw new Unstorable('an interval below zero or beyond 32 bits')
    bytes.writeUInt32LE(part, i * 4)
  }
  return bytes
}

/** Three levels, as the format asks for: https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists */
function listContent(column: Column): Stored {
  const item = layoutOf({ ...column, name: 'element' })
  return {
    own: { num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    below: [{ name: 'list', repetition_type: 'REPEATED', num_children: 1 }, ...item.elements],
    store: (cell) => (cell as readonly Native[]).map((inner) => (inner === null ? null : item.store(inner))),
  }
}

function mapContent(keyColumn: Column, valueColumn: Column): Stored {
  const key = layoutOf({ ...keyColumn, name: 'key', nullable: false })
  const value = layoutOf({ ...valueColumn, name: 'value' })
  return {
    own: { num_children: 1, converted_type: 'MAP', logical_type: { type: 'MAP' } },
    below: [{ name: 'key_value', repetition_type: 'REPEATED', num_children: 2 }, ...key.elements, ...value.elements],
    store: (cell) =>
      (cell as readonly (readonly [Native, Native])[]).map(([k, v]) => {
        if (k === null) throw new Unstorable('a map with a key that is null')
        return [key.store(k), v === null ? null : value.store(v)]
      }),
  }
}

function structContent(columns: readonly Column[]): Stored {
  const fields = columns.map(layoutOf)
  return {
    own: { num_children: fields.length },
    below: fields.flatMap(({ elements }) => elements),
    store: (cell) => {
      // Without a prototype: a field may be named `__proto__`.
      const stored: Record<string, unknown> = Object.create(null)
      for (const [i, { name }] of columns.entries()) {
        const inner = (cell as readonly Native[])[i] ?? null
        stored[name] = inner === null ? null : (fields[i] as Layout).store(inner)
      }
      return stored
    },
  }
}

/** About how many bytes a cell takes in memory, as stored and with its levels. */
export function weigh(cell: Native): number {
  if (typeof cell === 'string' || cell instanceof Uint8Array) return cell.length + 48
  if (!Array.isArray(cell)) return 32
  let sum = 64
  for (const inner of cell as readonly Native[]) sum += weigh(inner)
  return sum
}

/** Whether bounds of a column are of use: they are not for intervals, JSON and vectors. */
export function hasBounds(type: Type): boolean {
  switch (type.kind) {
    case 'interval':
    case 'null':
      return false
    case 'text':
      return type.json !== true
    case 'list':
      return type.item.type.kind !== 'float' && hasBounds(type.item.type)
    case 'struct':
      return type.fields.every((field) => hasBounds(field.type))
    case 'map':
      return hasBounds(type.key.type) && hasBounds(type.value.type)
    default:
      return true
  }
}
