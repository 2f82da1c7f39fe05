// Fields spliced into a record: what is read of it afterwards, and the bytes that stay.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bytes } from './bytes.js'
import { spansOf, splice } from './splice.js'

const KEYS = ['score', 'rank', 'sources']

function spliced(json: string, values: readonly (string | undefined)[], before = ''): string {
  const bytes = Buffer.from(before + json)
  const start = Buffer.byteLength(before)
  const spans = new Int32Array(KEYS.length * 2)
  spansOf(bytes, start, KEYS, spans)
  const out = new Bytes()
  splice(bytes, start, bytes.length, KEYS, spans, values, out)
  return out.view().toString()
}

test.each([
  ['{"a":1}', ['2', '3', '[]'], '{"a":1,"score":2,"rank":3,"sources":[]}'],
  ['{ "rank" : 9 , "a":1,"score":1.50 }', ['2', '3', undefined], '{ "rank" : 3 , "a":1,"score":2 }'],
  ['{"score":1,"b":{"score":2},"score":3}', ['4', undefined, undefined], '{"score":1,"b":{"score":2},"score":4}'],
  ['{"sc\\u006fre":1}', ['4', undefined, undefined], '{"sc\\u006fre":4}'],
  ['{"a":"}"} ', ['4', undefined, '[{"run":"é"}]'], '{"a":"}","score":4,"sources":[{"run":"é"}]} '],
])('%s', (json, values, expected) => {
  expect(spliced(json, values)).toBe(expected)
  expect(spliced(json, values, '{"score":0}\n')).toBe(expected)
})

test('is what setting the fields of an object is', () => {
  const key = fc.constantFrom('score', 'rank', 'sources', 'a', 'é', '"')
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.jsonValue(), { minKeys: 1 }),
      fc.array(fc.option(fc.jsonValue(), { nil: undefined }), { minLength: 3, maxLength: 3 }),
      (object, values) => {
        const expected: Record<string, unknown> = { ...object }
        for (const [k, name] of KEYS.entries()) if (values[k] !== undefined) expected[name] = values[k]
        const json = values.map((value) => (value === undefined ? undefined : JSON.stringify(value)))
        expect(spliced(JSON.stringify(object), json)).toBe(JSON.stringify(expected))
      },
    ),
  )
})
