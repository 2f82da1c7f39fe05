import type { ColumnMetaData, SchemaElement } from 'hyparquet'
import { expect, it } from 'vitest'
import type { Type } from '../../record/schema.js'
import type { RawStats } from './footer.js'
import { statsOf } from './stats.js'
import type { LeafNode } from './tree.js'

const column = { num_values: 10n } as ColumnMetaData
const leaf = (type: Type, element: Omit<SchemaElement, 'name'>): LeafNode => ({
  kind: 'leaf',
  name: 'c',
  nullable: true,
  def: 1,
  rep: 0,
  leaf: 0,
  type,
  element: { name: 'c', ...element },
})
const raw = (stats: Partial<RawStats>): RawStats => ({
  min: undefined,
  max: undefined,
  oldMin: undefined,
  oldMax: undefined,
  nulls: undefined,
  nans: undefined,
  ordered: true,
  ...stats,
})
const float = (n: number): Uint8Array => Uint8Array.from(Buffer.from(Float64Array.of(n).buffer))
const int = (n: number): Uint8Array => Uint8Array.from(Buffer.from(Int32Array.of(n).buffer))
const text = (s: string): Uint8Array => Uint8Array.from(Buffer.from(s))

const doubles = leaf({ kind: 'float', bits: 64 }, { type: 'DOUBLE' })
const texts = leaf({ kind: 'text' }, { type: 'BYTE_ARRAY', converted_type: 'UTF8' })
const ints = leaf({ kind: 'int', bits: 32, signed: true }, { type: 'INT32' })
const unsigned = leaf({ kind: 'int', bits: 32, signed: false }, { type: 'INT32', converted_type: 'UINT_32' })
const dates = leaf({ kind: 'date' }, { type: 'INT32', converted_type: 'DATE' })
const stats = (node: LeafNode, given: Partial<RawStats>) => statsOf(node, column, raw(given))
const num = (token: string) => ({ token })

it('NaN tells nothing, and may stand beside equal bounds', () => {
  expect(stats(doubles, { min: float(Number.NaN), max: float(1) })).toEqual({})
  expect(stats(doubles, { min: float(0), max: float(1) })).toEqual({ min: num('0.0'), max: num('1.0') })
  expect(stats(doubles, { min: float(1), max: float(1) })).toEqual({})
  expect(stats(doubles, { min: float(-0), max: float(0) })).toEqual({})
  expect(stats(doubles, { min: float(1), max: float(1), nans: 0n })).toEqual({ min: num('1.0'), max: num('1.0') })
  expect(stats(doubles, { min: float(1), max: float(Infinity) })).toEqual({ min: num('1.0'), max: num('Infinity') })
})

it('bounds that were cut inside a character', () => {
  const cut = text('aé').subarray(0, 2)
  expect(stats(texts, { min: cut, max: text('b') })).toEqual({ min: 'a', max: 'b' })
  expect(stats(texts, { min: text(''), max: cut })).toEqual({ min: '' })
})

it('bounds of before 2017 only where their order is right', () => {
  expect(stats(ints, { oldMin: int(-1), oldMax: int(1) })).toEqual({ min: -1, max: 1 })
  expect(stats(unsigned, { oldMin: int(-1), oldMax: int(1) })).toEqual({})
  expect(stats(texts, { oldMin: text('a'), oldMax: text('b') })).toEqual({})
})

it('bounds without an order, or of another size', () => {
  expect(stats(texts, { min: text('a'), max: text('b'), ordered: false })).toEqual({})
  expect(stats(unsigned, { min: int(1), max: int(-1) })).toEqual({ min: 1, max: 4294967295 })
  expect(stats(ints, { min: text('abcde'), max: int(1) })).toEqual({ max: 1 })
})

it('dates whose text has another order', () => {
  expect(stats(dates, { min: int(-719_162), max: int(0) })).toEqual({ min: '0001-01-01', max: '1970-01-01' })
  expect(stats(dates, { min: int(0), max: int(2_932_897) })).toEqual({})
})

it('nulls', () => {
  expect(stats(ints, { nulls: 10n })).toEqual({ allNull: true })
  expect(stats(ints, { nulls: 9n, min: int(4), max: int(4) })).toEqual({ min: 4, max: 4 })
  expect(statsOf(ints, column, undefined)).toEqual({})
})
