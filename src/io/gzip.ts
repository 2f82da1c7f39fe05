// Gzip input (RFC 1952): all members as one stream, zeros after the last one, and nothing else.
import zlib from 'node:zlib'
import { badFile } from '../record/fault.js'
import { type Decoder, ENGINE_OPTIONS, Engine } from './engine.js'
import { type Feed, fill } from './input.js'

const CHUNK = 1 << 17

export class Gunzip implements Decoder {
  readonly #feed: Feed
  readonly #stream = zlib.createGunzip(ENGINE_OPTIONS)
  readonly #engine: Engine
  readonly #buffer = new Uint8Array(CHUNK)
  #length = 0
  #fed = 0

  constructor(feed: Feed) {
    this.#feed = feed
    // What the stream has not taken of a block it will not take: it stopped at a zero.
    this.#engine = new Engine(this.#stream, async () => (this.#untaken > 0 ? undefined : this.#more()))
  }

  async #more(): Promise<Uint8Array | undefined> {
    this.#length = await fill(this.#feed, this.#buffer)
    this.#fed += this.#length
    return this.#length === 0 ? undefined : this.#buffer.subarray(0, this.#length)
  }

  get #untaken(): number {
    return this.#fed - this.#stream.bytesWritten
  }

  async next(): Promise<Uint8Array | undefined> {
    let piece: Uint8Array | undefined
    try {
      piece = await this.#engine.next()
    } catch (error) {
      throw this.#fault(error)
    }
    if (piece === undefined) await this.#onlyZeros()
    return piece
  }

  // node:zlib stops at the first zero after a member and does not look at what comes after it.
  async #onlyZeros(): Promise<void> {
    let rest: Uint8Array = this.#buffer.subarray(this.#length - this.#untaken, this.#length)
    for (;;) {
      if (rest.some((byte) => byte !== 0)) throw this.#rubbish()
      const more = await this.#more()
      if (more === undefined) return
      rest = more
    }
  }

  #rubbish(): Error {
    return badFile(this.#feed.name, 'not gzip after the end of its last member')
  }

  #fault(error: unknown): unknown {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') return badFile(this.#feed.name, 'truncated gzip')
    // The first member's header was seen before this decoder was made.
    if (code === 'Z_DATA_ERROR' && message === 'incorrect header check') return this.#rubbish()
    if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT') return badFile(this.#feed.name, `corrupt gzip: ${message}`)
    return error
  }

  close(): void {
    this.#engine.close()
  }
}
