// The top-level blocks of a Markdown document: CommonMark 0.31 and the tables of GFM, in one pass over its lines.
import type { Block } from './block.js'
import { beginLines, LINE, lines, moreLines } from './kernel.js'
import { Level } from './markdown/level.js'
import { Line } from './markdown/line.js'

/**
 * The blocks of the text from `from` on; a list is one block with all its items, a quote likewise. Link reference definitions
 * are paragraphs. Titles of headings are as they stand in the source.
 */
export function markdownBlocks(text: string, from = 0): Block[] {
  const line = new Line(text)
  const top = new Level(line, 0)
  const mark = text.charCodeAt(from) === 0xfeff && from === 0 ? 1 : 0
  beginLines(text, false, from + mark)
  for (let n = moreLines(); n > 0; n = moreLines())
    for (let i = 0; i < n; i += LINE) {
      const start = lines[i] as number
      const end = lines[i + 1] as number
      const sign = lines[i + 2] as number
      if (top.easy(start, end, sign, lines[i + 3] as number)) continue
      line.set(start, end, sign)
      top.feed()
    }
  return top.end()
}
