// A source over bytes in memory that hands them out in small pieces, as a slow pipe would.
import type { RandomAccess, Source } from '../registry/ports.js'

/** How many bytes a read gives: what lies within one block, across two, and everything between. */
export const READ_SIZES = [1, 2, 3, 7, 64, 65536] as const

/** A source that gives at most `piece` bytes a read. */
export class Pieces implements Source {
  #position = 0

  constructor(
    private readonly bytes: Uint8Array,
    readonly name = 'input',
    private readonly piece: number = Number.POSITIVE_INFINITY,
  ) {}

  async peek(length: number): Promise<Uint8Array> {
    return this.bytes.subarray(this.#position, this.#position + length)
  }

  read(target: Uint8Array): number {
    const length = Math.min(target.length, this.piece, this.bytes.length - this.#position)
    target.set(this.bytes.subarray(this.#position, this.#position + length))
    this.#position += length
    return length
  }

  async random(): Promise<RandomAccess> {
    const { bytes } = this
    return { size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
  }

  close(): void {}
}
