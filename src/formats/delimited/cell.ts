// What a value looks like as a cell, and cells as a row (RFC 4180).
import type { Bytes } from '../../record/bytes.js'
import { decodeString } from '../../record/json.js'
import { Num, spelling, type Value } from '../../record/value.js'
import type { Delimiter } from './rows.js'

const LONE_SURROGATE = /\p{Surrogate}/u
/** A byte-order mark would be lost at the start of the file; here it is, as a character and as bytes. */
const QUOTED: Record<Delimiter, RegExp> = {
  ',': /[",\r\n]|^\ufeff|^\xef\xbb\xbf/,
  '\t': /["\t\r\n]|^\ufeff|^\xef\xbb\xbf/,
}

/** Appends cells, each after the other, until `end` closes the row. */
export class RowWriter {
  #cells = 0
  #from = 0

  constructor(
    readonly out: Bytes,
    readonly delimiter: Delimiter,
  ) {}

  /** A text; with `latin1`, UTF-8 bytes each as one character. */
  cell(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): void {
    const { out, delimiter } = this
    if (this.#cells++ > 0) out.byte(delimiter.charCodeAt(0))
    else this.#from = out.length
    const cell = QUOTED[delimiter].test(text) ? `"${text.replaceAll('"', '""')}"` : text
    if (encoding === 'utf8') out.text(cell)
    else out.advance(out.reserve(cell.length).write(cell, out.length, 'latin1'))
  }

  end(lineEnd: string): void {
    // A row of one empty cell must not be a blank line.
    if (this.out.length === this.#from) this.out.text('""')
    this.#cells = 0
    this.out.text(lineEnd)
  }
}

/** Scalars as they are spelt, lists and objects as their JSON, null as nothing. */
export function cellOf(value: Value): string {
  if (value === null) return ''
  return value instanceof Num ? value.token : spelling(value)
}

/** As `cellOf`, for the JSON at `bytes[start, end)`; lists and objects keep their spelling. */
export function cellIn(bytes: Buffer, start: number, end: number): string {
  const first = bytes[start]
  if (first === 0x6e) return ''
  return first === 0x22 ? decodeString(bytes, start + 1, end - 1) : bytes.toString('utf8', start, end)
}

/** JSON can hold what UTF-8 cannot: half of a surrogate pair, as an escape. */
export function isUnicode(text: string): boolean {
  return !LONE_SURROGATE.test(text)
}
