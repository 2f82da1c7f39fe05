// One sentence to find, and those round it to read.
import type { Block, Span } from '../../text/block.js'
import { cutLong } from '../../text/cut.js'
import { cutAt } from '../../text/graphemes.js'
import { headingSign } from '../../text/headings.js'
import { sentences, trimmed } from '../../text/sentences.js'
import type { Chunk, Chunker, Doc, Section, Sizes, Stretch } from './chunker.js'
import { sections } from './sections.js'

/** Kinds that are one unit, not sentences. */
const WHOLE: ReadonlySet<Block['kind']> = new Set(['heading', 'fence', 'table', 'code', 'html', 'rule'])
const BY_LINES: ReadonlySet<Block['kind']> = new Set(['fence', 'table', 'code'])

/** A sentence a chunk, without the blanks round it; `window` sentences on each side, of the same section, are its window. */
const chunker: Chunker = {
  summary: 'one sentence a chunk, with --window sentences on each side as window_text',
  aliases: ['sentence-window'],
  flags: ['window', 'window off'],
  *chunk(doc, sizes): Generator<Chunk> {
    for (const section of sections(doc, headingSign)) {
      const units = sentencesOf(doc, section)
      for (const [i, unit] of units.entries()) {
        const from = units[Math.max(0, i - sizes.window)] as Stretch
        const to = units[Math.min(units.length - 1, i + sizes.window)] as Stretch
        const window = { start: from.start, end: to.end, first: from.first, last: to.last }
        for (const piece of pieces(doc, unit, sizes)) yield { ...piece, section, window }
      }
    }
  },
}
export default chunker

/** The sentences of a section; each lies in one block. */
function sentencesOf({ text, blocks }: Doc, section: Section): Stretch[] {
  const units: Stretch[] = []
  for (let i = section.first; i <= section.last; i++) {
    const block = blocks[i] as Block
    const start = Math.max(block.start, section.start)
    const end = Math.min(block.end, section.end)
    let from = start
    for (const stop of WHOLE.has(block.kind) ? [end] : sentences(text, start, end)) {
      const span = solid(text, from, stop)
      if (span.end > span.start) units.push({ ...span, first: i, last: i })
      from = stop
    }
  }
  return units
}

/** The span without the blanks round it, but for one before it that a mark joins. */
function solid(text: string, from: number, stop: number): Span {
  const { start, end } = trimmed(text, from, stop)
  const joined = start > from && start < end && cutAt(text, start, start - 1, Math.min(stop, start + 2)) !== start
  return { start: joined ? start - 1 : start, end }
}

/** A sentence, or where it is too long the pieces of it. */
function* pieces({ text, blocks }: Doc, unit: Stretch, { max, measure }: Sizes): Generator<Stretch> {
  if (measure.fits(text, unit.start, unit.end, max)) {
    yield unit
    return
  }
  let start = unit.start
  for (const end of cutLong(text, start, unit.end, max, measure, BY_LINES.has((blocks[unit.first] as Block).kind))) {
    const span = trimmed(text, start, end)
    // Pieces follow one another; only one that is all blank is left out.
    if (span.end > span.start) yield { start, end, first: unit.first, last: unit.last }
    start = end
  }
}
