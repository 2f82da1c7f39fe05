// Subjects planted in a document, and where it is cut between them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownBlocks } from '../../text/markdown.js'
import { measureOf } from '../../text/units.js'
import chunker from './semantic.js'

const measure = await measureOf('chars', 'o200k_base')
// Each of 20 terms, so that a paragraph is a token sequence.
const RIVER =
  'River gauge water level stage flow meter river gauge water. Flow meter reads river stage near gauge house under bridge.'
const BREAD =
  'Bread flour yeast oven dough baking crust bread flour yeast. Baking dough makes crust brown every morning with more salt.'
const STARS =
  'Planet orbit comet moon telescope galaxy planet orbit comet. Telescope shows galaxy, moon, comet, planet, star, ring, dust, orbit, sun.'
const FLOOD = '河水上升测站报警堤坝闸门水位河水上升测站。'
const TEA = '茶叶采摘炒青揉捻烘干泡壶清香茶叶采摘炒青。'

const times = (paragraph: string, n: number): string[] => Array.from({ length: n }, () => paragraph)

/** For each chunk its first and last paragraph, from 0. */
function cut(paragraphs: readonly string[], max = 100_000, overlap = 0): [number, number][] {
  const text = paragraphs.join('\n\n')
  const doc = { text, markup: 'markdown' as const, blocks: markdownBlocks(text) }
  expect(doc.blocks.length).toBe(paragraphs.length)
  const chunks = [...chunker.chunk(doc, { max, overlap, measure, window: 0, parent: 'section' })]
  return chunks.map(({ first, last }) => [first, last])
}

test('one subject is one chunk', () => {
  expect(cut(times(RIVER, 12))).toEqual([[0, 11]])
})

test('a boundary stands between subjects', () => {
  expect(cut([...times(RIVER, 12), ...times(BREAD, 12), ...times(STARS, 12)])).toEqual([
    [0, 11],
    [12, 23],
    [24, 35],
  ])
})

test('Chinese needs no spaces', () => {
  expect(cut([...times(FLOOD, 8), ...times(TEA, 8)])).toEqual([
    [0, 7],
    [8, 15],
  ])
})

test('a boundary behind a heading is moved before it, and before those that stand over it', () => {
  // Terms before each: 100 and 17, 117 and 1, 118 and 1, 119: the boundary, at 120, is nearest to the last.
  const short = RIVER.replace('house under bridge.', '.')
  expect(cut([...times(RIVER, 5), short, '# Baking', '## Bread', ...times(BREAD, 6)])).toEqual([
    [0, 5],
    [6, 13],
  ])
})

test('a subject that changes inside a paragraph does not part it', () => {
  const both = [...times(RIVER, 5), ...times(BREAD, 4)].join(' ')
  // The change is nearer to its end than to its start.
  expect(cut([...times(RIVER, 6), both, ...times(BREAD, 6)])).toEqual([
    [0, 6],
    [7, 12],
  ])
})

test('between boundaries paragraphs are packed, and nothing is carried over a boundary', () => {
  const two = 2 * BREAD.length + 2
  expect(cut([...times(RIVER, 4), ...times(BREAD, 4)], two, BREAD.length)).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [4, 5],
    [5, 6],
    [6, 7],
  ])
})

test('too few terms to compare are one stretch', () => {
  expect(cut(['Short.', RIVER])).toEqual([[0, 1]])
  expect(cut(['1.', '***', '2024'])).toEqual([[0, 2]])
})

/** The paper read word for word, for paragraphs of `size` terms: the first paragraph of each stretch but the first. */
function naive(terms: readonly string[], size: number): number[] {
  const [w, k] = [20, 10]
  const scores: number[] = []
  for (let place = w; place + w <= terms.length; place += w) {
    const [left, right] = [terms.slice(Math.max(0, place - w * k), place), terms.slice(place, place + w * k)]
    const count = (side: readonly string[], term: string): number => side.filter((other) => other === term).length
    const sum = (of: (term: string) => number): number => [...new Set(terms)].reduce((all, term) => all + of(term), 0)
    const product = sum((term) => count(left, term) * count(right, term))
    scores.push(product / Math.sqrt(sum((term) => count(left, term) ** 2) * sum((term) => count(right, term) ** 2)))
  }
  const s = scores.map((score, i) => ((scores[i - 1] ?? score) + score + (scores[i + 1] ?? score)) / 3)
  const hill = (i: number, step: number): number => {
    let at = i
    while ((s[at + step] ?? -1) > (s[at] as number)) at += step
    return s[at] as number
  }
  const depths = s.map((score, i) => hill(i, -1) + hill(i, 1) - 2 * score)
  const mean = depths.reduce((a, b) => a + b, 0) / depths.length
  const sd = Math.sqrt(depths.reduce((a, b) => a + (b - mean) ** 2, 0) / depths.length)
  const gaps: number[] = []
  const order = [...depths.keys()].sort((a, b) => (depths[b] as number) - (depths[a] as number) || a - b)
  for (const i of order) {
    const depth = depths[i] as number
    if (depth < mean - sd / 2 || depth < (depths[i - 1] ?? 0) || depth <= (depths[i + 1] ?? 0)) continue
    if (gaps.every((gap) => Math.abs(gap - i) >= 3)) gaps.push(i)
  }
  const paragraphs = Math.ceil(terms.length / size)
  const starts = gaps.map((gap) => Math.min(paragraphs - 1, Math.round(((gap + 1) * w) / size)))
  return [...new Set(starts)].filter((start) => start > 0).sort((a, b) => a - b)
}

test('the boundaries are those of the paper', () => {
  const words = ['river', 'gauge', 'water', 'bread', 'flour', 'oven', 'planet', 'orbit', 'comet', 'moon']
  // A subject is which of the words it is about.
  const subject = fc.record({ from: fc.nat(7), length: fc.integer({ min: 5, max: 90 }), seed: fc.integer({ min: 1 }) })
  let boundaries = 0
  fc.assert(
    fc.property(
      fc.array(subject, { minLength: 1, maxLength: 14 }),
      fc.constantFrom(4, 10, 20, 35),
      (subjects, size) => {
        const terms = subjects.flatMap(({ from, length, seed }) =>
          Array.from({ length }, (_, i) => words[from + ((seed >> (i % 13)) % 3)] as string),
        )
        const paragraphs: string[] = []
        for (let i = 0; i < terms.length; i += size) paragraphs.push(terms.slice(i, i + size).join(' '))
        const expected = naive(terms, size)
        boundaries += expected.length
        expect(
          cut(paragraphs)
            .map(([first]) => first)
            .slice(1),
        ).toEqual(expected)
      },
    ),
    { numRuns: 500, seed: 1997 },
  )
  expect(boundaries).toBeGreaterThan(200)
})
