// The RLE and bit-packing hybrid of levels and dictionary places. A run is one fill, since most levels are one long run.
// https://github.com/apache/parquet-format/blob/master/Encodings.md#RLE
import { Broken } from './broken.js'
import type { Place } from './pages.js'

/** More bits do not fit beside those that are left of the number before. */
const WIDEST = 24

/** Decodes `out.length` numbers of `width` bits (1 to 24). Throws `Broken`. */
export function readHybrid([b, start, end]: Place, width: number, out: Uint8Array | Uint16Array | Int32Array): void {
  let at = start
  if (width > WIDEST) throw new Broken(`numbers of ${width} bits are not supported`)
  const bytes = (width + 7) >> 3
  const mask = (1 << width) - 1
  for (let n = 0; n < out.length; ) {
    let header = 0
    let factor = 1
    for (;;) {
      if (at >= end || factor > 2 ** 28) throw new Broken('levels or places that end too early')
      const byte = b[at++] as number
      header += (byte & 0x7f) * factor
      if (byte < 0x80) break
      factor *= 128
    }
    const count = Math.floor(header / 2)
    if (header % 2 === 0) {
      if (at + bytes > end) throw new Broken('levels or places that end too early')
      let value = 0
      for (let k = 0; k < bytes; k++) value += (b[at++] as number) * 256 ** k
      out.fill(value, n, n + count)
      n += count
      continue
    }
    // Groups of 8 numbers, `width` bytes each; what goes beyond the page's numbers is padding, and may be missing.
    const stop = Math.min(n + count * 8, out.length)
    let bits = 0
    let held = 0
    let from = at
    for (; n < stop; n++) {
      while (held < width) {
        bits |= (b[from++] as number) << held
        held += 8
      }
      out[n] = bits & mask
      bits >>>= width
      held -= width
    }
    if (from > end) throw new Broken('levels or places that end too early')
    at += count * width
  }
}
