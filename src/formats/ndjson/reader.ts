// Reads a source block by block and scans the whole lines of each; the rest of a line waits for the next block.
import { isUtf8 } from 'node:buffer'
import { badFile } from '../../record/fault.js'
import { type LineTable, plainScanner, type Scanner, type Wanted } from '../../record/scan.js'
import { simdScanner } from '../../record/scan-simd.js'
import type { Source } from '../../registry/ports.js'

const SMALL = 1 << 16
const BLOCK = 1 << 19
const LF = 0x0a

export class LineReader {
  /** A byte-order mark that the file began with, until somebody takes it. */
  mark: Uint8Array | undefined
  /** Where the lines that are not yet scanned begin, and where the last whole line of the block ends. */
  from = 0
  to = 0
  readonly #source: Source
  readonly #wanted: Wanted
  #scanner: Scanner
  #block: Buffer
  #filled = 0
  #valid = 0
  #begun = false
  #quick = false
  #read = 0
  #ended = false

  constructor(source: Source, wanted: Wanted) {
    this.#source = source
    this.#wanted = wanted
    this.#scanner = plainScanner(wanted)
    this.#block = this.#scanner.block(SMALL, 0)
  }

  get block(): Buffer {
    return this.#block
  }

  /** Whether `at` is the end of the file. */
  isEnd(at: number): boolean {
    return this.#ended && at === this.#filled
  }

  /** Brings the next lines into the block; false at the end of the file. What lay in the block is gone. */
  async next(): Promise<boolean> {
    if (this.#ended) return false
    this.#block.copyWithin(0, this.from, this.#filled)
    this.#filled -= this.from
    this.from = 0
    for (;;) {
      // A small file is through before the SIMD scanner could be set up.
      if (!this.#quick && this.#read >= SMALL) this.#quicken()
      if (this.#filled === this.#block.length) this.#block = this.#scanner.block(this.#block.length * 2, this.#filled)
      const read = await this.#source.read(this.#block.subarray(this.#filled))
      const fresh = this.#block.subarray(this.#filled, this.#filled + read)
      this.#filled += read
      this.#read += read
      this.#ended = read === 0
      const lineEnd = this.#ended ? fresh.length : fresh.lastIndexOf(LF) + 1
      this.to = this.#filled - read + lineEnd
      if (this.#ended || lineEnd > 0) break
    }
    if (!this.#begun) this.#begin()
    this.#valid = this.from
    return true
  }

  #quicken(): void {
    this.#quick = true
    this.#scanner = simdScanner(this.#wanted) ?? this.#scanner
    const larger = this.#scanner.block(Math.max(BLOCK, this.#block.length), this.#filled)
    if (larger !== this.#block) larger.set(this.#block.subarray(0, this.#filled))
    this.#block = larger
  }

  #begin(): void {
    this.#begun = true
    const [a, b, c] = this.#block.subarray(0, this.#filled)
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
      throw badFile(this.#source.name, 'is UTF-16; expected UTF-8')
    if (a !== 0xef || b !== 0xbb || c !== 0xbf) return
    this.mark = Uint8Array.of(a, b, c)
    this.from = 3
  }

  /** Scans lines from `from` on and moves it behind them. Zero lines: the next is broken, no UTF-8, or there are only blanks. */
  scan(): LineTable {
    if (this.#valid <= this.from) this.#valid = this.#validEnd()
    const table = this.#scanner.scan(this.from, this.#valid)
    if (table.count > 0) this.from = table.stop
    return table
  }

  /** The end of the lines from `from` on that are UTF-8. */
  #validEnd(): number {
    if (isUtf8(this.#block.subarray(this.from, this.to))) return this.to
    let at = this.from
    for (;;) {
      const next = this.lineEnd(at)
      if (!isUtf8(this.#block.subarray(at, next))) return at
      at = next
    }
  }

  /** The byte after the line that `at` is in. */
  lineEnd(at: number): number {
    const found = this.#block.indexOf(LF, at)
    return found < 0 || found >= this.to ? this.to : found + 1
  }
}
