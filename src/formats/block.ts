// Reads a source in large blocks, so that what a reader sees does not depend on how the bytes came.
import { badFile } from '../record/fault.js'
import type { Source } from '../registry/ports.js'

const BLOCK = 1 << 18
/** A record, or the lines of one query, must fit: 1 GiB. */
const LARGEST = 1 << 30

/** Makes room for `size` bytes and keeps the first `keep`. */
export type Allocate = (size: number, keep: number) => Buffer

function allocator(): Allocate {
  let bytes = Buffer.alloc(0)
  return (size, keep) => {
    if (bytes.length < size) {
      const grown = Buffer.allocUnsafe(size)
      bytes.copy(grown, 0, 0, keep)
      bytes = grown
    }
    return bytes
  }
}

/** The window `[from, to)` of `bytes` is what was read and not yet used. The reader moves `from`. */
export class Block {
  bytes: Buffer
  from = 0
  to = 0
  /** The source has no more. */
  ended = false
  #size = BLOCK

  constructor(
    readonly source: Source,
    readonly allocate: Allocate = allocator(),
  ) {
    this.bytes = allocate(BLOCK, 0)
  }

  /**
   * Moves what is unused to the start and reads until the block is full or the source ends. A block whose half is still
   * unused grows. Everything that pointed into the block is void.
   */
  async fill(): Promise<void> {
    if (this.from > 0) this.bytes.copyWithin(0, this.from, this.to)
    this.to -= this.from
    this.from = 0
    if (this.to * 2 > this.#size) this.#grow()
    while (!this.ended && this.to < this.#size) {
      const read = this.source.read(this.bytes.subarray(this.to, this.#size))
      const n = typeof read === 'number' ? read : await read
      this.to += n
      this.ended = n === 0
    }
  }

  #grow(): void {
    if (this.#size >= LARGEST) throw badFile(this.source.name, 'what belongs together is longer than 1 GiB')
    this.#size *= 2
    this.bytes = this.allocate(this.#size, this.to)
  }
}

/** The length of a byte-order mark at the start of a file. Throws a `Fault` for one of UTF-16. */
export function bomLength(bytes: Uint8Array, file: string): number {
  const [a, b, c] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) throw badFile(file, 'UTF-16 text; expected UTF-8')
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0
}
