// A document as sections: each begins at a sign of structure and ends before the next.
import type { Span } from '../../text/block.js'
import { type Start, startsIn } from '../../text/headings.js'
import type { Sign } from '../../text/marks.js'
import { plainFences } from '../../text/plain-fences.js'
import type { Chunk, Doc, Section, Sizes } from './chunker.js'
import { pack } from './pack.js'

/**
 * The sections of a document by a sign. They cover all blocks and never overlap, but may part within a block, at a line. What
 * stands before the first start has no heading.
 */
export function sections(doc: Doc, sign: Sign): Section[] {
  const { text, blocks } = doc
  const plain = doc.markup === 'text'
  const fences = plain ? plainFences(text) : []
  let fence = 0
  const isCode = ({ at }: Start): boolean => {
    while (fence < fences.length && (fences[fence] as Span).end <= at) fence++
    return fence < fences.length && (fences[fence] as Span).start <= at
  }
  const found: Section[] = []
  const open: Start[] = []
  let current: Omit<Section, 'end' | 'last'> | undefined
  const close = (end: number, last: number): void => {
    if (current === undefined) return
    const { start, first, heading, path } = current
    found.push({ start, end, first, last, heading, path })
  }
  for (const [i, block] of blocks.entries()) {
    const all = startsIn(text, block, sign, plain, i < blocks.length - 1)
    const starts = fences.length === 0 ? all : all.filter((start) => !isCode(start))
    if (starts[0]?.at !== block.start) current ??= { start: block.start, first: i, path: [] }
    for (const start of starts) {
      if (start.at > block.start) close(before(text, start.at), i)
      else if (i > 0) close((blocks[i - 1] as { end: number }).end, i - 1)
      while (open.length > 0 && !holds(open[open.length - 1] as Start, start)) open.pop()
      open.push(start)
      current = { start: start.at, first: i, heading: start.title, path: open.map(({ title }) => title) }
    }
  }
  const last = blocks[blocks.length - 1]
  if (last !== undefined) close(last.end, blocks.length - 1)
  return found
}

/** Whether a section stays open under another start. What has no sign tells nothing about what has one. */
const holds = (above: Start, start: Start): boolean =>
  above.level < start.level || (above.level === start.level && above.rank > 0 && above.rank < start.rank)

/** The end of the line before the one that starts at `at`, without its line end. */
function before(text: string, at: number): number {
  let end = at
  if (text.charCodeAt(end - 1) === 0x0a) end--
  if (text.charCodeAt(end - 1) === 0x0d) end--
  return end
}

/** Chunks that never cross a section. */
export function* packSections(doc: Doc, sizes: Sizes, sign: Sign): Generator<Chunk> {
  for (const section of sections(doc, sign))
    for (const { start, end, first, last } of pack(doc, section, sizes)) yield { start, end, first, last, section }
}
