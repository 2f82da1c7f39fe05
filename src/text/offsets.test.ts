// The cursor against what the language counts before an index.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Offsets } from './offsets.js'

const at = (text: string, ...indexes: number[]) => {
  const offsets = new Offsets(text)
  return indexes.map((index) => {
    offsets.seek(index)
    return [offsets.chars, offsets.bytes]
  })
}

describe('code points and bytes before an index', () => {
  test('ASCII', () =>
    expect(at('abcdef', 3, 6, 0)).toEqual([
      [3, 3],
      [6, 6],
      [0, 0],
    ]))
  test('two and three bytes', () =>
    expect(at('é検a', 1, 2, 3, 1)).toEqual([
      [1, 2],
      [2, 5],
      [3, 6],
      [1, 2],
    ]))
  test('pairs', () =>
    expect(at('a👍b👍', 1, 3, 4, 6, 3)).toEqual([
      [1, 1],
      [2, 5],
      [3, 6],
      [4, 10],
      [2, 5],
    ]))
  test('lone surrogates', () =>
    expect(at('\ud800a\udc00', 1, 2, 3, 0)).toEqual([
      [1, 3],
      [2, 4],
      [3, 7],
      [0, 0],
    ]))
})

test('any way over a well-formed text', () => {
  const kinds = [fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'aé検👍') })]
  fc.assert(
    fc.property(fc.oneof(...kinds), fc.array(fc.nat(), { minLength: 1, maxLength: 10 }), (text, way) => {
      const points = [...text]
      const offsets = new Offsets(text)
      for (const step of way) {
        const before = points.slice(0, step % (points.length + 1)).join('')
        offsets.seek(before.length)
        expect([offsets.chars, offsets.bytes]).toEqual([[...before].length, Buffer.byteLength(before)])
      }
    }),
    { numRuns: 500 },
  )
})
