// What counts as a term.
import { expect, test } from 'vitest'
import { terms } from './terms.js'

const all = (text: string): string[] => [...terms(text, 0, text.length)]

test.each([
  ['words of three letters or more, in lower case', 'A cat SAT on 24 mats, x86', ['cat', 'sat', 'mats']],
  ['letters with marks', 'Café e\u0301te\u0301 Größe', ['café', 'e\u0301te\u0301', 'größe']],
  ['each ideograph', '水位上升。', ['水', '位', '上', '升']],
  ['ideographs that follow a Latin word at once', '使用API接口', ['使', '用', 'api', '接', '口']],
  ['kana, without the long-vowel mark', 'スーパーの川', ['ス', 'パ', 'の', '川']],
  ['ideographs beyond the basic plane', '\u{20bb7}野', ['\u{20bb7}', '野']],
  ['Korean words', '강물이 높다', ['강물이', '높다']],
  ['Cyrillic and Arabic', 'Река высока النهر', ['река', 'высока', 'النهر']],
  ['nothing in numbers, signs and lone surrogates', '3.14 -- ab \ud83d \ude00 👋🏻', []],
])('%s', (_, text, expected) => {
  expect(all(text)).toEqual(expected)
})

test('only what lies in the stretch', () => {
  expect([...terms('alpha beta gamma', 6, 10)]).toEqual(['beta'])
})

test.each(['river ', '川', '川。', '\u{20bb7}'])('a large block of %j has the terms of its parts', (part) => {
  const found = all(part.repeat(100_000))
  expect(found.length).toBe(100_000)
  expect(new Set(found)).toEqual(new Set([part.replace(/[ 。]/, '')]))
})

test.each(['x', 'é', '\u{10400}'])('an endless word of %j goes by in parts', (sign) => {
  const text = sign.repeat(3_000_000)
  expect(all(text).join('')).toBe(text.toLowerCase())
})

test('an endless run of the low half of a pair ends', () => {
  expect(all('\ude00'.repeat(300_000))).toEqual([])
})
