// Texts that stay UTF-8 bytes until somebody asks for one, and go out as JSON without being decoded.
import { isUtf8 } from 'node:buffer'
import type { Bytes } from '../../record/bytes.js'
import type { Spans } from './values.js'

/** Decoded texts up to this length are kept: ids are asked for by both doors of the gate. */
const SHORT = 64

/** What a byte of UTF-8 becomes between the quotes of JSON, where it does not stay as it is. */
const ESCAPES: readonly (Buffer | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const json = JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
  return byte < 0x80 && json.length > 1 ? Buffer.from(json) : undefined
})
const ESCAPED = Uint8Array.from(ESCAPES, (json) => (json === undefined ? 0 : 1))
/** The length of the longest. */
const LONGEST = 6

/** Writes the text `b[i, end)` as JSON from `target[at]` on; returns where it ends. */
function quote(b: Buffer, i: number, end: number, target: Buffer, at: number): number {
  const beforeLast = end - 3
  target[at++] = 0x22
  while (i < end) {
    // Four at once: most bytes stay as they are.
    while (i < beforeLast) {
      const p = b[i] as number
      const q = b[i + 1] as number
      const r = b[i + 2] as number
      const s = b[i + 3] as number
      if (((ESCAPED[p] as number) | (ESCAPED[q] as number) | (ESCAPED[r] as number) | (ESCAPED[s] as number)) !== 0)
        break
      target[at] = p
      target[at + 1] = q
      target[at + 2] = r
      target[at + 3] = s
      at += 4
      i += 4
    }
    if (i === end) break
    const json = ESCAPES[b[i] as number]
    if (json === undefined) target[at++] = b[i] as number
    else for (let k = 0; k < json.length; k++) target[at++] = json[k] as number
    i++
  }
  target[at++] = 0x22
  return at
}

/** What `toString` of a Buffer calls, without its checks of arguments: worth it for short texts. */
type Slices = Buffer & {
  latin1Slice(start: number, end: number): string
  utf8Slice(start: number, end: number): string
}

export class Texts {
  readonly #known: (string | undefined)[] = []
  readonly #jsons: (Buffer | undefined)[] = []

  /** The first `dictionary` texts are those of a dictionary, which come often. */
  constructor(
    readonly spans: Spans,
    readonly dictionary: number,
    readonly fault: (row: number) => Error,
  ) {}

  /** The text at a place; `row` is only for the fault when it is not UTF-8. */
  at(place: number, row: number): string {
    const known = this.#known[place]
    if (known !== undefined) return known
    const { start, end, ascii } = this.spans
    const bytes = this.spans.bytes as Slices
    const from = start[place] as number
    const to = end[place] as number
    this.#check(from, to, row)
    const text = ascii ? bytes.latin1Slice(from, to) : bytes.utf8Slice(from, to)
    if (to - from <= SHORT || place < this.dictionary) this.#known[place] = text
    return text
  }

  /** Appends the text at a place as JSON: the bytes that `JSON.stringify` would give. */
  json(place: number, row: number, out: Bytes): void {
    if (place >= this.dictionary) {
      this.#append(place, row, out)
      return
    }
    const known = this.#jsons[place]
    const before = out.length
    if (known !== undefined) out.slice(known)
    else this.#append(place, row, out)
    this.#jsons[place] ??= Buffer.from(out.view().subarray(before))
  }

  // Faster than `JSON.stringify` of the decoded text, twice where it goes beyond ASCII.
  #append(place: number, row: number, out: Bytes): void {
    const { bytes, start, end } = this.spans
    const from = start[place] as number
    const to = end[place] as number
    this.#check(from, to, row)
    const target = out.reserve((to - from) * LONGEST + 2)
    out.advance(quote(bytes, from, to, target, out.length) - out.length)
  }

  #check(from: number, to: number, row: number): void {
    if (!this.spans.utf8 && !isUtf8(this.spans.bytes.subarray(from, to))) throw this.fault(row)
  }
}
