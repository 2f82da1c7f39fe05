// Opens an input: bytes from a file or standard input, decompressed when they begin as gzip or zstd do.
import type { RandomAccess, Source } from '../registry/ports.js'
import type { Decoder } from './engine.js'
import { type Feed, type Input, openInput } from './input.js'
import { isGzip, isZstdFrame, isZstdSkippable, MAGIC_LENGTH } from './magic.js'
import { randomAccess } from './random.js'
import { FileSpool } from './spool.js'

const NOTHING = new Uint8Array(0)
const SPOOLED_AT_ONCE = 1 << 18

/**
 * Opens `path`; `-` is standard input. Compression is told by the first bytes, never by the name. Throws a `Fault`:
 * exit 3 when it is missing, a directory or not permitted, exit 5 for an error of the disk; reading throws likewise,
 * exit 3 for compressed bytes that are cut or corrupt.
 */
export function openSource(path: string): Source {
  return new OpenedSource(openInput(path))
}

/** The bytes that were looked at, then the rest. */
class Rewound implements Feed {
  readonly name: string

  constructor(
    private head: Uint8Array,
    private readonly input: Input,
  ) {
    this.name = input.name
  }

  read(target: Uint8Array): number | Promise<number> {
    if (this.head.length === 0) return this.input.read(target)
    const n = Math.min(target.length, this.head.length)
    target.set(this.head.subarray(0, n))
    this.head = this.head.subarray(n)
    return n
  }
}

// Lazy: a plain file, the common case, needs neither decoder.
async function decoderFor(head: Uint8Array, input: Input): Promise<Decoder | undefined> {
  const rewound = () => new Rewound(Uint8Array.from(head), input)
  if (isGzip(head)) return new (await import('./gzip.js')).Gunzip(rewound())
  if (isZstdFrame(head) || isZstdSkippable(head)) return new (await import('./zstd.js')).Zstd(rewound())
  return undefined
}

class OpenedSource implements Source {
  readonly name: string
  readonly #input: Input
  /** Comes before what `#decoder` or else `#input` gives next. */
  #held: Uint8Array = NOTHING
  #begun = false
  #decoder: Decoder | undefined
  #spool: FileSpool | undefined
  #closed = false
  #failure: { readonly error: unknown } | undefined

  constructor(input: Input) {
    this.name = input.name
    this.#input = input
  }

  /** Reads the first bytes into `target` and looks at them; how many are to be given out, none of compressed ones. */
  async #begin(target: Uint8Array): Promise<number> {
    let length = 0
    for (let n = -1; length < MAGIC_LENGTH && n !== 0; length += n) n = await this.#input.read(target.subarray(length))
    this.#decoder = await decoderFor(target.subarray(0, length), this.#input)
    this.#begun = true
    return this.#decoder === undefined ? length : 0
  }

  async #beginAside(): Promise<void> {
    if (this.#begun) return
    const head = new Uint8Array(MAGIC_LENGTH)
    this.#held = head.subarray(0, await this.#begin(head))
  }

  read(target: Uint8Array): number | Promise<number> {
    if (this.#held.length > 0) return this.#take(target)
    if (this.#begun && this.#decoder === undefined && this.#failure === undefined) return this.#input.read(target)
    return this.#next(target)
  }

  #take(target: Uint8Array): number {
    const n = Math.min(target.length, this.#held.length)
    target.set(n < this.#held.length ? this.#held.subarray(0, n) : this.#held)
    this.#held = this.#held.subarray(n)
    return n
  }

  async #next(target: Uint8Array): Promise<number> {
    if (this.#failure !== undefined) throw this.#failure.error
    if (!this.#begun && target.length >= MAGIC_LENGTH) {
      const n = await this.#begin(target)
      if (this.#decoder === undefined) return n
    }
    await this.#beginAside()
    if (this.#held.length === 0 && this.#decoder !== undefined) this.#held = (await this.#decoder.next()) ?? NOTHING
    if (this.#held.length > 0) return this.#take(target)
    return this.#decoder === undefined ? this.#input.read(target) : 0
  }

  async peek(length: number): Promise<Uint8Array> {
    await this.#beginAside()
    if (this.#held.length < length) {
      const wanted = new Uint8Array(length)
      let filled = 0
      // A decoded piece is taken whole or in part; what is left of the last one stays behind `wanted`.
      try {
        for (let n = -1; filled < length && n !== 0; filled += n) n = await this.read(wanted.subarray(filled))
      } catch (error) {
        // What came before the fault is good: the fault is told when the reader gets there.
        this.#failure = { error }
      }
      this.#held = this.#held.length === 0 ? wanted.subarray(0, filled) : Buffer.concat([wanted, this.#held])
    }
    return this.#held.subarray(0, length)
  }

  async random(): Promise<RandomAccess> {
    await this.#beginAside()
    const { seekable } = this.#input
    if (this.#decoder === undefined && seekable !== undefined) {
      return randomAccess(this.name, seekable.fd, seekable.size)
    }
    if (this.#spool === undefined) {
      this.#spool = new FileSpool()
      const block = new Uint8Array(SPOOLED_AT_ONCE)
      for (let n = await this.read(block); n > 0; n = await this.read(block)) this.#spool.write(block.subarray(0, n))
    }
    return this.#spool.source(this.name).random()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#decoder?.close()
    this.#spool?.release()
    this.#input.close()
  }
}
