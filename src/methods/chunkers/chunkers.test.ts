// The laws of chunking, held against every strategy on documents that broke other tools.
import fc from 'fast-check'
import { expect } from 'vitest'
import { SIGNS, TEXTS } from '../../testkit/documents.js'
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

/** A law that looks at one document at a time. */
interface CutLaw extends Law<Chunker> {
  check(cut: Cut): void
}

const law = (says: string, check: (cut: Cut) => void, stub: Chunker['chunk']): CutLaw => ({
  says,
  check,
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
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}][\p{M}\p{Join_Control}\u00ad]*)+/gu,
    )?.length ?? 0
  )
}
const bySentence = ({ flags }: Chunker): boolean => flags?.includes('window') === true
/** Where the chunk at `i` ends, or the last one. */
const endOf = (all: readonly Chunk[], i: number): Pick<Chunk, 'end' | 'last'> => {
  const { end, last } = all[Math.min(i, all.length - 1)] as Chunk
  return { end, last }
}
const cells = (block: Block): boolean => ['table', 'fence', 'code'].includes(block.kind)

const laws: CutLaw[] = [
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
    'the bytes of a chunk are those of the document at its place in bytes',
    ({ doc: { text }, chunks }) => {
      const source = Buffer.from(text)
      for (const { start, end } of chunks) {
        const from = Buffer.byteLength(text.slice(0, start))
        const to = from + Buffer.byteLength(text.slice(start, end))
        expect(source.subarray(from, to).equals(Buffer.from(text.slice(start, end)))).toBe(true)
      }
    },
    // Counts UTF-16 units as if they were signs.
    ({ text, blocks }) => blocks.map((_, i) => ({ start: i, end: Math.min(text.length, i + 2), first: i, last: i })),
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
    ({ doc: { text, blocks }, sizes, chunks }) => {
      for (const [i, { start, first, section, window }] of chunks.entries()) {
        const before = chunks[i - 1]
        if (before === undefined || before.last !== first || start <= before.end) continue
        // Sentences part without the blanks round them; each has a window of its own.
        if (section !== before.section || window !== before.window) continue
        // A row or line that is cut itself may begin with a piece of blanks.
        if (cells(blocks[first] as Block) && /[\r\n]/.test(text.charAt(before.end - 1))) continue
        // Blanks are left out only as a piece of their own, where the one before had no room for them.
        expect(sizeOf(text.slice(before.start, start), sizes.measure)).toBeGreaterThan(sizes.max)
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
        if (!cells(block) || start <= block.start) continue
        const head = /[^\r\n]*$/.exec(text.slice(0, start)) as RegExpExecArray
        // At the start of a line, or behind the blanks that it begins with.
        if (isBlank(head[0])) continue
        const tail = /^[^\r\n]*(\r\n|\r|\n|$)/.exec(text.slice(start)) as RegExpExecArray
        expect(sizeOf(head[0] + tail[0], sizes.measure)).toBeGreaterThan(sizes.max)
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
    ...law(
      'a window is so many sentences on each side, within the section',
      ({ sizes, chunks }) => {
        // Pieces of one sentence share their window.
        const sentences: Chunk[][] = []
        for (const [i, chunk] of chunks.entries()) {
          if (i === 0 || chunk.window !== chunks[i - 1]?.window) sentences.push([])
          sentences[sentences.length - 1]?.push(chunk)
        }
        for (const [i, [chunk]] of sentences.entries()) {
          const near = sentences.slice(Math.max(0, i - sizes.window), i + sizes.window + 1).flat()
          const same = near.filter(({ section }) => section === chunk?.section)
          expect(chunk?.window).toMatchObject({ start: same[0]?.start, end: same[same.length - 1]?.end })
        }
      },
      plain,
    ),
    when: bySentence,
    stub: {
      summary: 'has no sentences before it',
      aliases: [],
      flags: ['window'],
      chunk: (doc) => plain(doc).map((chunk, i, all) => ({ ...chunk, window: { ...chunk, ...endOf(all, i + 2) } })),
    },
  },
  {
    ...law(
      'a strategy that can leave windows out has them, and their section',
      ({ chunks }) => {
        for (const { window, section } of chunks) expect([window, section]).not.toContain(undefined)
      },
      plain,
    ),
    when: ({ flags }) => flags?.includes('window off') === true,
    stub: { summary: 'has no window', aliases: [], flags: ['window off'], chunk: plain },
  },
]

/** All of them at once, of any text. */
const random: Law<Chunker> = {
  says: 'any text obeys the laws that look at one document',
  holds: (chunker) =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...SIGNS), { maxLength: 50 }),
        fc.constantFrom(chars, chars, bytes, words),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(19),
        fc.constantFrom('markdown', 'text'),
        (signs, measure, max, wished, markup) => {
          const overlap = Math.min(wished, max - 1)
          const sizes: Sizes = { measure, max, overlap, window: 1, parent: 'section' }
          const doc = docOf(signs.join(''), markup)
          const cut = { doc, sizes, chunks: [...chunker.chunk(doc, sizes)] }
          for (const { check, when } of laws) if (when?.(chunker) ?? true) check(cut)
        },
      ),
      { numRuns: 300, seed: 20240229 },
    ),
  stub: { summary: 'breaks laws', aliases: [], chunk: plain },
}

const again: Law<Chunker> = {
  says: 'the same document gives the same chunks',
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
}

await prove(chunkers, [...laws, random, again], (_, chunker) => chunker)
