// From UTF-16 indexes, which JavaScript counts in, to code points and UTF-8 bytes, which locators count in.
import { type Signs, signsOf } from './signs.js'

/**
 * A cursor over a text: `chars` and `bytes` are the code points and UTF-8 bytes before `index`, on top of the base that it
 * starts from. A lone surrogate is one code point of 3 bytes.
 */
export class Offsets {
  index = 0
  chars: number
  bytes: number
  readonly #signs: Signs

  constructor(
    readonly text: string,
    base = { chars: 0, bytes: 0 },
  ) {
    this.chars = base.chars
    this.bytes = base.bytes
    this.#signs = signsOf(text)
  }

  /** Goes to an index, which must not be inside a surrogate pair; costs as much as the way there from the last one. */
  seek(index: number): void {
    const forward = index >= this.index
    const start = forward ? this.index : index
    const end = forward ? index : this.index
    const bytes = this.#signs.ascii ? end - start : Buffer.byteLength(this.text.slice(start, end))
    const chars = this.#signs.points(start, end)
    this.chars += forward ? chars : -chars
    this.bytes += forward ? bytes : -bytes
    this.index = index
  }
}
