// Paragraphs and lines: literals for each line end, and the definition itself on any text.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from './block.js'
import { byLines, isBlankLine, lineEnd, nextLine, plainBlocks } from './paragraphs.js'

const spans = (blocks: readonly Block[]) => blocks.map(({ start, end }) => [start, end])
const slices = (text: string, blocks: readonly Block[]) => blocks.map(({ start, end }) => text.slice(start, end))

describe('paragraphs', () => {
  test.each([
    [
      'One a\nOne b\n\nTwo\n\nThree\n',
      [
        [0, 11],
        [13, 16],
        [18, 23],
      ],
    ],
    [
      'One a\r\nOne b\r\n\r\nTwo\r\n\r\nThree\r\n',
      [
        [0, 12],
        [16, 19],
        [23, 28],
      ],
    ],
    [
      'One a\rOne b\r\rTwo\r\rThree\r',
      [
        [0, 11],
        [13, 16],
        [18, 23],
      ],
    ],
    [
      'One a\r\nOne b\n \t \nTwo\r\rThree',
      [
        [0, 12],
        [17, 20],
        [22, 27],
      ],
    ],
    ['', []],
    ['\n', []],
    [' \t\r\n\u00a0\n\u3000\f\n', []],
    ['a', [[0, 1]]],
    ['\n\na \n  b\n\n\n', [[2, 8]]],
    [
      'a\n\r\nb',
      [
        [0, 1],
        [4, 5],
      ],
    ],
    [
      'a\n\rb',
      [
        [0, 1],
        [3, 4],
      ],
    ],
    ['a\u2028\u2028b\u0085\u0085c', [[0, 7]]],
    ['a\n\u200b\nb', [[0, 5]]],
  ])('%j', (text, want) => {
    expect(spans(plainBlocks(text))).toEqual(want)
  })

  test('from a place on', () => {
    expect(spans(plainBlocks('---\na: 1\n---\n\none\ntwo\n', 12))).toEqual([[14, 21]])
    expect(plainBlocks('\ufeffone', 1)).toEqual([{ kind: 'paragraph', start: 1, end: 4 }])
    expect(plainBlocks('one', 3)).toEqual([])
  })
})

describe('lines', () => {
  test('each by itself, in the kind it stood in, headings whole', () => {
    const text = 'Title\n=====\n- a\n\n- b\r\n- c\rend\n'
    const blocks: Block[] = [
      { kind: 'heading', start: 0, end: 11, level: 1, title: 'Title' },
      { kind: 'list', start: 12, end: 25 },
      { kind: 'paragraph', start: 26, end: 29 },
    ]
    expect(byLines(text, blocks)).toEqual([
      blocks[0],
      { kind: 'list', start: 12, end: 15 },
      { kind: 'list', start: 17, end: 20 },
      { kind: 'list', start: 22, end: 25 },
      { kind: 'paragraph', start: 26, end: 29 },
    ])
  })

  test('the steps of a line', () => {
    const text = 'a\r\nb\rc\nd'
    const starts = [0]
    while (starts.at(-1)! < text.length) starts.push(nextLine(text, starts.at(-1)!))
    expect(starts).toEqual([0, 3, 5, 7, 8])
    expect(starts.slice(1).map((next, i) => lineEnd(text, starts[i]!, next))).toEqual([1, 4, 6, 8])
    expect([isBlankLine(' \t\u3000x', 0, 3), isBlankLine(' \t\u3000x', 0, 4)]).toEqual([true, false])
  })
})

describe('on any text', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\u3000', '\n', '\r', '\r\n', '\n\n', '検') })
  const BLANK = /^[ \t\u3000]*$/

  test('lines that are not blank, and no others, come out in order', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const want = text.split(/\r\n|\n|\r/).filter((line) => !BLANK.test(line))
        const blocks = plainBlocks(text)
        expect(slices(text, byLines(text, blocks))).toEqual(want)
        expect(slices(text, blocks).flatMap((block) => block.split(/\r\n|\n|\r/))).toEqual(want)
      }),
      { numRuns: 500 },
    ))

  test('between two paragraphs stands a blank line', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const blocks = plainBlocks(text)
        const starts = [...blocks.map(({ start }) => start), text.length]
        blocks.forEach(({ end }, i) => {
          const between = text.slice(end, starts[i + 1]).split(/\r\n|\n|\r/)
          if (i + 1 < blocks.length) expect(between.length).toBeGreaterThan(2)
          expect(between.every((line) => BLANK.test(line))).toBe(true)
        })
      }),
      { numRuns: 500 },
    ))
})
