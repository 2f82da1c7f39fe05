// Statutes and contracts: a section is an article or a clause.
import { lawSign } from '../../text/marks.js'
import type { Chunker } from './chunker.js'
import { packSections } from './sections.js'

/** Greedy packing within articles and clauses; see `lawSign` for what begins one. */
const chunker: Chunker = {
  summary: 'a section is an article or clause: 第N条, Article 12, § 3, 12.1',
  aliases: ['law', 'legal'],
  chunk: (doc, sizes) => packSections(doc, sizes, lawSign),
}
export default chunker
