// The units that sizes are given in: how many of them a stretch of a text holds.
import type { Measure } from './measure.js'
import { hasSurrogates, isAscii, pairs } from './offsets.js'
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
class Chars implements Measure {
  readonly unit = 'chars'
  readonly additive = true
  #text = ''
  #plain = true

  size(text: string, start: number, end: number): number {
    return this.#isPlain(text) ? end - start : codePoints(text, start, end)
  }

  fits(text: string, start: number, end: number, max: number): boolean {
    const length = end - start
    if (length <= max) return true
    // A code point takes two UTF-16 units at most.
    return length <= 2 * max && !this.#isPlain(text) && codePoints(text, start, end) <= max
  }

  /** Whether each UTF-16 unit of the text is a code point: found out once a text. */
  #isPlain(text: string): boolean {
    if (text !== this.#text) {
      this.#plain = !hasSurrogates(text)
      this.#text = text
    }
    return this.#plain
  }
}

const codePoints = (text: string, start: number, end: number): number => end - start - pairs(text, start, end)

/** Bytes in UTF-8; a lone surrogate is 3, as of the U+FFFD that UTF-8 has to write for it. */
class Bytes implements Measure {
  readonly unit = 'bytes'
  readonly additive = true
  #text = ''
  #ascii = true

  size(text: string, start: number, end: number): number {
    return this.#isAscii(text) ? end - start : Buffer.byteLength(text.slice(start, end))
  }

  fits(text: string, start: number, end: number, max: number): boolean {
    const length = end - start
    // A UTF-16 unit takes 1 to 3 bytes.
    if (length > max) return false
    return length * 3 <= max || this.size(text, start, end) <= max
  }

  #isAscii(text: string): boolean {
    if (text !== this.#text) {
      this.#ascii = isAscii(text)
      this.#text = text
    }
    return this.#ascii
  }
}

/**
 * Words. A run of letters, digits and marks is one word, also with apostrophes inside it (`don't`); each ideograph, kana and
 * hangul syllable is one. All other signs part words and count as nothing: punctuation alone, `---` or `…`, is no word.
 */
class Words implements Measure {
  readonly unit = 'words'
  readonly additive = true

  size(text: string, start: number, end: number): number {
    return countWords(text, start, end, Number.POSITIVE_INFINITY)
  }

  fits(text: string, start: number, end: number, max: number): boolean {
    return end - start <= max || countWords(text, start, end, max) <= max
  }
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

export const chars: Measure = new Chars()
export const bytes: Measure = new Bytes()
export const words: Measure = new Words()
