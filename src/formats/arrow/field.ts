// A field of an Arrow schema: how its arrays lie in memory, and the column that it is to the rest of the program.
import { badFile } from '../../record/fault.js'
import type { Column, Layout, Type, Unit } from '../../record/schema.js'
import type { Table } from './flatbuffer.js'

export interface IntType {
  readonly kind: 'int'
  readonly bits: 8 | 16 | 32 | 64
  readonly signed: boolean
}

export type DecimalBits = 32 | 64 | 128 | 256

/** The usual width for so many digits: 128 bits hold 38. */
export const decimalBits = (precision: number): DecimalBits => (precision <= 38 ? 128 : 256)

export type ArrowType =
  | IntType
  | { readonly kind: 'null' | 'bool' | 'struct' | 'map' }
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 }
  | { readonly kind: 'binary'; readonly text: boolean; readonly layout: Layout | undefined }
  | { readonly kind: 'fixed'; readonly width: number }
  | { readonly kind: 'decimal'; readonly bits: DecimalBits; readonly precision: number; readonly scale: number }
  | { readonly kind: 'date'; readonly unit: 'day' | 'ms' }
  | { readonly kind: 'time' | 'duration'; readonly unit: Unit }
  | { readonly kind: 'timestamp'; readonly unit: Unit; readonly zone: string | undefined }
  | { readonly kind: 'interval'; readonly unit: 'year-month' | 'day-time' | 'month-day-nano' }
  | { readonly kind: 'list'; readonly layout: Layout | undefined }
  | { readonly kind: 'fixed list'; readonly size: number }

export interface ArrowField {
  readonly name: string
  readonly type: ArrowType
  readonly nullable: boolean
  readonly metadata: ReadonlyMap<string, string>
  readonly children: readonly ArrowField[]
  /** Set when arrays of this field are indexes into the dictionary with this id, whose values have `type`. */
  readonly dictionary?: { readonly id: bigint; readonly index: IntType }
}

/** The key under which a field's metadata names its extension type. */
export const EXTENSION = 'ARROW:extension:name'

const UNITS: readonly Unit[] = ['s', 'ms', 'us', 'ns']
/** The members of the union `Type` in Schema.fbs, by number. */
const NAMES =
  'none null int float binary utf8 bool decimal date time timestamp interval list struct union fixed_size_binary fixed_size_list map duration large_binary large_utf8 large_list run_end_encoded binary_view utf8_view list_view large_list_view'.split(
    ' ',
  )

/** A column's name as messages say it, on one line. */
export const shown = (name: string): string => (/[\p{C}"]/u.test(name) ? JSON.stringify(name) : name)

/** The field in a flatbuffer table. Throws a `Fault` that names the column for a type that is not read. */
export function fieldOf(table: Table, file: string, above: string): ArrowField {
  const name = table.text(0) ?? ''
  const path = above === '' ? shown(name) : `${above}.${shown(name)}`
  const children = table.tables(5).map((child) => fieldOf(child, file, path))
  const encoding = table.table(4)
  const number = table.byte(2)
  const type = typeOf(number, table.table(3), children)
  if (type === undefined) {
    throw badFile(file, `column ${path}: the Arrow type ${NAMES[number] ?? `number ${number}`} is not read`)
  }
  const index = encoding?.table(1)
  return {
    name,
    type,
    nullable: table.bool(1),
    metadata: new Map(table.tables(6).map((pair) => [pair.text(0) ?? '', pair.text(1) ?? ''])),
    children,
    ...(encoding && { dictionary: { id: encoding.long(0), index: index ? intOf(index) : INT32 } }),
  }
}

const INT32: IntType = { kind: 'int', bits: 32, signed: true }

/** The type with this number; undefined when it is not read. Throws a RangeError for what no schema can say. */
function typeOf(number: number, table: Table | undefined, children: readonly ArrowField[]): ArrowType | undefined {
  const name = NAMES[number]
  const given = (): Table => table ?? broken('no type')
  switch (name) {
    case 'null':
    case 'bool':
    case 'struct':
      return { kind: name }
    case 'int':
      return intOf(given())
    case 'float':
      return { kind: 'float', bits: ([16, 32, 64] as const)[given().short(0)] ?? broken('precision') }
    case 'utf8':
    case 'binary':
      return { kind: 'binary', text: name === 'utf8', layout: undefined }
    case 'large_utf8':
    case 'large_binary':
      return { kind: 'binary', text: name === 'large_utf8', layout: 'large' }
    case 'utf8_view':
    case 'binary_view':
      return { kind: 'binary', text: name === 'utf8_view', layout: 'view' }
    case 'fixed_size_binary':
      return { kind: 'fixed', width: natural(given().int(0)) }
    case 'decimal':
      return decimalOf(given())
    case 'date':
      return { kind: 'date', unit: (['day', 'ms'] as const)[given().short(0, 1)] ?? broken('unit') }
    case 'time':
      return timeOf(given())
    case 'duration':
      return { kind: 'duration', unit: unitOf(given().short(0, 1)) }
    case 'timestamp':
      return { kind: 'timestamp', unit: unitOf(given().short(0)), zone: given().text(1) || undefined }
    case 'interval':
      return { kind: 'interval', unit: INTERVALS[given().short(0)] ?? broken('unit') }
    case 'list':
    case 'large_list':
      only(children)
      return { kind: 'list', layout: name === 'list' ? undefined : 'large' }
    case 'fixed_size_list':
      only(children)
      return { kind: 'fixed list', size: natural(given().int(0)) }
    case 'map':
      if (only(children).type.kind !== 'struct' || only(children).children.length !== 2) broken('no pairs')
      return { kind: 'map' }
    default:
      return undefined
  }
}

const INTERVALS = ['year-month', 'day-time', 'month-day-nano'] as const

function broken(what: string): never {
  throw new RangeError(what)
}

const unitOf = (number: number): Unit => UNITS[number] ?? broken('unit')
const natural = (n: number): number => (n >= 0 ? n : broken('size'))

function only(children: readonly ArrowField[]): ArrowField {
  const [child, more] = children
  return child === undefined || more !== undefined ? broken('children') : child
}

function intOf(table: Table): IntType {
  const bits = ([8, 16, 32, 64] as const).find((width) => width === table.int(0))
  return { kind: 'int', bits: bits ?? broken('width'), signed: table.bool(1) }
}

/** No column that somebody means has so many digits behind the point, or zeros before it. */
const MOST_SCALE = 1000

function decimalOf(table: Table): ArrowType {
  const bits = ([32, 64, 128, 256] as const).find((width) => width === table.int(2, 128))
  const scale = table.int(1)
  if (Math.abs(scale) > MOST_SCALE) broken('scale')
  return { kind: 'decimal', bits: bits ?? broken('width'), precision: natural(table.int(0)), scale }
}

function timeOf(table: Table): ArrowType {
  const unit = unitOf(table.short(0, 1))
  if (table.int(1, 32) !== (unit === 's' || unit === 'ms' ? 32 : 64)) broken('width')
  return { kind: 'time', unit }
}

/** The column that a field is. */
export function columnOf(field: ArrowField): Column {
  const { name, nullable, metadata } = field
  return { name, type: logical(field), nullable, ...(metadata.size > 0 && { metadata }) }
}

function logical({ type, children, metadata }: ArrowField): Type {
  switch (type.kind) {
    case 'binary': {
      const layout = type.layout && { layout: type.layout }
      if (!type.text) return { kind: 'bytes', ...layout }
      return { kind: 'text', ...(metadata.get(EXTENSION) === 'arrow.json' && { json: true }), ...layout }
    }
    case 'fixed':
      if (type.width === 16 && metadata.get(EXTENSION) === 'arrow.uuid') return { kind: 'uuid' }
      return { kind: 'bytes', fixed: type.width }
    case 'decimal': {
      const { bits, precision, scale } = type
      return { kind: 'decimal', precision, scale, ...(bits !== decimalBits(precision) && { layout: bits }) }
    }
    case 'date':
      return { kind: 'date', ...(type.unit === 'ms' && { layout: 'large' }) }
    case 'interval':
      return { kind: 'interval', ...(type.unit !== 'month-day-nano' && { unit: type.unit }) }
    case 'timestamp':
      return { kind: 'timestamp', unit: type.unit, ...(type.zone !== undefined && { zone: type.zone }) }
    case 'list':
      return { kind: 'list', item: columnOf(only(children)), ...(type.layout && { layout: type.layout }) }
    case 'fixed list':
      return { kind: 'list', item: columnOf(only(children)), fixed: type.size }
    case 'struct':
      return { kind: 'struct', fields: children.map(columnOf) }
    case 'map': {
      const [key, value] = only(children).children as [ArrowField, ArrowField]
      return { kind: 'map', key: columnOf(key), value: columnOf(value) }
    }
    case 'null':
    case 'bool':
    case 'int':
    case 'float':
    case 'time':
    case 'duration':
      return type as Type
  }
}
