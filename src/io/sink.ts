// Takes the bytes of an output and brings them to their target, plain or as gzip.
import type { Sink } from '../registry/ports.js'
import { GzipSink } from './gzip-sink.js'
import { openTarget, type Target } from './target.js'
import { Gather, writeFully } from './write.js'

export { ClosedPipe } from './errno.js'

const GATHERED = 1 << 18

export interface SinkOptions {
  /** Default: whether the target's name ends in `.gz`. */
  readonly gzip?: boolean
}

/**
 * Opens `file` for output; undefined and `-` are standard output. A regular file is written beside itself and replaced
 * on `commit`, keeping its mode and any link to it; a device or a fifo is written directly. Opening and writing throw a
 * `Fault` (exit 5) that names the target, or `ClosedPipe`.
 */
export function openSink(file?: string, { gzip = file?.endsWith('.gz') ?? false }: SinkOptions = {}): Sink {
  const target = openTarget(file)
  return gzip ? new GzipSink(target) : new PlainSink(target)
}

class PlainSink implements Sink {
  readonly #target: Target
  readonly #gather: Gather
  #state: 'open' | 'failed' | 'done' = 'open'

  constructor(target: Target) {
    this.#target = target
    this.#gather = new Gather(target.watched ? 0 : GATHERED, (bytes) => this.#out(bytes))
  }

  #out(bytes: Uint8Array): void {
    try {
      writeFully(this.#target.name, this.#target.fd, bytes)
    } catch (error) {
      this.#state = 'failed'
      throw error
    }
  }

  write(bytes: Uint8Array): void {
    this.#gather.add(bytes)
  }

  async commit(): Promise<void> {
    this.#gather.flush()
    this.#target.commit()
    this.#state = 'done'
  }

  abort(): void {
    if (this.#state === 'done') return
    try {
      // What was written before the run failed is good, and on a pipe the reader has its beginning already.
      if (this.#target.direct && this.#state === 'open') this.#gather.flush()
    } catch {
      // The run is failing already: its own fault is the one to tell.
    }
    this.#state = 'done'
    this.#target.abort()
  }
}
