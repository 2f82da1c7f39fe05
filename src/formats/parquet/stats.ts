// What the footer says of a column in a row group, as the JSON view has it. Where the order there is not the stored one, nothing.
import { isUtf8 } from 'node:buffer'
import type { ColumnMetaData } from 'hyparquet'
import { type Native, type Type, toValue } from '../../record/schema.js'
import type { Stats } from '../../registry/format.js'
import type { RawStats } from './footer.js'
import { nativeReader } from './native.js'
import type { LeafNode } from './tree.js'
import { Spans, valuesFor } from './values.js'

/** `leaf` is a column that does not nest. */
export function statsOf(leaf: LeafNode, column: ColumnMetaData, raw: RawStats | undefined): Stats {
  if (raw === undefined) return {}
  if (raw.nulls !== undefined && raw.nulls === column.num_values) return { allNull: true }
  const { type, element } = leaf
  if (!ORDERED.has(type.kind) || element.type === 'INT96') return {}
  const old = hasOldOrder(leaf)
  const min = cellOf(leaf, (raw.ordered ? raw.min : undefined) ?? (old ? raw.oldMin : undefined), false)
  const max = cellOf(leaf, (raw.ordered ? raw.max : undefined) ?? (old ? raw.oldMax : undefined), true)
  if (Number.isNaN(min) || Number.isNaN(max)) return {}
  // NaN stands outside the bounds. It is in no range, but `ne` finds it where the bounds say that all values are one.
  if (type.kind === 'float' && raw.nans !== 0n && min === max) return {}
  const stats = {
    ...(min === undefined ? {} : { min: toValue(type, min) }),
    ...(max === undefined ? {} : { max: toValue(type, max) }),
  }
  // Years outside 0000 to 9999 are spelt with a sign, which as text comes before all digits.
  const signed = Object.values(stats).some((bound) => /^[+-]/.test(String(bound)))
  return (type.kind === 'date' || type.kind === 'timestamp') && signed ? {} : stats
}

/** Kinds whose JSON view has the order of the stored values: not the base64 of bytes. */
const ORDERED: ReadonlySet<string> = new Set<Type['kind']>([
  'bool',
  'int',
  'float',
  'decimal',
  'text',
  'uuid',
  'date',
  'time',
  'timestamp',
])

/** The bounds of before 2017 compared bytes as signed: of no use for texts and unsigned numbers. */
function hasOldOrder({ type, element }: LeafNode): boolean {
  if (type.kind === 'int') return type.signed
  return element.type !== 'BYTE_ARRAY' && element.type !== 'FIXED_LEN_BYTE_ARRAY' && element.type !== 'INT96'
}

/** A bound as a cell; undefined when there is none or it cannot be read. A bound for texts may be cut short. */
function cellOf({ type, element }: LeafNode, bytes: Uint8Array | undefined, upper: boolean): Native | undefined {
  if (bytes === undefined) return undefined
  if (type.kind === 'text') return textBound(bytes, upper)
  const size = SIZES[element.type ?? ''] ?? element.type_length
  if (size !== undefined && size !== bytes.length) return undefined
  const values = valuesFor(element, false)
  values.reserve(1)
  if (values instanceof Spans) values.append([bytes])
  else values.plain([Buffer.from(bytes), 0, bytes.length], 1)
  return nativeReader(type, values)(0)
}

const SIZES: Record<string, number> = { BOOLEAN: 1, INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8 }

/** A lower bound that was cut inside a character ends before it. */
function textBound(bytes: Uint8Array, upper: boolean): string | undefined {
  for (let cut = 0; cut < (upper ? 1 : 4) && cut <= bytes.length; cut++) {
    const text = bytes.subarray(0, bytes.length - cut)
    if (isUtf8(text)) return Buffer.from(text).toString('utf8')
  }
  return undefined
}
