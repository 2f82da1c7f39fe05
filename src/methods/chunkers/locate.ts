// From a document to the JSON of its chunks: cuts it by a strategy, and writes each chunk with its places.
import type { Bytes } from '../../record/bytes.js'
import type { Span } from '../../text/block.js'
import { markdownBlocks } from '../../text/markdown.js'
import { Offsets } from '../../text/offsets.js'
import { byLines, plainBlocks } from '../../text/paragraphs.js'
import type { Chunk, Chunker, Doc, Section, Sizes, Stretch } from './chunker.js'
import { JsonText } from './json-text.js'

export interface Source {
  readonly id: string
  /** The text of the document, front matter and byte-order mark included. */
  readonly source: string
  readonly markdown: boolean
  /** Where the text behind front matter begins. */
  readonly body: number
  /** What every chunk inherits: `,"key":value` as often as there are fields. */
  readonly inherited: Buffer
  /** The same text as it stands in JSON. */
  readonly json: JsonText
}

export interface Form {
  /** Whether `window_text` is written. */
  readonly window: boolean
  /** Whether each line is a paragraph. */
  readonly byLines: boolean
}

/** Chunks that have one parent: the same window, or else the same section. */
interface Family {
  readonly parent: Section | Stretch | undefined
  readonly chunks: Chunk[]
}

export class Locators {
  constructor(
    readonly chunker: Chunker,
    readonly sizes: Sizes,
    readonly form: Form,
  ) {}

  /** Appends the chunks of a document to `out` as JSON objects; yields after each, for the caller to end it. */
  *write(out: Bytes, document: Source): Generator<void> {
    const { id, source: text, markdown, body, inherited, json } = document
    const mark = text.charCodeAt(0) === 0xfeff ? 1 : 0
    const found = markdown ? markdownBlocks(text, body) : plainBlocks(text, Math.max(body, mark))
    const blocks = this.form.byLines ? byLines(text, found) : found
    const doc: Doc = { text, blocks, markup: markdown ? 'markdown' : 'text' }
    const quoted = JSON.stringify(id).slice(1, -1)
    const at = new Offsets(text)
    const windows = new Windows(text, json)
    let seq = 0
    let parents = 0
    for (const { parent, chunks } of families(this.chunker.chunk(doc, this.sizes), this.sizes)) {
      const above = parent === undefined ? '' : `,"parent_id":"${quoted}#s${parents++}"`
      for (const chunk of chunks) {
        const { start, end, first, last } = chunk
        at.seek(start)
        const places = [at.chars - mark, 0, at.bytes, 0]
        at.seek(end)
        places[1] = at.chars - mark
        places[3] = at.bytes
        out.text(`{"chunk_id":"${quoted}#c${seq}","doc_id":"${quoted}","text":"`)
        const [from, to] = json.span(places[2] as number, at.bytes)
        out.slice(json.json, from, to)
        out.text(
          `","source_locator":"${quoted}#${paragraphs(first, last)}","para_start":${first + 1},"para_end":${last + 1},` +
            `"start":${places[0]},"end":${places[1]},"byte_start":${places[2]},"byte_end":${places[3]},"seq":${seq}`,
        )
        if (chunk.section !== undefined) out.text(headings(chunk.section))
        if (above !== '') out.text(above)
        const window = chunk.window ?? parent
        if (window !== undefined) {
          out.text(`,"parent_locator":"${quoted}#${paragraphs(window.first, window.last)}"`)
          out.text(`,"parent_chunks":${chunks.length}`)
        }
        if (chunk.window !== undefined && this.form.window) windows.write(chunk.window, out)
        out.slice(inherited)
        out.byte(0x7d)
        seq++
        yield
      }
    }
  }
}

/** The chunks in order, by parent. Without one, each goes alone, so that none waits for another. */
function* families(chunks: Iterable<Chunk>, { parent: kind }: Sizes): Generator<Family> {
  let family: { parent: Section | Stretch | undefined; chunks: Chunk[] } | undefined
  for (const chunk of chunks) {
    const parent = kind === 'document' && chunk.window !== undefined ? chunk.window : chunk.section
    if (parent === undefined) {
      yield { parent, chunks: [chunk] }
      continue
    }
    if (family !== undefined && family.parent !== parent) {
      yield family
      family = undefined
    }
    family ??= { parent, chunks: [] }
    family.chunks.push(chunk)
  }
  if (family !== undefined) yield family
}

const paragraphs = (first: number, last: number): string =>
  first === last ? `para${first + 1}` : `para${first + 1}-${last + 1}`

const headings = ({ heading, path }: Section): string =>
  `${heading === undefined ? '' : `,"heading":${JSON.stringify(heading)}`},"heading_path":${JSON.stringify(path)}`

/** Writes windows: the same one follows itself, and the next lies further on. */
class Windows {
  readonly #at: Offsets
  readonly #json: JsonText
  #last: Span | undefined
  #place: readonly [number, number] = [0, 0]

  constructor(text: string, { json, from, to }: JsonText) {
    this.#at = new Offsets(text)
    // Of its own, since its places ascend apart from those of the chunks.
    this.#json = new JsonText(json, from, to)
  }

  write(window: Span, out: Bytes): void {
    if (window !== this.#last) {
      this.#at.seek(window.start)
      const start = this.#at.bytes
      this.#at.seek(window.end)
      this.#place = this.#json.span(start, this.#at.bytes)
      this.#last = window
    }
    out.text(',"window_text":"')
    out.slice(this.#json.json, ...this.#place)
    out.byte(0x22)
  }
}
