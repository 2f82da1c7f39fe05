// A document cut by a strategy, each chunk with its places in it.
import { markdownBlocks } from '../../text/markdown.js'
import { byLines, plainBlocks } from '../../text/paragraphs.js'
import type { Chunk, Chunker, Section, Sizes, Stretch } from './chunker.js'

export interface Source {
  /** The text of the document, front matter and byte-order mark included. */
  readonly text: string
  readonly markdown: boolean
  /** Where the text behind front matter begins. */
  readonly body: number
}

/** Chunks that have one parent: the same window, or else the same section. */
export interface Family {
  readonly parent: Section | Stretch | undefined
  readonly chunks: readonly Chunk[]
}

/** The chunks of a document in order, by parent. `lines`: each line is a paragraph. */
export function familiesOf(source: Source, chunker: Chunker, sizes: Sizes, lines: boolean): Iterable<Family> {
  const { text, markdown, body } = source
  const mark = markLength(text)
  const found = markdown ? markdownBlocks(text, body) : plainBlocks(text, Math.max(body, mark))
  const blocks = lines ? byLines(text, found) : found
  return families(chunker.chunk({ text, blocks, markup: markdown ? 'markdown' : 'text' }, sizes), sizes)
}

/** A byte-order mark is no text: it counts in bytes alone. */
export const markLength = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)

/** Without a parent each chunk goes alone, so that none waits for another. */
function* families(chunks: Iterable<Chunk>, { parent: kind }: Sizes): Generator<Family> {
  let family: { parent: Section | Stretch; chunks: Chunk[] } | undefined
  for (const chunk of chunks) {
    const parent = kind === 'document' && chunk.window !== undefined ? chunk.window : chunk.section
    if (family !== undefined && family.parent !== parent) {
      yield family
      family = undefined
    }
    if (parent === undefined) yield { parent, chunks: [chunk] }
    else {
      family ??= { parent, chunks: [] }
      family.chunks.push(chunk)
    }
  }
  if (family !== undefined) yield family
}

/** Paragraphs as a locator names them; they are counted from 1. */
export const paragraphs = (first: number, last: number): string =>
  first === last ? `para${first + 1}` : `para${first + 1}-${last + 1}`
