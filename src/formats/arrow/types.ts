// Columns as the fields of an Arrow schema, in the classes of the Arrow library.
import { DateUnit, IntervalUnit, Precision, TimeUnit } from 'apache-arrow/enum'
import { Field, Schema } from 'apache-arrow/schema'
import * as arrow from 'apache-arrow/type'
import type { Column, Layout, Type } from '../../record/schema.js'
import { pairOf } from './build-nested.js'
import { decimalBits, EXTENSION } from './field.js'

export const schemaOf = (columns: readonly Column[]): Schema => new Schema(columns.map(fieldOf))

function fieldOf({ name, type, nullable, metadata }: Column): Field {
  // JSON gets its extension type only where the input had it: readers that do not know `arrow.json` refuse the file.
  const uuid = type.kind === 'uuid' ? ([[EXTENSION, 'arrow.uuid']] as const) : []
  return new Field(name, dataType(type), nullable, new Map([...(metadata ?? []), ...uuid]))
}

const UNIT = { s: TimeUnit.SECOND, ms: TimeUnit.MILLISECOND, us: TimeUnit.MICROSECOND, ns: TimeUnit.NANOSECOND }
const INTERVAL = {
  'year-month': IntervalUnit.YEAR_MONTH,
  'day-time': IntervalUnit.DAY_TIME,
  'month-day-nano': IntervalUnit.MONTH_DAY_NANO,
}
const PRECISION = { 16: Precision.HALF, 32: Precision.SINGLE, 64: Precision.DOUBLE }

function dataType(type: Type): arrow.DataType {
  switch (type.kind) {
    case 'null':
      return new arrow.Null()
    case 'bool':
      return new arrow.Bool()
    case 'int':
      return new arrow.Int(type.signed, type.bits)
    case 'float':
      return new arrow.Float(PRECISION[type.bits])
    case 'decimal':
      return new arrow.Decimal(type.scale, type.precision, type.layout ?? decimalBits(type.precision))
    case 'text':
      return textType(type.layout)
    case 'bytes':
      return type.fixed === undefined ? bytesType(type.layout) : new arrow.FixedSizeBinary(type.fixed)
    case 'uuid':
      return new arrow.FixedSizeBinary(16)
    case 'date':
      return new arrow.Date_(type.layout === 'large' ? DateUnit.MILLISECOND : DateUnit.DAY)
    case 'time':
      return new arrow.Time(UNIT[type.unit], type.unit === 's' || type.unit === 'ms' ? 32 : 64)
    case 'timestamp':
      return new arrow.Timestamp(UNIT[type.unit], type.zone)
    case 'duration':
      return new arrow.Duration(UNIT[type.unit])
    case 'interval':
      return new arrow.Interval(INTERVAL[type.unit ?? 'month-day-nano'])
    case 'list':
      return listType(type)
    case 'struct':
      return new arrow.Struct(type.fields.map(fieldOf))
    case 'map':
      return new arrow.Map_(fieldOf(pairOf(type)) as Field<arrow.Struct>)
  }
}

function textType(layout: Layout | undefined): arrow.DataType {
  if (layout === 'view') return new arrow.Utf8View()
  return layout === 'large' ? new arrow.LargeUtf8() : new arrow.Utf8()
}

function bytesType(layout: Layout | undefined): arrow.DataType {
  if (layout === 'view') return new arrow.BinaryView()
  return layout === 'large' ? new arrow.LargeBinary() : new arrow.Binary()
}

function listType({ item, fixed, layout }: Type & { kind: 'list' }): arrow.DataType {
  if (fixed !== undefined) return new arrow.FixedSizeList(fixed, fieldOf(item))
  return layout === 'large' ? new arrow.LargeList(fieldOf(item)) : new arrow.List(fieldOf(item))
}
