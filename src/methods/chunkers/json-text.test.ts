import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonText } from './json-text.js'

const inside = (json: string): JsonText => {
  const bytes = Buffer.from(json)
  return new JsonText(bytes, 1, bytes.length - 1)
}

it('a stretch keeps its escapes', () => {
  const json = '"a\\n\\u00e9é\\ud83d\\ude00\\ud83dz"'
  const text = inside(json)
  // Bytes of UTF-8: a 1, line end 1, é 2, é 2, emoji 4, half a pair 3, z 1.
  const cut = (start: number, end: number): string => {
    const [from, to] = text.span(start, end)
    return Buffer.from(json).toString('utf8', from, to)
  }
  expect(cut(0, 2)).toBe('a\\n')
  expect(cut(1, 4)).toBe('\\n\\u00e9')
  expect(cut(4, 10)).toBe('é\\ud83d\\ude00')
  expect(cut(10, 14)).toBe('\\ud83dz')
  expect(cut(0, 1)).toBe('a')
})

it('any stretch of any text is the JSON of the slice', () => {
  const sign = fc.constantFrom('a', 'é', '山', '😀', '\n', '"', '\\', '\u0001')
  fc.assert(
    fc.property(
      fc.array(sign, { maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 6 }),
      (signs, spans) => {
        const json = JSON.stringify(signs.join(''))
        const text = inside(json)
        for (const [a, b] of spans) {
          const [first, last] = [Math.min(a, b), Math.max(a, b)]
          const size = (n: number): number => Buffer.byteLength(signs.slice(0, n).join(''))
          const [from, to] = text.span(size(first), size(last))
          expect(`"${Buffer.from(json).toString('utf8', from, to)}"`).toBe(
            JSON.stringify(signs.slice(first, last).join('')),
          )
        }
      },
    ),
    { numRuns: 1000 },
  )
})
