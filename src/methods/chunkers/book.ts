// Books: a section is a chapter.
import { chapterSign } from '../../text/marks.js'
import type { Chunker } from './chunker.js'
import { packSections } from './sections.js'

/** Greedy packing within chapters; see `chapterSign` for what begins one. */
const chunker: Chunker = {
  summary: 'a section is a chapter: 第N章, Chapter IV, Part 2',
  aliases: ['chapter'],
  chunk: (doc, sizes) => packSections(doc, sizes, chapterSign),
}
export default chunker
