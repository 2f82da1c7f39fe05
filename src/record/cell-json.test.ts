import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Bytes } from './bytes.js'
import { cellWriter } from './cell-json.js'
import { type Native, type Type, toValue } from './schema.js'
import { toJson } from './value.js'

const json = (type: Type, cell: Native): string => {
  const out = new Bytes(16)
  cellWriter(type)(cell, out)
  return out.view().toString()
}
const column = (name: string, type: Type) => ({ name, type, nullable: true })
const int: Type = { kind: 'int', bits: 32, signed: true }
const long: Type = { kind: 'int', bits: 64, signed: true }
const double: Type = { kind: 'float', bits: 64 }
const text: Type = { kind: 'text' }

it('writes what JSON shows of a cell', () => {
  expect(json(int, -5)).toBe('-5')
  expect(json(long, -(2n ** 63n))).toBe('-9223372036854775808')
  expect(json({ kind: 'bool' }, true)).toBe('true')
  expect(json(text, 'a"\n\u2028😀')).toBe('"a\\"\\n\u2028😀"')
  expect(json(text, null)).toBe('null')
  expect([1, -0, 0.1, 1e21, -1e20, 5e-324, Number.NaN, -Infinity].map((n) => json(double, n))).toEqual([
    '1.0',
    '-0.0',
    '0.1',
    '1e+21',
    '-100000000000000000000.0',
    '5e-324',
    '"NaN"',
    '"-Infinity"',
  ])
  expect(json({ kind: 'decimal', precision: 4, scale: 2 }, -5n)).toBe('-0.05')
  expect(json({ kind: 'list', item: column('element', int) }, [1, null])).toBe('[1,null]')
  expect(json({ kind: 'struct', fields: [column('a', int), column('"', text)] }, [null, 'x'])).toBe(
    '{"a":null,"\\"":"x"}',
  )
  expect(json({ kind: 'struct', fields: [] }, [])).toBe('{}')
  expect(json({ kind: 'struct', fields: [column('a', int), column('b', int), column('a', text)] }, [1, 2, 'x'])).toBe(
    '{"a":"x","b":2}',
  )
  const map: Type = { kind: 'map', key: column('key', text), value: column('value', int) }
  expect(
    json(map, [
      ['a', 1],
      ['b', 2],
      ['a', 3],
    ]),
  ).toBe('[{"key":"a","value":1},{"key":"b","value":2},{"key":"a","value":3}]')
})

it('writes the same as the value of the cell', () => {
  const { typed } = fc.letrec<{ typed: [Type, Native] }>((tie) => ({
    typed: fc.oneof(
      { depthSize: 'small' },
      fc.oneof(
        fc.tuple(fc.constant(double), fc.double()),
        fc.tuple(fc.constant<Type>({ kind: 'float', bits: 32 }), fc.float()),
        fc.tuple(fc.constant(text), fc.string({ unit: 'binary' })),
        fc.tuple(fc.constant(long), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
        fc.tuple(
          fc.constant<Type>({ kind: 'timestamp', unit: 'us', zone: 'UTC' }),
          fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }),
        ),
        fc.tuple(fc.constant<Type>({ kind: 'bytes' }), fc.uint8Array()),
        fc.tuple(fc.constant(int), fc.constant(null)),
      ),
      tie('typed').map(([type, cell]): [Type, Native] => [
        { kind: 'list', item: column('element', type) },
        [cell, null, cell],
      ]),
      fc
        .array(fc.tuple(fc.string(), tie('typed')), { maxLength: 3 })
        .map((fields): [Type, Native] => [
          { kind: 'struct', fields: fields.map(([name, [type]]) => column(name, type)) },
          fields.map(([, [, cell]]) => cell),
        ]),
      fc
        .tuple(tie('typed'), fc.array(fc.string(), { maxLength: 3 }))
        .map(([[type, cell], keys]): [Type, Native] => [
          { kind: 'map', key: column('key', text), value: column('value', type) },
          keys.map((key) => [key, cell]),
        ]),
    ) as fc.Arbitrary<[Type, Native]>,
  }))
  const same = ([type, cell]: [Type, Native]): void => {
    expect(json(type, cell)).toBe(toJson(toValue(type, cell)))
  }
  fc.assert(fc.property(typed, same), { numRuns: 2000 })
})
