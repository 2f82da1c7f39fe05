// The top-level blocks of a Markdown document: CommonMark 0.31 and the tables of GFM, in one pass over its lines.
import type { Block } from './block.js'
import { Level } from './markdown/level.js'
import { Line } from './markdown/line.js'
import { lineEnd, nextLine } from './paragraphs.js'

/**
 * The blocks of the text from `from` on; a list is one block with all its items, a quote likewise. Link reference definitions
 * are paragraphs. Titles of headings are as they stand in the source.
 */
export function markdownBlocks(text: string, from = 0): Block[] {
  const line = new Line(text)
  const top = new Level(line, 0)
  const crs = text.includes('\r')
  for (let at = text.charCodeAt(from) === 0xfeff && from === 0 ? 1 : from; at < text.length; ) {
    const lf = crs ? -1 : text.indexOf('\n', at)
    const next = lf >= 0 ? lf + 1 : nextLine(text, at)
    const end = lf >= 0 ? lf : lineEnd(text, at, next)
    if (!isProse(text.charCodeAt(at)) || !top.prose(at, end)) {
      line.set(at, end)
      top.feed()
    }
    at = next
  }
  return top.end()
}

/** Whether a line that begins with this sign begins nothing but a paragraph. */
const isProse = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code > 0x7f && code !== 0xa0 && code !== 0x3000)
