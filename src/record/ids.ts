// A set of ids that can say no from a hash of an id's bytes, before a text is made of it.

const BITS = 1 << 16
// FNV-1a, 32 bits.
const SEED = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a over the bytes of an id's spelling in UTF-8. */
function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), PRIME)
  return hash >>> 0
}

export class IdSet {
  readonly #ids = new Set<string>()
  readonly #bits = new Uint8Array(BITS / 8)

  get size(): number {
    return this.#ids.size
  }

  add(id: string): void {
    this.#ids.add(id)
    const bytes = Buffer.from(id)
    const bit = hashBytes(bytes, 0, bytes.length) % BITS
    this.#bits[bit >> 3] = (this.#bits[bit >> 3] as number) | (1 << (bit & 7))
  }

  has(id: string): boolean {
    return this.#ids.has(id)
  }

  /**
   * False when the JSON text or number at `bytes[start, end)` is surely none of the ids. A text with escapes must be read,
   * and so must a value that is neither.
   */
  mayHaveToken(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start] as number
    const text = first === 0x22
    if (!text && first !== 0x2d && (first < 0x30 || first > 0x39)) return first !== 0x6e
    let hash = SEED
    for (let i = text ? start + 1 : start, to = text ? end - 1 : end; i < to; i++) {
      const byte = bytes[i] as number
      if (byte === 0x5c) return true
      hash = Math.imul(hash ^ byte, PRIME)
    }
    const bit = (hash >>> 0) % BITS
    return ((this.#bits[bit >> 3] as number) & (1 << (bit & 7))) !== 0
  }
}
