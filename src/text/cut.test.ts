import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutLong } from './cut.js'
import { measureOf } from './units.js'

const chars = await measureOf('chars', 'o200k_base')
const words = await measureOf('words', 'o200k_base')
const pieces = (text: string, max: number, measure = chars, lines = false): string[] => {
  let from = 0
  return cutLong(text, 0, text.length, max, measure, lines).map((end) => {
    const piece = text.slice(from, end)
    from = end
    return piece
  })
}

describe('a block that is too long', () => {
  it.each([
    [
      'One here. Two there. Three.',
      20,
      ['One here. Two there. ', 'Three.'].map((_, i) => ['One here. ', 'Two there. Three.'][i]),
    ],
    ['早上起雾了。看得见河吗？看不见！', 12, ['早上起雾了。看得见河吗？', '看不见！']],
    ['他喊：「快回来。」后来', 9, ['他喊：「快回来。」', '后来']],
    ['alpha beta gamma', 11, ['alpha beta ', 'gamma']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['山川草木，鸟兽虫鱼', 6, ['山川草木，', '鸟兽虫鱼']],
    ['👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
    ['🇩🇪🇫🇷🇯🇵', 3, ['🇩🇪', '🇫🇷', '🇯🇵']],
    ['end of it.   ', 10, ['end of it.', '   ']],
    ['a \r\n', 3, ['a ', '\r\n']],
  ])('%j by %i characters', (text, max, expected) => {
    expect(pieces(text, max)).toEqual(expected)
  })

  it('is cut by words of its unit', () => {
    expect(pieces('tin  lead zinc tin lead', 2, words)).toEqual(['tin  lead ', 'zinc tin ', 'lead'])
  })

  it('is cut between lines where it has rows', () => {
    expect(pieces('| a | b |\n| c | d |\n| e |', 20, chars, true)).toEqual(['| a | b |\n| c | d |\n', '| e |'])
    expect(pieces('| a |\n| a row of more |\n| b |', 10, chars, true)).toEqual([
      '| a |\n',
      '| a row ',
      'of more |\n',
      '| b |',
    ])
  })
})

it('pieces join to the block, are no larger, and split no grapheme', () => {
  const sign = fc.constantFrom(
    'a',
    'b',
    ' ',
    '. ',
    '\n',
    '。',
    '山',
    'é',
    'e\u0301',
    '👋🏻',
    '👩‍👩‍👧',
    '🇩🇪',
    '한',
    '\u1112\u1161\u11ab',
    'क्षि',
    '\ud83d',
    '\r\n',
  )
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (signs, max) => {
      const text = signs.join('')
      const found = pieces(text, max)
      expect(found.join('')).toBe(text)
      const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index))
      let at = 0
      for (const piece of found) {
        expect(piece).not.toBe('')
        expect(boundaries.has(at)).toBe(true)
        if ([...piece].length > max) expect([...segmenter.segment(piece)]).toHaveLength(1)
        at += piece.length
      }
    }),
    { numRuns: 5000 },
  )
})
