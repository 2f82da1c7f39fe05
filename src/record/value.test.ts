import fc from 'fast-check'
import { expect, test } from 'vitest'
import { value } from '../testkit/values.js'
import { isList, isNumber, isStruct, Num, spelling, toJson, type Value } from './value.js'

test('numbers are written by their token, what is not finite as a text', () => {
  for (const token of ['1.0', '1e5', '1E400', '9007199254740993', '-0', '0.10'])
    expect(toJson(new Num(token))).toBe(token)
  expect(toJson(-7)).toBe('-7')
  expect(['NaN', 'Infinity', '-Infinity'].map((token) => toJson(new Num(token)))).toEqual([
    '"NaN"',
    '"Infinity"',
    '"-Infinity"',
  ])
})

test('objects keep the order of their keys, names of numbers too', () => {
  const object = new Map<string, Value>([
    ['b', [1, null, true]],
    ['2', new Map()],
    ['1', 'x'],
    ['__proto__', []],
    ['', ''],
  ])
  expect(toJson(object)).toBe('{"b":[1,null,true],"2":{},"1":"x","__proto__":[],"":""}')
})

test('texts are escaped as little as JSON allows', () => {
  expect(toJson('é語😀/\u2028"\\\n\u0007')).toBe('"é語😀/\u2028\\"\\\\\\n\\u0007"')
  expect(toJson('\ud800')).toBe('"\\ud800"')
})

test('what is written is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (plain) => {
      const own = (v: unknown): never =>
        (Array.isArray(v)
          ? v.map(own)
          : typeof v === 'number' && !Number.isSafeInteger(v)
            ? new Num(Object.is(v, -0) ? '-0' : String(v))
            : v !== null && typeof v === 'object'
              ? new Map(Object.entries(v).map(([k, inner]) => [k, own(inner)]))
              : v) as never
      expect(JSON.parse(toJson(own(plain)))).toEqual(JSON.parse(JSON.stringify(plain)))
    }),
  )
})

test('the spelling of a text is itself, of everything else its JSON', () => {
  expect([7, new Num('7.0'), '7', true, null].map(spelling)).toEqual(['7', '7.0', '7', 'true', 'null'])
  expect(spelling([1, 'a'])).toBe('[1,"a"]')
})

test('a value is of one kind', () => {
  fc.assert(
    fc.property(value, (v) => {
      const kinds = [isList(v), isStruct(v), isNumber(v), typeof v === 'string', typeof v === 'boolean', v === null]
      expect(kinds.filter(Boolean)).toHaveLength(1)
    }),
  )
})
