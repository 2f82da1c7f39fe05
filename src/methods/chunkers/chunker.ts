// What a chunking strategy is: from a document's blocks to spans of its text. It never makes text, it only chooses where to cut.
import type { Block, Span } from '../../text/block.js'
import type { Measure } from '../../text/measure.js'

export interface Doc {
  readonly text: string
  /** Blocks without front matter, ascending; block `i` is paragraph `i + 1` of the document. */
  readonly blocks: readonly Block[]
  readonly markup: 'markdown' | 'text'
}

export interface Sizes {
  /** No chunk is larger, except a single grapheme that is. */
  readonly max: number
  /** So much of the end of a chunk, in whole paragraphs, may stand again at the start of the next; below `max`. */
  readonly overlap: number
  readonly measure: Measure
  /** Sentences each side, for `sentence_window`. */
  readonly window: number
  /** What `parent_child` takes for the parent. */
  readonly parent: 'section' | 'document'
}

/** Blocks from `first` to `last`, both included, by index, and their span. */
export interface Stretch extends Span {
  readonly first: number
  readonly last: number
}

/** A stretch under one heading. `path` is the chain of open headings, this one last; empty before the first heading. */
export interface Section extends Stretch {
  readonly heading?: string | undefined
  readonly path: readonly string[]
}

/** `first` and `last` are the blocks that the span touches. */
export interface Chunk extends Stretch {
  /** The section it lies in; chunks of one section share the object. */
  readonly section?: Section
  /** What goes out as `window_text`, with its place: it covers the chunk. Chunks of one parent share the object. */
  readonly window?: Stretch
}

export type Flag = 'parent' | 'window' | 'window off'

export interface Chunker {
  readonly summary: string
  /** Other names for it. */
  readonly aliases: readonly string[]
  /** The flags beyond sizes that it heeds; any other is a usage error. */
  readonly flags?: readonly Flag[]
  /** The chunks of one document in order: each starts after the one before it, and reaches further. */
  chunk(doc: Doc, sizes: Sizes): Iterable<Chunk>
}
