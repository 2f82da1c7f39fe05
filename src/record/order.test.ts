import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '../testkit/values.js'
import { compareText } from './order.js'

test('is the order of UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      const expected = Buffer.compare(Buffer.from(start + a), Buffer.from(start + b))
      expect(Math.sign(compareText(start + a, start + b))).toBe(expected)
    }),
    {
      numRuns: 2000,
      examples: [
        ['', '\u{1f600}', '\uffff'],
        ['', '\ue000', '\u{10000}'],
        ['', '\ud7ff', '\ue000'],
        ['x', '', 'a'],
      ],
    },
  )
})

test('differs from the order of JavaScript beyond U+FFFF', () => {
  expect(compareText('\u{1f600}', '\uff5e')).toBeGreaterThan(0)
  expect('\u{1f600}' < '\uff5e').toBe(true)
})

test('equal texts, beginnings of one another, capitals', () => {
  expect(compareText('', '')).toBe(0)
  expect(compareText('a', 'ab')).toBeLessThan(0)
  expect(compareText('Z', 'a')).toBeLessThan(0)
  expect(compareText('10', '9')).toBeLessThan(0)
})
