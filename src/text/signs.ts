// What a text is made of, found out once a text: whether it is ASCII, and whether surrogates stand in it.
import { found, kindsOf, measured } from './kernel.js'

let last = ''
let kinds = kindsOf(last)

function know(text: string): void {
  if (text === last) return
  kinds = kindsOf(text)
  last = text
}

/** Whether the text is all ASCII. */
export function isAscii(text: string): boolean {
  know(text)
  return kinds.ascii
}

/** Code points of `text[start, end)`; a surrogate without its other half, which may be outside, is one. */
export function pointsIn(text: string, start: number, end: number): number {
  know(text)
  if (kinds.plain) return end - start
  measured(text, start, end)
  return end - start - found.pairs
}

/** Bytes of `text[start, end)` in UTF-8; a lone surrogate is 3, as of the U+FFFD that UTF-8 has to write for it. */
export function bytesIn(text: string, start: number, end: number): number {
  know(text)
  if (kinds.ascii) return end - start
  measured(text, start, end)
  return found.bytes
}
