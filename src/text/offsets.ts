// From UTF-16 indexes, which JavaScript counts in, to code points and UTF-8 bytes, which locators count in.

/**
 * A cursor over a text: `chars` and `bytes` are the code points and UTF-8 bytes before `index`, on top of the base that it
 * starts from. A lone surrogate is one code point of 3 bytes.
 */
export class Offsets {
  index = 0
  chars: number
  bytes: number
  readonly #ascii: boolean
  readonly #plain: boolean

  constructor(
    readonly text: string,
    base = { chars: 0, bytes: 0 },
  ) {
    this.chars = base.chars
    this.bytes = base.bytes
    this.#ascii = isAscii(text)
    this.#plain = this.#ascii || !hasSurrogates(text)
  }

  /** Goes to an index, which must not be inside a surrogate pair; costs as much as the way there from the last one. */
  seek(index: number): void {
    const forward = index >= this.index
    const start = forward ? this.index : index
    const end = forward ? index : this.index
    const length = end - start
    const bytes = this.#ascii ? length : Buffer.byteLength(this.text.slice(start, end))
    const chars = this.#plain ? length : length - pairs(this.text, start, end)
    this.chars += forward ? chars : -chars
    this.bytes += forward ? bytes : -bytes
    this.index = index
  }
}

/** How many surrogate pairs a stretch holds. */
export function pairs(text: string, start: number, end: number): number {
  let n = 0
  for (let i = start + 1; i < end; i++)
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) {
      n++
      i++
    }
  return n
}

/** Whether a UTF-16 unit is the first half of a pair. */
export const isHigh = (code: number): boolean => code >= 0xd800 && code < 0xdc00
/** Whether a UTF-16 unit is the second half of a pair. */
export const isLow = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/** Whether a text has only ASCII: native, since every other sign takes more bytes than UTF-16 units. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** Whether a text has surrogates, in pairs or alone. */
export const hasSurrogates = (text: string): boolean => /[\ud800-\udfff]/.test(text)
