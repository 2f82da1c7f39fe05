// The laws of chunking, held against every strategy on documents that broke other tools.
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Law, prove } from '../../testkit/laws.js'
import type { Block } from '../../text/block.js'
import { markdownBlocks } from '../../text/markdown.js'
import { plainBlocks } from '../../text/paragraphs.js'
import { measureOf } from '../../text/units.js'
import type { Chunk, Chunker, Doc, Sizes } from './chunker.js'
import { chunkers } from './index.js'

const bytes = await measureOf('bytes', 'o200k_base')
const chars = await measureOf('chars', 'o200k_base')
const words = await measureOf('words', 'o200k_base')
const PROSE = 'The gauge stands in the river. Dr. Ode reads it at 8 a.m. every day! Is 3.14 m high? Nobody knows.'
const TEXTS = [
  '',
  ' \n\t\n\r\n',
  'x',
  PROSE,
  `${PROSE}\n\n${PROSE}\n\nShort.\n\n${PROSE} ${PROSE} ${PROSE} ${PROSE} ${PROSE}\n\nEnd.`,
  'Check valve.\n\nCheck valve.\n\nTurn.\n\nCheck valve.\n',
  'Up a\r\nUp b\r\n\r\nMid\r\rEnd\r\n \t\r\nlast',
  '早上起雾了。看得见河吗？看不见！他喊：「快回来。」后来雾散了．\n\n第一章 总则\n\n第一条 为了保护河流，制定本办法。\n第二条 适用于全部测站。\n',
  '水位が上がった。橋は閉じた。\n\n問：いつ開くか？\n\n答：朝に開く。',
  'a👋🏻b👩‍👩‍👧c é 𝛃z 🇩🇪🇫🇷 e\u0301\u0301 한글 \u1112\u1161\u11ab क्षि',
  'half \ud83d and \ude00 pairs \ud83d\n\n\ude00',
  `# Pump\n\nBefore.\n\n~~~sh\n# not a heading\n${'start the pump now\n'.repeat(12)}~~~\n\n## Stop\n\n### Now\n\n| Zone | Day |\n|---|---|\n${'| North | a long cell |\n'.repeat(9)}\n\n- one\n- two\n\n> said\n\n---\n\nEnd.`,
  'Chapter I\n\nThe river rose.\n\nChapter II. The thaw\n\nIt fell. Was it ice?\n\nQ: Why?\n\nArticle 12 (Scope)\n12.1 One\n12.2 Two\n§ 3 Three',
  'wordwithoutanyspace'.repeat(40),
  `${'\n'.repeat(50)}late${'\n'.repeat(50)}`,
  `${' '.repeat(90)}indented far\n\nnext`,
]
const SIZES: [Sizes['measure'], number, number][] = [
  [chars, 1, 0],
  [chars, 2, 1],
  [chars, 12, 0],
  [chars, 60, 20],
  [chars, 480, 80],
  [words, 4, 2],
  [bytes, 30, 9],
]

interface Cut {
  readonly doc: Doc
  readonly sizes: Sizes
  readonly chunks: readonly Chunk[]
}

const docOf = (text: string, markup: Doc['markup']): Doc => ({
  text,
  markup,
  blocks: markup === 'markdown' ? markdownBlocks(text) : plainBlocks(text),
})

const made = new WeakMap<Chunker, Cut[]>()

/** The chunks of all texts at all sizes, made once for each strategy. */
function cuts(chunker: Chunker): Cut[] {
  const known = made.get(chunker) ?? [...cutAll(chunker)]
  made.set(chunker, known)
  return known
}

function* cutAll(chunker: Chunker): Generator<Cut> {
  for (const text of TEXTS)
    for (const markup of ['markdown', 'text'] as const)
      for (const [measure, max, overlap] of SIZES)
        for (const parent of chunker.flags?.includes('parent')
          ? (['section', 'document'] as const)
          : (['section'] as const)) {
          const sizes = { measure, max, overlap, window: 2, parent }
          const doc = docOf(text, markup)
          yield { doc, sizes, chunks: [...chunker.chunk(doc, sizes)] }
        }
}

const law = (says: string, check: (cut: Cut) => void, stub: Chunker['chunk']): Law<Chunker> => ({
  says,
  holds: (chunker) => {
    for (const cut of cuts(chunker)) check(cut)
  },
  stub: { summary: 'breaks a law', aliases: [], chunk: stub },
})

/** What stubs begin with: each block a chunk. */
const plain = ({ blocks }: Doc): Chunk[] => blocks.map(({ start, end }, i) => ({ start, end, first: i, last: i }))
const isBlank = (text: string): boolean => /^\s*$/.test(text)
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
const boundariesOf = new Map<string, Set<number>>()
const graphemes = (text: string): number => [...segmenter.segment(text)].length
/** Sizes by other means than those of the code. */
const sizeOf = (text: string, { unit }: Sizes['measure']): number => {
  if (unit === 'bytes') return new TextEncoder().encode(text).length
  if (unit === 'chars') return Array.from(text).length
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}\p{M}])+/gu,
    )?.length ?? 0
  )
}
const cells = (block: Block): boolean => block.kind === 'table' || block.kind === 'fence'

const laws: Law<Chunker>[] = [
  law(
    'a chunk is a stretch of the text within its blocks, and not blank',
    ({ doc: { text, blocks }, chunks }) => {
      for (const { start, end, first, last } of chunks) {
        expect(start >= 0 && end > start && end <= text.length).toBe(true)
        expect(isBlank(text.slice(start, end))).toBe(false)
        // The locator names exactly the blocks that it touches.
        const touched = blocks.flatMap((block, i) => (block.start < end && block.end > start ? [i] : []))
        expect([first, last]).toEqual([touched[0], touched[touched.length - 1]])
      }
    },
    (doc) => plain(doc).map((chunk) => ({ ...chunk, first: 0, last: 0 })),
  ),
  law(
    'each chunk starts after the one before it and ends after it',
    ({ chunks }) => {
      for (const [i, { start, end }] of chunks.entries()) {
        const before = chunks[i - 1]
        if (before !== undefined) expect(start > before.start && end > before.end).toBe(true)
      }
    },
    // Looks for its texts, and so finds the first of several.
    (doc) =>
      plain(doc).map((chunk) => {
        const text = doc.text.slice(chunk.start, chunk.end)
        const start = doc.text.indexOf(text)
        return { ...chunk, start, end: start + text.length }
      }),
  ),
  law(
    'all that is not blank is in a chunk',
    ({ doc: { text, blocks }, chunks }) => {
      let at = 0
      for (const { start, end } of chunks) {
        expect(isBlank(text.slice(at, start))).toBe(true)
        at = Math.max(at, end)
      }
      expect(isBlank(text.slice(at))).toBe(true)
      expect(blocks.length > 0).toBe(chunks.length > 0)
    },
    (doc) => plain(doc).slice(0, -1),
  ),
  law(
    'no chunk is larger than asked, except a single grapheme',
    ({ doc: { text }, sizes, chunks }) => {
      for (const { start, end } of chunks) {
        const piece = text.slice(start, end)
        if (sizeOf(piece, sizes.measure) > sizes.max) expect(graphemes(piece)).toBe(1)
      }
    },
    plain,
  ),
  law(
    'no grapheme is split',
    ({ doc: { text }, chunks }) => {
      const boundaries =
        boundariesOf.get(text) ?? new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length)
      boundariesOf.set(text, boundaries)
      for (const { start, end } of chunks) expect(boundaries.has(start) && boundaries.has(end)).toBe(true)
    },
    ({ text }) => Array.from({ length: text.length }, (_, i) => ({ start: i, end: i + 1, first: 0, last: 0 })),
  ),
  law(
    'what a chunk has in common with the one before it is whole paragraphs, no larger than asked, and not all of it',
    ({ doc: { text, blocks }, sizes, chunks }) => {
      for (const [i, { start }] of chunks.entries()) {
        const before = chunks[i - 1]
        if (before === undefined || start >= before.end) continue
        expect(blocks.some((block) => block.start === start)).toBe(true)
        expect(blocks.some((block) => block.end === before.end)).toBe(true)
        expect(sizeOf(text.slice(start, before.end), sizes.measure) <= sizes.overlap).toBe(true)
      }
    },
    (doc) => plain(doc).map((chunk, i, all) => (i === 0 ? chunk : { ...chunk, start: (all[i - 1] as Chunk).end - 1 })),
  ),
  law(
    'the pieces of a paragraph follow one another without gap',
    ({ doc: { text }, chunks }) => {
      for (const [i, { start, first }] of chunks.entries()) {
        const before = chunks[i - 1]
        if (before === undefined || before.last !== first || start <= before.end) continue
        // Only blanks that are no part of a sentence, or of a chunk of blanks alone, lie between.
        expect(isBlank(text.slice(before.end, start))).toBe(true)
      }
    },
    ({ text, blocks }) =>
      blocks.flatMap(({ start, end }, i) =>
        [start, start + 3]
          .filter((at) => at < Math.min(end, text.length))
          .map((at) => ({ start: at, end: at + 1, first: i, last: i })),
      ),
  ),
  law(
    'a row of a table or a line of a fence is cut only when it is too long itself',
    ({ doc: { text, blocks }, sizes, chunks }) => {
      for (const { start, first } of chunks) {
        const block = blocks[first] as Block
        if (!cells(block) || start === block.start || text[start - 1] === '\n') continue
        const from = text.lastIndexOf('\n', start - 1) + 1
        const next = text.indexOf('\n', start)
        expect(sizeOf(text.slice(from, next < 0 ? text.length : next + 1), sizes.measure) > sizes.max).toBe(true)
      }
    },
    ({ blocks }) =>
      blocks.flatMap(({ start, end }, i) => [
        { start, end: start + 4, first: i, last: i },
        { start: start + 4, end, first: i, last: i },
      ]),
  ),
  law(
    'a section covers its chunks, which share it',
    ({ doc: { text }, chunks }) => {
      const seen = new Map<number, unknown>()
      for (const { start, end, section } of chunks) {
        if (section === undefined) continue
        expect(section.start <= start && section.end >= end).toBe(true)
        expect(section.path[section.path.length - 1]).toBe(section.heading)
        if (section.heading !== undefined) expect(text.slice(section.start, section.end)).toContain(section.heading)
        expect(seen.get(section.start) ?? section).toBe(section)
        seen.set(section.start, section)
      }
    },
    (doc) => plain(doc).map((chunk) => ({ ...chunk, section: { ...chunk, end: chunk.end - 1, path: [] } })),
  ),
  law(
    'a window covers its chunk and names the blocks that it touches',
    ({ doc: { blocks }, chunks }) => {
      for (const { start, end, window } of chunks) {
        if (window === undefined) continue
        expect(window.start <= start && window.end >= end).toBe(true)
        const touched = blocks.flatMap((block, i) => (block.start < window.end && block.end > window.start ? [i] : []))
        expect([window.first, window.last]).toEqual([touched[0], touched[touched.length - 1]])
      }
    },
    (doc) => plain(doc).map((chunk, _, all) => ({ ...chunk, window: all[0] as Chunk })),
  ),
  {
    ...law('the same document gives the same chunks', () => {}, plain),
    holds: (chunker) => {
      for (const { doc, sizes, chunks } of cuts(chunker)) expect([...chunker.chunk(doc, sizes)]).toEqual(chunks)
    },
    stub: {
      summary: 'counts its calls',
      aliases: [],
      chunk: (
        (calls: number) => (doc: Doc) =>
          calls++ % 3 === 0 ? plain(doc) : []
      )(0),
    },
  },
  {
    ...law('any text is covered by chunks that fit', () => {}, plain),
    holds: (chunker) => {
      const sign = fc.constantFrom(
        'a',
        'B',
        ' ',
        '. ',
        '\n',
        '\n\n',
        '\r\n',
        '。',
        '山',
        '#',
        '# ',
        '- ',
        '```\n',
        '|',
        '👋🏻',
        '🇩🇪',
        '1.2 ',
        '?',
        '第一条 ',
        'e\u0301',
        '\ud83d',
        '\t',
      )
      fc.assert(
        fc.property(
          fc.array(sign, { maxLength: 60 }),
          fc.integer({ min: 1, max: 20 }),
          fc.nat(19),
          (signs, max, overlap) => {
            const sizes: Sizes = {
              measure: chars,
              max,
              overlap: Math.min(overlap, max - 1),
              window: 1,
              parent: 'section',
            }
            for (const markup of ['markdown', 'text'] as const) {
              const doc = docOf(signs.join(''), markup)
              let at = 0
              for (const { start, end } of chunker.chunk(doc, sizes)) {
                expect(isBlank(doc.text.slice(at, start)) && end > at).toBe(true)
                at = end
                const piece = doc.text.slice(start, end)
                if (Array.from(piece).length > max) expect(graphemes(piece)).toBe(1)
              }
              expect(isBlank(doc.text.slice(at))).toBe(true)
            }
          },
        ),
        { numRuns: 500, seed: 20240229 },
      )
    },
  },
]

await prove(chunkers, laws, (_, chunker) => chunker)
