// Cuts against the segmenter of the language, over whole texts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAt } from './graphemes.js'

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const signs = [
  ...[
    'a',
    ' ',
    '\n',
    '\r',
    '山',
    '。',
    'é',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\u20e3',
    '\u0600',
    '\u{110bd}',
    '한',
    '\u1112',
    '\u1161',
    '\u11ab',
  ],
  ...[
    '🇩',
    '🇪',
    '👩',
    '👧',
    '🏻',
    '❤',
    '🏴',
    '\u{e0067}',
    '\u{1f170}',
    '\u{1f201}',
    '🫀',
    '𝛃',
    '\ud83d',
    '\udc69',
    'क',
    '\u094d',
    'ष',
    '\u0e33',
    'ั',
  ],
]
const text = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 30 }).map((parts) => parts.join(''))

test('the largest boundary at or before an index, else the first one behind the floor', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (text, a, b) => {
      const boundaries = [...segmenter.segment(text)].map(({ index }) => index)
      const floor = boundaries[a % boundaries.length] as number
      const index = floor + (b % (text.length - floor + 1))
      const all = [...boundaries, text.length].filter((at) => at > floor)
      expect(cutAt(text, index, floor, text.length)).toBe(all.findLast((at) => at <= index) ?? all[0])
    }),
    { numRuns: 20_000 },
  )
})
