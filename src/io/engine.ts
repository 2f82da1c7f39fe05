// Pulls decoded pieces out of a stream of node:zlib, with at most one piece decoded ahead.
import type { Transform } from 'node:stream'

/** Decoded bytes piece by piece. */
export interface Decoder {
  /** The next bytes, never empty; undefined is the end. Throws a `Fault` for input that is cut or corrupt. */
  next(): Promise<Uint8Array | undefined>
  close(): void
}

/** Options for a node:zlib stream that an `Engine` drives. */
export const ENGINE_OPTIONS = {
  chunkSize: 1 << 17,
  // Each piece fills the stream's queue: decoding waits for its reader, and an error comes up only when every piece
  // before it was taken.
  readableHighWaterMark: 1,
}

export class Engine {
  readonly #stream: Transform
  readonly #feed: () => Promise<Uint8Array | undefined>
  #wake: (() => void) | undefined
  #busy = false
  #ended = false
  #failure: Error | undefined

  /** `feed` gives the next encoded bytes (undefined: no more); it is not asked again before they are used up. */
  constructor(stream: Transform, feed: () => Promise<Uint8Array | undefined>) {
    this.#stream = stream
    this.#feed = feed
    stream.on('readable', () => this.#wake?.())
    stream.on('end', () => {
      this.#ended = true
      this.#wake?.()
    })
    stream.on('error', (error: Error) => {
      this.#failure = error
      this.#wake?.()
    })
  }

  /** The next decoded bytes; undefined is the end. Throws the stream's own error. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const piece: Uint8Array | null = this.#stream.read()
      if (piece !== null) return piece
      if (this.#failure !== undefined) throw this.#failure
      if (this.#ended) return undefined
      if (this.#busy) await new Promise<void>((resolve) => (this.#wake = resolve))
      else await this.#give()
    }
  }

  async #give(): Promise<void> {
    const bytes = await this.#feed()
    this.#busy = true
    if (bytes === undefined) {
      this.#stream.end()
      return
    }
    this.#stream.write(bytes, () => {
      this.#busy = false
      this.#wake?.()
    })
  }

  close(): void {
    this.#stream.destroy()
  }
}
