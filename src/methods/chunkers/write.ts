// Chunks as JSON: each written once into the bytes that go out.
import { Bytes } from '../../record/bytes.js'
import { encoded, template } from '../../text/kernel.js'
import { Offsets } from '../../text/offsets.js'
import type { Chunk, Section, Stretch } from './chunker.js'
import { type Family, markLength, paragraphs } from './locate.js'

/** The numbers of a chunk, behind its locator. */
const places = template([
  '","para_start":',
  ',"para_end":',
  ',"start":',
  ',"end":',
  ',"byte_start":',
  ',"byte_end":',
  ',"seq":',
])
const PARENT_CHUNKS = Buffer.from('","parent_chunks":')
const WINDOW = Buffer.from(',"window_text":"')
const NOTHING = Buffer.alloc(0)
const QUOTE = 0x22

/** Writes the chunks of one document. */
export class ChunkWriter {
  readonly #at: Offsets
  readonly #mark: number
  readonly #head: Buffer
  readonly #text: Buffer
  readonly #locator: Buffer
  readonly #parent: Buffer
  readonly #parentLocator: Buffer
  #family: Family = { parent: undefined, chunks: [] }
  #section: Section | undefined
  #heading: Buffer = NOTHING
  #lastWindow: Stretch | undefined
  readonly #windowBytes = new Bytes(1 << 10)
  #seq = 0
  #parents = 0

  /**
   * @param id the document's
   * @param inherited `,"key":value` as often as there are fields that every chunk has
   * @param windows whether `window_text` is written
   */
  constructor(
    readonly out: Bytes,
    readonly source: string,
    id: string,
    readonly inherited: Buffer,
    readonly windows: boolean,
  ) {
    const quoted = JSON.stringify(id).slice(1, -1)
    this.#at = new Offsets(source)
    this.#mark = markLength(source)
    this.#head = Buffer.from(`{"chunk_id":"${quoted}#c`)
    this.#text = Buffer.from(`","doc_id":"${quoted}","text":"`)
    this.#locator = Buffer.from(`","source_locator":"${quoted}#para`)
    this.#parent = Buffer.from(`,"parent_id":"${quoted}#s`)
    this.#parentLocator = Buffer.from(`,"parent_locator":"${quoted}#`)
  }

  /** Begins a family: its chunks come next. */
  begin(family: Family): void {
    this.#family = family
    if (family.parent !== undefined) this.#parents++
  }

  /** Appends a chunk of the family as an object. */
  chunk(chunk: Chunk): void {
    const { out } = this
    const { parent, chunks } = this.#family
    const window = chunk.window ?? parent
    this.#place(chunk)
    if (chunk.section !== undefined) out.slice(this.#headings(chunk.section))
    if (parent !== undefined) {
      out.slice(this.#parent)
      out.digits(this.#parents - 1)
      out.byte(QUOTE)
    }
    if (window !== undefined) {
      out.slice(this.#parentLocator)
      out.text(paragraphs(window.first, window.last))
      out.slice(PARENT_CHUNKS)
      out.digits(chunks.length)
    }
    if (this.windows && chunk.window !== undefined) out.slice(this.#window(chunk.window))
    out.slice(this.inherited)
    out.byte(0x7d)
  }

  #place({ start, end, first, last }: Chunk): void {
    const { out } = this
    const at = this.#at
    at.seek(start)
    out.slice(this.#head)
    out.digits(this.#seq)
    out.slice(this.#text)
    encoded(this.source, start, end, out.append)
    const [chars, bytes] = [at.chars - this.#mark, at.bytes]
    at.pass(end)
    out.slice(this.#locator)
    out.digits(first + 1)
    if (last > first) {
      out.byte(0x2d)
      out.digits(last + 1)
    }
    const { values } = places
    values[0] = first + 1
    values[1] = last + 1
    values[2] = chars
    values[3] = at.chars - this.#mark
    values[4] = bytes
    values[5] = at.bytes
    values[6] = this.#seq++
    places.fill(out.append)
  }

  #headings(section: Section): Buffer {
    if (section !== this.#section) {
      const { heading, path } = section
      const own = heading === undefined ? '' : `,"heading":${JSON.stringify(heading)}`
      this.#section = section
      this.#heading = Buffer.from(`${own},"heading_path":${JSON.stringify(path)}`)
    }
    return this.#heading
  }

  /** Chunks that share a window follow one another: it is encoded once. */
  #window(window: Stretch): Buffer {
    const bytes = this.#windowBytes
    if (window !== this.#lastWindow) {
      this.#lastWindow = window
      bytes.clear()
      bytes.slice(WINDOW)
      encoded(this.source, window.start, window.end, bytes.append)
      bytes.byte(QUOTE)
    }
    return bytes.view()
  }
}
