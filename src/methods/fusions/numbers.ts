// Numbers the candidates of one query: the same id of the same library has the same number in every list.

// FNV-1a, 32 bits.
const SEED = 0x811c9dc5
const PRIME = 0x01000193

export class Numbers {
  /** How many there are. */
  size = 0
  /** A hash table of numbers plus one, 0 where it is free. */
  #table = new Int32Array(0)
  #bytes: Uint8Array[] = []
  #starts = new Int32Array(0)
  #ends = new Int32Array(0)
  #libraries = new Int32Array(0)

  /** Begins a query with so many candidates at most. */
  begin(most: number): void {
    this.size = 0
    this.#bytes = []
    if (this.#starts.length < most) {
      this.#starts = new Int32Array(most)
      this.#ends = new Int32Array(most)
      this.#libraries = new Int32Array(most)
    }
    let size = 16
    while (size < most * 2) size *= 2
    if (this.#table.length < size || this.#table.length > size * 16) this.#table = new Int32Array(size)
    else this.#table.fill(0)
  }

  /** The number of the id at `bytes[start, end)` in a library. */
  of(bytes: Uint8Array, start: number, end: number, library: number): number {
    let hash = SEED ^ library
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), PRIME)
    const mask = this.#table.length - 1
    hash ^= hash >>> 15
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const known = (this.#table[at] as number) - 1
      if (known < 0) {
        const number = this.size++
        this.#table[at] = number + 1
        this.#bytes.push(bytes)
        this.#starts[number] = start
        this.#ends[number] = end
        this.#libraries[number] = library
        return number
      }
      if (this.#libraries[known] === library && this.#is(known, bytes, start, end)) return known
    }
  }

  #is(known: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[known] as number
    if ((this.#ends[known] as number) - from !== end - start) return false
    const its = this.#bytes[known] as Uint8Array
    for (let i = 0; i < end - start; i++) if (its[from + i] !== bytes[start + i]) return false
    return true
  }
}
