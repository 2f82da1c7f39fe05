// Gzip output whose bytes depend on nothing but the bytes that go in: no time, no name, no system, no sizes of writes.
import type { Gzip } from 'node:zlib'
import type { Sink } from '../registry/ports.js'
import type { Target } from './target.js'
import { writeFully } from './write.js'

const BLOCK = 1 << 18
const SYSTEM_AT = 9
const UNKNOWN_SYSTEM = 255

export class GzipSink implements Sink {
  readonly #target: Target
  #gzip: Gzip | undefined
  /** One block fills while the other is compressed in the thread pool. */
  #filling = new Uint8Array(BLOCK)
  #other = new Uint8Array(BLOCK)
  #length = 0
  #compressed: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  #begun = false
  #done = false

  constructor(target: Target) {
    this.#target = target
  }

  write(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length < BLOCK - this.#length) {
      this.#filling.set(bytes, this.#length)
      this.#length += bytes.length
      return
    }
    return this.#blocks(bytes)
  }

  async #blocks(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK - this.#length)
      this.#filling.set(part, this.#length)
      this.#length += part.length
      at += part.length
      if (this.#length === BLOCK) await this.#compress()
    }
  }

  /** Hands the filled block over, once the one before it is done. */
  async #compress(): Promise<void> {
    await this.#compressed
    const gzip = this.#gzip ?? (await this.#open())
    const block = this.#filling.subarray(0, this.#length)
    this.#filling = this.#other
    this.#other = new Uint8Array(block.buffer)
    this.#length = 0
    this.#compressed = this.#until((done) => gzip.write(block, done))
    // Looked at when the next block is handed over; until then it is nobody's unhandled rejection.
    this.#compressed.catch(() => {})
  }

  /** Resolves when `start` calls back; rejects with what failed meanwhile. */
  #until(start: (done: () => void) => void): Promise<void> {
    const gzip = this.#gzip as Gzip
    return new Promise((resolve, reject) => {
      const done = () => {
        gzip.off('error', done)
        if (this.#failure === undefined) resolve()
        else reject(this.#failure)
      }
      gzip.on('error', done)
      start(done)
    })
  }

  async #open(): Promise<Gzip> {
    const { createGzip } = await import('node:zlib')
    const gzip = createGzip({ chunkSize: BLOCK })
    gzip.on('error', (error) => (this.#failure ??= error))
    gzip.on('data', (bytes: Uint8Array) => this.#out(gzip, bytes))
    this.#gzip = gzip
    return gzip
  }

  #out(gzip: Gzip, bytes: Uint8Array): void {
    try {
      if (!this.#begun) bytes[SYSTEM_AT] = UNKNOWN_SYSTEM
      this.#begun = true
      writeFully(this.#target.name, this.#target.fd, bytes)
    } catch (error) {
      this.#failure ??= error as Error
      gzip.destroy(this.#failure)
    }
  }

  async commit(): Promise<void> {
    if (this.#length > 0) await this.#compress()
    await this.#compressed
    const gzip = this.#gzip ?? (await this.#open())
    await this.#until((done) => gzip.once('end', done).end())
    this.#target.commit()
    this.#done = true
  }

  abort(): void {
    if (this.#done) return
    this.#done = true
    this.#gzip?.destroy()
    this.#target.abort()
  }
}
