// Token counts against those that tiktoken gives, and long runs against the package's own merging.
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { tokensMeasure } from './tokens.js'

const sizeOf = async (encoding: 'cl100k_base' | 'o200k_base', text: string) =>
  (await tokensMeasure(encoding)).size(text, 0, text.length)

describe('counts of tiktoken', () => {
  // From the tests of tiktoken and OpenAI's cookbook on counting tokens.
  test.each([
    ['hello world', 2],
    ['rer', 1],
    ["'rer", 2],
    ['today\n ', 3],
    ['today\n \n', 2],
    ['today\n  \n', 2],
    ['tiktoken is great!', 6],
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 9],
    ['', 0],
  ])('cl100k_base: %j has %d', async (text, size) => {
    expect(await sizeOf('cl100k_base', text)).toBe(size)
  })

  test.each([
    ['tiktoken is great!', 6],
    ['antidisestablishmentarianism', 6],
    ['2 + 2 = 4', 7],
    ['お誕生日おめでとう', 8],
    ['hello world', 2],
  ])('o200k_base: %j has %d', async (text, size) => {
    expect(await sizeOf('o200k_base', text)).toBe(size)
  })

  test('names of special tokens are text', async () => {
    expect(await sizeOf('cl100k_base', '<|endoftext|>')).toBe(7)
    expect(await sizeOf('cl100k_base', 'hello world<|endoftext|>')).toBe(9)
    expect(await sizeOf('o200k_base', '<|endofprompt|>')).toBeGreaterThan(1)
  })
})

const noise = (length: number, of: string) => {
  let state = 7
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return of[(state >>> 16) % of.length]
  }).join('')
}

describe.each([
  ['cl100k_base', cl100k],
  ['o200k_base', o200k],
] as const)('%s', (name, encode) => {
  const plain = { disallowedSpecial: new Set<string>() }
  const long = {
    'one letter': 'a'.repeat(1000),
    'any letters': noise(1500, 'abcdefghijklmnopqrstuvwxyz'),
    'letters of any case': noise(1500, 'aAbBcCdDeE'),
    blanks: ' '.repeat(700),
    'blanks and line ends': noise(900, ' \n\t\r'),
    signs: noise(900, '=-#*/'),
    'signs after blanks': `x  \t${'!'.repeat(400)}  \t${'='.repeat(300)}\n\n/y`,
    ideographs: noise(800, '检索系统返回候选文档检'),
    kana: noise(700, 'らーめんおいしい'),
    marks: 'e\u0301'.repeat(300),
    emoji: '👍🏽'.repeat(200),
    'lone surrogates': `${'a'.repeat(300)}\ud800${'b'.repeat(300)}`,
    'among words': `See  ${'ab'.repeat(300)}'s 12345 words, and\n\n ${'.'.repeat(400)} that <|endoftext|>.`,
  }
  test.each(Object.entries(long))('a long run of %s has as many tokens as the package merges', async (_, text) => {
    const measure = await tokensMeasure(name)
    const want = encode(text, plain).length
    expect(measure.size(text, 0, text.length)).toBe(want)
    expect(measure.fits(text, 0, text.length, want)).toBe(true)
    expect(measure.fits(text, 0, text.length, want - 1)).toBe(false)
  })

  test('runs of 100 KB', async () => {
    const measure = await tokensMeasure(name)
    // Eight letters a are the longest token of them.
    expect(measure.size('a'.repeat(100_000), 0, 100_000)).toBe(12_500)
    expect(measure.fits('a'.repeat(100_000), 0, 100_000, 480)).toBe(false)
    expect(measure.fits('a'.repeat(100_000), 0, 3840, 480)).toBe(true)
    expect(measure.fits('a'.repeat(100_000), 0, 3841, 480)).toBe(false)
  })

  test('a stretch counts by itself, whatever was counted before', async () => {
    const measure = await tokensMeasure(name)
    expect(measure.size('hello world', 0, 5)).toBe(1)
    expect(measure.size('hello there', 0, 5)).toBe(1)
    expect(measure.fits('hello world', 0, 11, 2)).toBe(true)
    expect(measure.fits('hello world', 0, 11, 1)).toBe(false)
    expect(measure.fits('hello', 2, 2, 0)).toBe(true)
  })
})
