// What a text is made of, found out once a text: whether it is ASCII, and where its surrogate pairs stand.

const NONE = new Int32Array(0)

export class Signs {
  readonly ascii: boolean
  /** The indexes of the second halves of pairs, ascending. */
  readonly #lows: Int32Array

  constructor(text: string) {
    // Native, and far faster than a loop: every sign beyond ASCII takes more bytes than UTF-16 units.
    this.ascii = Buffer.byteLength(text) === text.length
    this.#lows = this.ascii ? NONE : lowsOf(text)
  }

  /** Code points in a stretch; a surrogate without its other half, which may be outside, is one. */
  points(start: number, end: number): number {
    if (this.#lows.length === 0) return end - start
    return end - start - (this.#before(end) - this.#before(Math.min(start + 1, end)))
  }

  /** How many of the second halves stand before an index. */
  #before(index: number): number {
    const lows = this.#lows
    let low = 0
    let high = lows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((lows[middle] as number) < index) low = middle + 1
      else high = middle
    }
    return low
  }
}

function lowsOf(text: string): Int32Array {
  let lows = NONE
  let n = 0
  // `test` only moves on to the next pair, natively.
  for (const pair = /[\ud800-\udbff][\udc00-\udfff]/g; pair.test(text); n++) {
    if (n === lows.length) {
      const more = new Int32Array(Math.max(16, 2 * n))
      more.set(lows)
      lows = more
    }
    lows[n] = pair.lastIndex - 1
  }
  return lows.subarray(0, n)
}

let last = ''
let signs = new Signs(last)

/** The signs of a text; those of the last text are kept. */
export function signsOf(text: string): Signs {
  if (text !== last) {
    signs = new Signs(text)
    last = text
  }
  return signs
}
