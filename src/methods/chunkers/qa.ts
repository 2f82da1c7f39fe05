// Questions and answers: a section is a question with what follows it.
import { questionSign } from '../../text/marks.js'
import type { Chunker } from './chunker.js'
import { packSections } from './sections.js'

/** Greedy packing within questions; see `questionSign` for what begins one. */
const chunker: Chunker = {
  summary: 'a section is a question: Q:, 问：, a line that ends in ?',
  aliases: ['faq'],
  chunk: (doc, sizes) => packSections(doc, sizes, questionSign),
}
export default chunker
