import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wildObject } from '../testkit/json-text.js'
import { text, value } from '../testkit/values.js'
import { JsonRow } from './json-row.js'
import { Path } from './path.js'
import { type Fields, Num, toJson } from './value.js'

const row = (json: string): JsonRow => new JsonRow(Buffer.from(json), { file: 'x.ndjson', unit: 'line', n: 3 })
const spliced = (json: string, fields: Fields): string => Buffer.from(row(json).with(fields).json()).toString()

describe('with', () => {
  test('a field that is there changes only the bytes of its value', () => {
    expect(spliced('{ "a" : 1.0 ,"b":  [1, 2] , "c":"\\u00e9" }', { b: 'x' })).toBe(
      '{ "a" : 1.0 ,"b":  "x" , "c":"\\u00e9" }',
    )
    expect(spliced('{"a":{"b":1},"b":2}', { b: null })).toBe('{"a":{"b":1},"b":null}')
    expect(spliced('{"\\u0061":1}', { a: 2 })).toBe('{"\\u0061":2}')
    expect(spliced('{"a":1,"a":2}', { a: 3 })).toBe('{"a":1,"a":3}')
  })

  test('a new one goes before the last brace', () => {
    expect(spliced('{"a":1}', { b: 2 })).toBe('{"a":1,"b":2}')
    expect(spliced('{"a":{}} ', { b: 2 })).toBe('{"a":{},"b":2} ')
    expect(spliced('{}', { b: 2, c: [] })).toBe('{"b":2,"c":[]}')
    expect(spliced('{ }', { b: 2 })).toBe('{ "b":2}')
    expect(spliced('{"a":"}"}', { 'b"': '}' })).toBe('{"a":"}","b\\"":"}"}')
    expect(spliced('{"a":1}', { 'a.b': 2 })).toBe('{"a":1,"a.b":2}')
  })

  test('numbers are written by their token', () => {
    expect(spliced('{"score":1}', { score: new Num('0.10000'), rank: 7 })).toBe('{"score":0.10000,"rank":7}')
  })

  test('the row itself stays as it was, and says where it stands', () => {
    const first = row('{"a":1}')
    const second = first.with({ a: 2 })
    expect([first.get(Path.of('a')), second.get(Path.of('a'))]).toEqual([1, 2])
    expect(second.at).toEqual({ file: 'x.ndjson', unit: 'line', n: 3 })
  })

  const name = fc.oneof(fc.constantFrom('a', 'b', 'é', '0', '', '__proto__', 'new'), text)

  test('is what JSON.parse and an assignment give, for any record', () => {
    fc.assert(
      fc.property(wildObject, name, value, (object, field, given) => {
        const expected = JSON.parse(object) as Record<string, unknown>
        Object.defineProperty(expected, field, {
          value: JSON.parse(toJson(given)),
          enumerable: true,
          writable: true,
          configurable: true,
        })
        expect(JSON.parse(spliced(object, Object.fromEntries([[field, given]])))).toEqual(expected)
      }),
      { numRuns: 2000 },
    )
  })

  test('everything else keeps its bytes', () => {
    fc.assert(
      fc.property(wildObject, name, (object, field) => {
        const marked = spliced(object, Object.fromEntries([[field, '\u{10ffff}mark']]))
        const [before = '', after = ''] = marked.split('"\u{10ffff}mark"')
        const had = Object.hasOwn(JSON.parse(object) as object, field)
        const end = object.length - after.length
        if (had) expect(before + object.slice(before.length, end) + after).toBe(object)
        else {
          const added = `${/^\{\s*\}$/.test(object) ? '' : ','}${JSON.stringify(field)}:`
          expect(before.endsWith(added)).toBe(true)
          expect(before.slice(0, -added.length) + after).toBe(object)
        }
        // What was cut out is one whole value.
        if (had)
          expect(JSON.parse(object.slice(before.length, end))).toEqual(
            (JSON.parse(object) as Record<string, unknown>)[field],
          )
      }),
      { numRuns: 2000 },
    )
  })
})

test('its JSON is the bytes it was made of', () => {
  fc.assert(
    fc.property(wildObject, (object) => {
      expect(Buffer.from(row(object).json()).toString()).toBe(object)
      expect(Buffer.from(row(object).with({}).json()).toString()).toBe(object)
    }),
  )
})
