// The units that sizes are given in: how many of them a stretch of a text holds.
import type { Measure } from './measure.js'
import { bytesIn, pointsIn } from './signs.js'
import { tokensMeasure } from './tokens.js'

export const units = ['chars', 'words', 'tokens', 'bytes']

/** The measure of a unit; `tokens` loads the vocabulary of `tokenizer`, `o200k_base` or `cl100k_base`. */
export async function measureOf(unit: string, tokenizer: string): Promise<Measure> {
  if (unit === 'chars') return chars
  if (unit === 'words') return words
  if (unit === 'bytes') return bytes
  if (unit === 'tokens' && (tokenizer === 'o200k_base' || tokenizer === 'cl100k_base')) return tokensMeasure(tokenizer)
  throw new RangeError(`no measure ${unit} ${tokenizer}`)
}

/** Code points; a lone surrogate is one. */
export const chars: Measure = {
  unit: 'chars',
  additive: true,
  size: pointsIn,
  fits: (text, start, end, max) => {
    const length = end - start
    if (length <= max) return true
    // A code point takes two UTF-16 units at most.
    return length <= 2 * max && pointsIn(text, start, end) <= max
  },
}

/** Bytes in UTF-8. */
export const bytes: Measure = {
  unit: 'bytes',
  additive: true,
  size: bytesIn,
  fits: (text, start, end, max) => {
    const length = end - start
    // A UTF-16 unit takes 1 to 3 bytes.
    return length <= max && (length * 3 <= max || bytesIn(text, start, end) <= max)
  },
}

/**
 * Words. A run of letters, digits and marks is one word, also with apostrophes inside it (`don't`); each ideograph, kana and
 * hangul syllable is one. All other signs part words and count as nothing: punctuation alone, `---` or `…`, is no word.
 */
export const words: Measure = {
  unit: 'words',
  additive: true,
  size: (text, start, end) => countWords(text, start, end, Number.POSITIVE_INFINITY),
  fits: (text, start, end, max) => end - start <= max || countWords(text, start, end, max) <= max,
}

/** Words in a stretch; stops when there are more than `most`. */
function countWords(text: string, start: number, end: number, most: number): number {
  let n = 0
  let inWord = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    let kind = code < 0x80 ? (ASCII[code] as number) : APART
    if (code >= 0x80) {
      const point = text.codePointAt(i) as number
      // A pair that the stretch cuts is not looked at beyond its end.
      kind = kindOf(point > 0xffff && i + 1 === end ? code : point)
      if (point > 0xffff) i++
    }
    if (kind === APOSTROPHE) kind = inWord && i + 1 < end && isWord(text, i + 1) ? WORD : APART
    if (kind === INSIDE) continue
    if ((kind === ALONE || (kind === WORD && !inWord)) && ++n > most) return n
    inWord = kind === WORD
  }
  return n
}

const isWord = (text: string, i: number): boolean => {
  const code = text.codePointAt(i) as number
  return (code < 0x80 ? ASCII[code] : kindOf(code)) === WORD
}

/** Parts words. */
const APART = 1
/** Makes words together with its like. */
const WORD = 2
/** A word by itself. */
const ALONE = 3
/** Goes with the sign before it, and counts as nothing. */
const INSIDE = 4
/** A word's when signs of a word stand on both sides, else it parts. */
const APOSTROPHE = 5

const ASCII = Uint8Array.from({ length: 0x80 }, (_, code) => kindByProperty(String.fromCharCode(code)))

/** What each code point is, found out when it first comes; 0 is not known yet. */
let known: Uint8Array | undefined

function kindOf(point: number): number {
  known ??= new Uint8Array(0x110000)
  let kind = known[point] as number
  if (kind === 0) {
    kind = kindByProperty(String.fromCodePoint(point))
    known[point] = kind
  }
  return kind
}

function kindByProperty(sign: string): number {
  if (sign === "'" || sign === '’') return APOSTROPHE
  if (/[\p{M}\p{Join_Control}\u00ad]/u.test(sign)) return INSIDE
  if (!/[\p{L}\p{N}]/u.test(sign)) return APART
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u.test(sign) ? ALONE : WORD
}
