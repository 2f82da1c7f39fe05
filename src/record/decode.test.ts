// Long JSON strings against what `JSON.parse` makes of them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeLong } from './decode.js'

const decoded = (inside: string, before = '', after = '') => {
  const bytes = Buffer.from(`${before}${inside}${after}`)
  const start = Buffer.byteLength(before)
  return decodeLong(bytes, start, start + Buffer.byteLength(inside))
}
const parsed = (inside: string): string => JSON.parse(`"${inside}"`)

/** Pieces of the inside of JSON strings: plain, of 2 to 4 bytes, escapes of all kinds, halves of pairs. */
const pieces = fc.constantFrom(
  ...[
    'a',
    ' ',
    'plain ASCII of sixteen signs and more',
    'é',
    '検',
    '👍',
    '\\n',
    '\\t',
    '\\r',
    '\\b',
    '\\f',
    '\\"',
    '\\\\',
    '\\/',
  ],
  ...[
    '\\u0041',
    '\\u00e9',
    '\\u691C',
    '\\uD83D\\uDC4d',
    '\\ud800',
    '\\udc00',
    '\\u0000',
    'ÿ',
    'Ā',
    '\u2028',
    '\ufeff',
    '\\\\u0041',
  ],
)

test('as JSON.parse', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 200 }), fc.string({ unit: 'binary' }), (parts, before) => {
      const inside = parts.join('')
      expect(decoded(inside, before, '"')).toBe(parsed(inside))
    }),
    { numRuns: 2000 },
  )
})

describe('longer than a piece', () => {
  test.each([
    'a',
    'é',
    '検',
    '👍',
    '\\n',
    '\\u691c',
    '\\ud83d\\udc4d',
    '\\\\',
    'x\\\\\\n',
    '\\\\\\\\\\u0041',
    '1234567é',
  ])('of %j', (part) => {
    for (const shift of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
      const inside = shift + part.repeat(Math.ceil(600_000 / part.length))
      expect(decoded(inside) === parsed(inside)).toBe(true)
    }
  })
})

test('bytes beyond ASCII that fit one byte a sign', () => expect(decoded('ÿ¡é'.repeat(400))).toBe('ÿ¡é'.repeat(400)))
