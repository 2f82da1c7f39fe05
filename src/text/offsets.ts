// From UTF-16 indexes, which JavaScript counts in, to code points and UTF-8 bytes, which locators count in.
import { found, measured } from './kernel.js'
import { isAscii } from './signs.js'

/** A cursor over a text: `chars` and `bytes` are the code points and UTF-8 bytes before `index`. A lone surrogate is one, of 3 bytes. */
export class Offsets {
  index = 0
  chars = 0
  bytes = 0
  readonly #ascii: boolean

  constructor(readonly text: string) {
    this.#ascii = isAscii(text)
  }

  /** Goes to an index, which must not be inside a surrogate pair; costs as much as the way there from the last one. */
  seek(index: number): void {
    if (this.#ascii) this.index = this.chars = this.bytes = index
    else if (index >= this.index) {
      measured(this.text, this.index, index)
      this.pass(index)
    } else {
      measured(this.text, index, this.index)
      this.chars -= this.index - index - found.pairs
      this.bytes -= found.bytes
      this.index = index
    }
  }

  /** Goes on to an index, over what was measured last. */
  pass(index: number): void {
    this.chars += index - this.index - found.pairs
    this.bytes += found.bytes
    this.index = index
  }
}
