// Whole paragraphs, as many as fit.
import type { Chunker } from './chunker.js'
import { pack } from './pack.js'

/** Greedy packing over the whole document; see `pack`. */
const chunker: Chunker = {
  summary: 'whole paragraphs, as many as fit',
  aliases: ['recursive', 'structural'],
  chunk(doc, sizes) {
    const [first, last] = [doc.blocks[0], doc.blocks[doc.blocks.length - 1]]
    if (first === undefined || last === undefined) return []
    return pack(doc, { first: 0, last: doc.blocks.length - 1, start: first.start, end: last.end }, sizes)
  },
}
export default chunker
