// Fields read out of bytes, held against JSON.parse.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import ndjson from '../formats/ndjson.js'
import { admitted } from '../testkit/admitted.js'
import { wildObject } from '../testkit/json-text.js'
import { Pieces } from '../testkit/splitter.js'
import { keyIs, parseValue, skipValue } from './json.js'
import { JsonRow } from './json-row.js'
import { Path } from './path.js'
import { Num, toJson, type Value } from './value.js'

const row = (json: string): JsonRow => new JsonRow(Buffer.from(json), { file: 'x', unit: 'line', n: 1 })
const get = (json: string, path: string): Value | undefined => row(json).get(Path.of(path))

/** A value as JSON.parse would have given it. */
const asParsed = (value: Value | undefined): unknown => (value === undefined ? undefined : JSON.parse(toJson(value)))

/** What a path finds in parsed JSON: the reading of the design, over plain objects. */
function find(from: unknown, segments: readonly string[]): unknown {
  if (segments.length === 0) return from
  if (Array.isArray(from)) {
    const [step = '', ...below] = segments
    if (/^\d+$/.test(step)) return Number(step) < from.length ? find(from[Number(step)], below) : undefined
    const found = from.flatMap((element: unknown) => {
      const inner = Array.isArray(element) ? undefined : find(element, segments)
      return inner === undefined ? [] : inner
    })
    return found.length > 0 ? found : undefined
  }
  if (from === null || typeof from !== 'object') return undefined
  for (let n = segments.length; n > 0; n--) {
    const key = segments.slice(0, n).join('.')
    const found = Object.hasOwn(from, key) ? find((from as Record<string, unknown>)[key], segments.slice(n)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

describe('get', () => {
  test('of duplicates the last, keys by what their escapes spell', () => {
    expect(get('{"a":1,"a":2}', 'a')).toBe(2)
    expect(get('{"a":1,"\\u0061":2}', 'a')).toBe(2)
    expect(get('{"\\u0061":2,"a":1}', 'a')).toBe(1)
    expect(get('{"k\\u00e9y":1}', 'kéy')).toBe(1)
    expect(get('{"a\\/b":1}', 'a/b')).toBe(1)
    expect(get('{"a":{"b":1},"a":{"c":2}}', 'a.b')).toBeUndefined()
  })

  test('numbers by their token, texts with their escapes undone', () => {
    expect(get('{"a":9007199254740993}', 'a')).toEqual(new Num('9007199254740993'))
    expect(get('{"a":-0}', 'a')).toEqual(new Num('-0'))
    expect(get('{"a":10.0 }', 'a')).toEqual(new Num('10.0'))
    expect(get('{"a":-12}', 'a')).toBe(-12)
    expect(get('{"a":"\\ud83d\\ude00\\n\\"\\\\"}', 'a')).toBe('😀\n"\\')
    expect(get('{"a":"\\ud800"}', 'a')).toBe('\ud800')
  })

  test('what JSON.parse finds, for any object and any path', () => {
    fc.assert(
      fc.property(
        wildObject,
        fc.array(fc.constantFrom('a', 'b', 'a.b', 'é', '0', '1', '__proto__', ''), { minLength: 1, maxLength: 3 }),
        (object, steps) => {
          const text = steps.join('.')
          // A path that begins with a slash is a pointer.
          const expected = find(JSON.parse(object), text.split('.'))
          expect(asParsed(get(object, text))).toEqual(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('a record in a block, in the plain and in the vector scan, gives the same', async () => {
    const paths = ['a', 'b', 'a.b', 'é', 'a.0.b'].map(Path.of)
    const filler = `{"filler":"${'x'.repeat(990)}"}\n`.repeat(70)
    await fc.assert(
      fc.asyncProperty(fc.array(wildObject, { minLength: 1, maxLength: 10 }), async (objects) => {
        const lines = objects.map((object) => `${object}\n`).join('')
        const found: unknown[] = []
        // The vector scan begins with the second block.
        const source = new Pieces(Buffer.from(lines + filler + lines))
        for await (const batch of admitted(ndjson, source, { paths })) {
          const fields = paths.map((path) => batch.field(path))
          for (let i = 0; i < batch.size; i++)
            if (batch.at(i).n <= objects.length || batch.at(i).n > objects.length + 70)
              found.push(fields.map((field) => asParsed(field(i))))
        }
        const once = objects.map((object) => paths.map((path) => asParsed(row(object).get(path))))
        expect(found).toEqual([...once, ...once])
      }),
      { numRuns: 60 },
    )
  })
})

test('a whole value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(wildObject, (object) => {
      const bytes = Buffer.from(object)
      const start = object.search(/\{/)
      expect(asParsed(parseValue(bytes, start, skipValue(bytes, start)))).toEqual(JSON.parse(object))
    }),
    { numRuns: 1000 },
  )
})

test('keys are compared by what they spell', () => {
  const is = (spelt: string, key: string): boolean => keyIs(Buffer.from(spelt), 0, Buffer.byteLength(spelt), key)
  expect([
    is('a', 'a'),
    is('a', 'b'),
    is('ab', 'a'),
    is('a', 'ab'),
    is('', ''),
    is('\\u0061', 'a'),
    is('é', 'é'),
    is('é', 'è'),
  ]).toEqual([true, false, false, false, true, true, true, false])
})
