// Small chunks to find, and the section or document they lie in to read.
import { headingSign } from '../../text/headings.js'
import type { Chunk, Chunker, Stretch } from './chunker.js'
import { pack } from './pack.js'
import { sections } from './sections.js'

/** As `layout`, and each chunk has its section, or its whole document, as its window. */
const chunker: Chunker = {
  summary: 'layout, and the whole section (or document) as window_text',
  aliases: ['parent-child', 'small_to_big', 'small-to-big'],
  flags: ['parent', 'window off'],
  *chunk(doc, sizes): Generator<Chunk> {
    const [top, bottom] = [doc.blocks[0], doc.blocks[doc.blocks.length - 1]]
    if (top === undefined || bottom === undefined) return
    const whole: Stretch = { first: 0, last: doc.blocks.length - 1, start: top.start, end: bottom.end }
    for (const section of sections(doc, headingSign)) {
      const window: Stretch = sizes.parent === 'document' ? whole : section
      for (const { start, end, first, last } of pack(doc, section, sizes))
        yield { start, end, first, last, section, window }
    }
  },
}
export default chunker
