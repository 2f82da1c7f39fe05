// A document as sections: each begins at a sign of structure and ends before the next.
import { type Sign, type Start, startsIn } from '../../text/headings.js'
import type { Chunk, Doc, Section, Sizes } from './chunker.js'
import { pack } from './pack.js'

/**
 * The sections of a document by a sign. They cover all blocks and never overlap, but may part within a block, at a line. What
 * stands before the first start has no heading.
 */
export function sections(doc: Doc, sign: Sign): Section[] {
  const { text, blocks } = doc
  const found: Section[] = []
  const open: Start[] = []
  let current: Omit<Section, 'end' | 'last'> | undefined
  const close = (end: number, last: number): void => {
    if (current === undefined) return
    const { start, first, heading, path } = current
    found.push({ start, end, first, last, heading, path })
  }
  for (const [i, block] of blocks.entries()) {
    const starts = startsIn(text, block, sign, doc.markup === 'text')
    if (starts[0]?.at !== block.start) current ??= { start: block.start, first: i, path: [] }
    for (const start of starts) {
      if (start.at > block.start) close(before(text, start.at), i)
      else if (i > 0) close((blocks[i - 1] as { end: number }).end, i - 1)
      while ((open[open.length - 1]?.level ?? 0) >= start.level) open.pop()
      open.push(start)
      current = { start: start.at, first: i, heading: start.title, path: open.map(({ title }) => title) }
    }
  }
  const last = blocks[blocks.length - 1]
  if (last !== undefined) close(last.end, blocks.length - 1)
  return found
}

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
