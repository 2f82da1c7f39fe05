// Whole paragraphs within the section of a heading.
import { headingSign } from '../../text/headings.js'
import type { Chunker } from './chunker.js'
import { packSections } from './sections.js'

/** Greedy packing that never crosses a heading: Markdown's own, or in plain text lines that look like one. */
const chunker: Chunker = {
  summary: 'whole paragraphs, never across a heading; with heading, heading_path, parent_id',
  aliases: [],
  chunk: (doc, sizes) => packSections(doc, sizes, headingSign),
}
export default chunker
