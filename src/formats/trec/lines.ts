// The lines of a run that are held, as places in a block of bytes.

/** Columns of a line: query, Q0, document, rank, score, run. */
export const COLUMNS = 6
const QUERY = 0

const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)

/**
 * Line `i` has column `c` at `[places[(i * 6 + c) * 2], places[(i * 6 + c) * 2 + 1])`. Its slice `[start[i], end[i])` includes
 * blank lines before it and its line end. `n[i]` is its number in the file.
 */
export class HeldLines {
  places = new Int32Array(COLUMNS * 2 * 1024)
  start = new Int32Array(1024)
  end = new Int32Array(1024)
  n = new Int32Array(1024)
  scores = new Float64Array(1024)
  count = 0

  /**
   * Notes where the columns of `bytes[start, end)` stand, as those of the line that `push` would add. Any run of spaces and
   * tabs parts them. Returns how many there are.
   */
  split(bytes: Uint8Array, start: number, end: number): number {
    if (this.count === this.n.length) this.#grow()
    const at = this.count * COLUMNS * 2
    let found = 0
    for (let i = start; i < end; ) {
      while (i < end && isSpace(bytes[i] as number)) i++
      if (i === end) break
      const from = i
      while (i < end && !isSpace(bytes[i] as number)) i++
      if (found < COLUMNS) {
        this.places[at + found * 2] = from
        this.places[at + found * 2 + 1] = i
      }
      found++
    }
    return found
  }

  push(start: number, end: number, n: number, score: number): void {
    this.scores[this.count] = score
    this.start[this.count] = start
    this.end[this.count] = end
    this.n[this.count++] = n
  }

  #grow(): void {
    const size = this.n.length * 2
    const grown = (array: Int32Array, length: number): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(length)
      larger.set(array)
      return larger
    }
    this.places = grown(this.places, size * COLUMNS * 2)
    this.start = grown(this.start, size)
    this.end = grown(this.end, size)
    this.n = grown(this.n, size)
    const scores = new Float64Array(size)
    scores.set(this.scores)
    this.scores = scores
  }

  /** A column of a line, or of the one that was split last; its bytes each as one character. */
  text(bytes: Buffer, line: number, column: number): string {
    const at = (line * COLUMNS + column) * 2
    return bytes.toString('latin1', this.places[at], this.places[at + 1])
  }

  /** Whether two lines are of the same query. */
  sameQuery(bytes: Buffer, a: number, b: number): boolean {
    const at = (line: number): number => (line * COLUMNS + QUERY) * 2
    const [from, to] = [this.places[at(a)] as number, this.places[at(a) + 1] as number]
    const other = this.places[at(b)] as number
    if (to - from !== (this.places[at(b) + 1] as number) - other) return false
    for (let i = from; i < to; i++) if (bytes[i] !== bytes[other + i - from]) return false
    return true
  }

  /** Takes the first lines out, those that are left move up. */
  take(count: number): HeldLines {
    const taken = new HeldLines()
    taken.places = this.places.slice(0, count * COLUMNS * 2)
    taken.start = this.start.slice(0, count)
    taken.end = this.end.slice(0, count)
    taken.n = this.n.slice(0, count)
    taken.scores = this.scores.slice(0, count)
    taken.count = count
    this.places.copyWithin(0, count * COLUMNS * 2, this.count * COLUMNS * 2)
    for (const array of [this.start, this.end, this.n, this.scores]) array.copyWithin(0, count, this.count)
    this.count -= count
    return taken
  }

  /** The bytes moved to the front of their block by so many. */
  moved(by: number): void {
    for (let i = 0; i < this.count * COLUMNS * 2; i++) this.places[i] = (this.places[i] as number) - by
    for (let i = 0; i < this.count; i++) {
      this.start[i] = (this.start[i] as number) - by
      this.end[i] = (this.end[i] as number) - by
    }
  }
}
