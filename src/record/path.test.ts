import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { value } from '../testkit/values.js'
import { dig, Path } from './path.js'
import type { Value } from './value.js'

const ways = (text: string): string[] => Path.of(text).ways.map(({ key, rest }) => [key, ...rest].join(' > '))

describe('readings of a path', () => {
  test.each([
    ['lang', ['lang']],
    ['meta.lang', ['meta.lang', 'meta > lang']],
    ['a.b.c', ['a.b.c', 'a.b > c', 'a > b > c']],
    ['/meta/lang', ['meta > lang']],
    ['/meta.lang', ['meta.lang']],
    ['/a~1b/c~0d', ['a/b > c~d']],
    ['/a~01', ['a~1']],
    ['/', ['']],
    ['', ['']],
    ['a.', ['a.', 'a > ']],
  ])('%j', (text, expected) => {
    expect(ways(text)).toEqual(expected)
  })

  test('spellings are tried in order', () => {
    const path = Path.anyOf('chunk_id', ['chunk_id', 'id', '_id'])
    expect(path.text).toBe('chunk_id')
    expect(path.ways.map(({ key }) => key)).toEqual(['chunk_id', 'id', '_id'])
  })
})

describe('following a path', () => {
  const object = (own: Record<string, Value>): Value => new Map(Object.entries(own))
  const at = (from: Value, ...rest: string[]): Value | undefined => dig(from, rest)

  test('into objects, by literal keys with dots first', () => {
    expect(at(object({ a: object({ b: 1 }) }), 'a', 'b')).toBe(1)
    expect(at(object({ 'a.b': 2, a: object({ b: 1 }) }), 'a', 'b')).toBe(2)
    expect(at(object({ a: object({ 'b.c': 3, b: object({ c: 4 }) }) }), 'a', 'b', 'c')).toBe(3)
    expect(at(object({ 'a.b': object({ d: 1 }), a: object({ b: object({ c: 5 }) }) }), 'a', 'b', 'c')).toBe(5)
  })

  test('null is found, what is not there is not', () => {
    expect(at(object({ a: null }), 'a')).toBeNull()
    expect(at(object({ a: null }), 'a', 'b')).toBeUndefined()
    expect(at(object({}), 'a')).toBeUndefined()
    expect(at('text', 'length')).toBeUndefined()
    expect(at(object({}), 'constructor')).toBeUndefined()
    expect(at(7, 'a')).toBeUndefined()
    expect(dig(undefined, ['a'])).toBeUndefined()
    expect(at('x')).toBe('x')
  })

  test('into lists, by a 0-based place or element by element', () => {
    const list = [object({ k: 1 }), object({ k: [2, 3] }), object({}), 'k', object({ k: null })]
    expect(at(list, '1', 'k')).toEqual([2, 3])
    expect(at(list, '9')).toBeUndefined()
    expect(at(list, 'k')).toEqual([1, 2, 3, null])
    expect(at(list, 'z')).toBeUndefined()
    expect(at(object({ tags: ['a', 'b'] }), 'tags', '0')).toBe('a')
    expect(at([[7]], '0', '0')).toBe(7)
  })

  test('no path and no value makes it fail', () => {
    fc.assert(
      fc.property(
        value,
        fc.array(fc.oneof(fc.constantFrom('a', '0', '1', '-1', '__proto__', 'length'), fc.string())),
        (from, rest) => {
          const found = dig(from, rest)
          if (rest.length > 0 && (from === null || typeof from !== 'object')) expect(found).toBeUndefined()
        },
      ),
    )
  })
})
