// The sizes of stretches, against literals and against what the language itself counts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureOf, units } from './units.js'

const tokenizer = 'o200k_base'
const sizeOf = async (unit: string, text: string, start = 0, end = text.length) =>
  (await measureOf(unit, tokenizer)).size(text, start, end)

/** Texts of all kinds of signs, lone surrogates too. */
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom(...'a b\n.é検👍\ud800\udc00'), fc.string({ unit: 'binary' })),
})

describe('chars', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['a👍b', 3],
    ['检索系统', 4],
    ['e\u0301', 2],
    ['\ud800', 1],
    ['\udc00\ud800', 2],
    ['\ud83d\ud83d\udc4d', 2],
  ])('%j has %d', async (text, size) => {
    expect(await sizeOf('chars', text)).toBe(size)
  })

  test('a stretch counts by itself, and another text anew', async () => {
    const chars = await measureOf('chars', tokenizer)
    expect(chars.size('👍👍ab', 2, 6)).toBe(3)
    expect(chars.size('abcdef', 2, 6)).toBe(4)
    expect(chars.size('👍👍ab', 2, 6)).toBe(3)
  })

  test('as many as the language itself counts', () =>
    fc.assert(fc.asyncProperty(texts, async (text) => (await sizeOf('chars', text)) === [...text].length)))
})

describe('bytes', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['検', 3],
    ['👍', 4],
    ['\ud800', 3],
    ['a\udc00b', 5],
  ])('%j has %d', async (text, size) => {
    expect(await sizeOf('bytes', text)).toBe(size)
  })

  test('as many as the encoder writes', () =>
    fc.assert(
      fc.asyncProperty(texts, async (text) => (await sizeOf('bytes', text)) === new TextEncoder().encode(text).length),
    ))
})

describe('words', () => {
  test.each([
    ['', 0],
    ['a b  c', 3],
    ['  a\tb\n', 2],
    ['--- … !? *', 0],
    ["don't stop", 2],
    ['don’t stop', 2],
    ["'quoted' rock 'n' roll", 4],
    ["boys' club", 2],
    ['well-known', 2],
    ['3.14 and 1,000', 5],
    ['snake_case', 2],
    ['cafe\u0301 bar', 2],
    ['naïve Füße', 2],
    ['Привет мир', 2],
    ['检索系统', 4],
    ['検索ラーメン', 6],
    ['か\u3099き', 2],
    ['한국어 말', 4],
    ['使用 useState 钩子', 5],
    ['𠀀𠀁', 2],
    ['👍 ok', 1],
    ['می\u200cخواهم', 1],
    ['a\ud800b', 2],
  ])('%j has %d', async (text, size) => {
    expect(await sizeOf('words', text)).toBe(size)
  })

  test('ASCII words parted by blanks: as many as a split gives', () =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', '\n') }),
        async (text) => (await sizeOf('words', text)) === text.split(/\s+/).filter(Boolean).length,
      ),
    ))

  test('nothing behind the stretch is looked at', async () => {
    expect(await sizeOf('words', "it's", 0, 3)).toBe(1)
    expect(await sizeOf('words', 'ab cd', 1, 4)).toBe(2)
  })
})

test.each(units.filter((unit) => unit !== 'tokens'))(
  '%s: a stretch fits when its size is at most the limit',
  async (unit) => {
    const measure = await measureOf(unit, tokenizer)
    fc.assert(
      fc.property(texts, fc.nat(40), fc.nat(40), fc.integer({ min: -1, max: 60 }), (text, a, b, max) => {
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)]
        return measure.fits(text, start, end, max) === measure.size(text, start, end) <= max
      }),
      { numRuns: 500 },
    )
  },
)

test('the names, and none beside them', async () => {
  expect(units).toEqual(['chars', 'words', 'tokens', 'bytes'])
  for (const unit of units) expect((await measureOf(unit, 'cl100k_base')).unit).toBe(unit)
  await expect(measureOf('lines', tokenizer)).rejects.toThrow(RangeError)
  await expect(measureOf('tokens', 'p50k')).rejects.toThrow(RangeError)
})
