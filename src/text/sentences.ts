// Where sentences end: after stops and what closes with them, in Latin and CJK writing alike.
import type { Span } from './block.js'
import { cutAt } from './graphemes.js'
import { firstOf, markUnits } from './kernel.js'
import { isBlank } from './paragraphs.js'

const LF = 0x0a
const CR = 0x0d
const DOT = 0x2e

/** Stops that end a sentence whatever follows: CJK, half-width, full-width, danda, Arabic, Ethiopic, Armenian, Khmer, Burmese. */
const HARD = new Set([...'。！？｡．‼⁇⁈⁉।॥؟۔።։។။'].map((sign) => sign.charCodeAt(0)))
/** What may stand between a stop and the end of its sentence. */
const CLOSERS = new Set([...`"')]}」』）】》〉〕〗”’»›｣`].map((sign) => sign.charCodeAt(0)))

/** Abbreviations that a sentence goes on after, even with a capital: those of two or more letters, then the others. */
const WORDS =
  'Mr Mrs Ms Dr Prof St Jr Sr Mt No Nr Fig Figs Eq Vol Art Sec Ch pp vs cf al viz approx ca bzw usw vgl Abs Hr Fr Gen Col Lt Sgt Rev Hon Capt Inc Ltd Co Corp dept est'.split(
    ' ',
  )
const TITLES = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${WORDS.join('|')}|p|e\\.g|i\\.e|z\\. ?B|d\\. ?h|u\\. ?a|[A-Zzdu])$`,
  'u',
)
const TITLE_WORDS: ReadonlySet<string> = new Set(WORDS)
const LONGEST = 12

/** Marks the signs that may end a sentence. */
const STOP = 1
markUnits([LF, CR, DOT, 0x21, 0x3f, 0x2026, ...HARD], STOP)

const isSpace = (code: number): boolean => isBlank(code) || code === LF || code === CR

/**
 * The ends of the sentences of `text[start, end)`, ascending; the last is `end`. An end stands behind the stop, the quotes
 * and brackets that close with it, and the blanks that follow, so that sentences join without gap.
 */
export function sentences(text: string, start: number, end: number): number[] {
  const ends: number[] = []
  let begun = start
  for (let i = firstOf(text, start, end, STOP); i < end; i = firstOf(text, i + 1, end, STOP)) {
    const stop = sentenceEnd(text, i, text.charCodeAt(i), begun, end)
    if (stop < 0) continue
    i = stop - 1
    // A mark that follows belongs to the stop or blank before it.
    if (stop < end && cutAt(text, stop, stop - 1, Math.min(end, stop + 2)) === stop) {
      ends.push(stop)
      begun = stop
    }
  }
  ends.push(end)
  return ends
}

/** Where the sentence ends whose stop stands at `i`, blanks included; -1 when nothing ends there. */
function sentenceEnd(text: string, i: number, code: number, begun: number, end: number): number {
  if (code === LF || code === CR) return lineEnds(text, i, end)
  const soft = code === DOT || code === 0x21 || code === 0x3f || code === 0x2026
  if (!soft && !HARD.has(code)) return -1
  let k = i + 1
  let hard = !soft
  for (; k < end; k++) {
    const next = text.charCodeAt(k)
    if (HARD.has(next)) hard = true
    else if (next !== DOT && next !== 0x21 && next !== 0x3f && next !== 0x2026 && !CLOSERS.has(next)) break
  }
  let after = k
  while (after < end && isSpace(text.charCodeAt(after))) after++
  if (hard) return after
  if (after === k || after === end) return after === end ? end : -1
  // A stop and a small letter, or a mark of an abbreviation: it goes on.
  if (goesOn(text, after)) return -1
  if (code !== DOT || k > i + 1) return after
  const before = text.slice(Math.max(begun, i - LONGEST), i)
  if (isTitle(text, before, i)) return -1
  // `3. May`, and the number of an item.
  return i - begun <= 3 && /(?:^|\s)\d{1,3}$/.test(before) ? -1 : after
}

/** Whether an abbreviation ends at `i`, before which stands `before`. Most words are ASCII and stand alone: they need no pattern. */
function isTitle(text: string, before: string, i: number): boolean {
  let k = i
  while (i - k < before.length && isLetter(text.charCodeAt(k - 1))) k--
  const apart = k > 0 ? text.charCodeAt(k - 1) : 0x20
  const settled = i - k > 1 && i - k < before.length && apart < 0x80 && !(apart >= 0x30 && apart <= 0x39)
  return settled ? TITLE_WORDS.has(text.slice(k, i)) : TITLES.test(before)
}

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)

/** Whether a small letter stands there, or a sign within a sentence. */
function goesOn(text: string, i: number): boolean {
  const code = text.charCodeAt(i)
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || code === 0x2c || code === 0x3a || code === 0x3b
  return /\p{Ll}/u.test(String.fromCodePoint(text.codePointAt(i) as number))
}

/** A blank line ends a sentence, and so does a line end before an item of a list. */
function lineEnds(text: string, i: number, end: number): number {
  let k = i
  let lines = 0
  while (k < end && isSpace(text.charCodeAt(k))) {
    const code = text.charCodeAt(k)
    if (code === LF || (code === CR && text.charCodeAt(k + 1) !== LF)) lines++
    k++
  }
  if (lines > 1) return k
  const sign = text.charCodeAt(k)
  if (sign === 0x2d || sign === 0x2a || sign === 0x2b) return isBlank(text.charCodeAt(k + 1)) ? k : -1
  return sign >= 0x30 && sign <= 0x39 && /^\d{1,3}[.)]\s/.test(text.slice(k, k + 5)) ? k : -1
}

/** The span without white space at its ends. */
export function trimmed(text: string, start: number, end: number): Span {
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { start, end }
}
