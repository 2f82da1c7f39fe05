// Where sentences end: after stops and what closes with them, in Latin and CJK writing alike.
import type { Span } from './block.js'
import { cutAt } from './graphemes.js'
import { isBlank } from './paragraphs.js'

const LF = 0x0a
const CR = 0x0d
const DOT = 0x2e

/** Stops that end a sentence whatever follows: CJK, half-width, full-width, danda, Arabic, Ethiopic, Armenian, Khmer, Burmese. */
const HARD = new Set([...'。！？｡．‼⁇⁈⁉।॥؟۔።։។။'].map((sign) => sign.charCodeAt(0)))
/** What may stand between a stop and the end of its sentence. */
const CLOSERS = new Set([...`"')]}」』）】》〉〕〗”’»›｣`].map((sign) => sign.charCodeAt(0)))

/** Abbreviations that a sentence goes on after, even with a capital. */
const TITLES =
  /(?:^|[^\p{L}\p{N}])(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|Mt|No|Nr|Fig|Figs|Eq|Vol|Art|Sec|Ch|pp?|vs|cf|al|e\.g|i\.e|viz|approx|ca|bzw|usw|vgl|z\. ?B|d\. ?h|u\. ?a|Abs|Hr|Fr|Gen|Col|Lt|Sgt|Rev|Hon|Capt|Inc|Ltd|Co|Corp|dept|est|[A-Zzdu])$/u
const LONGEST = 12

const isSpace = (code: number): boolean => isBlank(code) || code === LF || code === CR

/**
 * The ends of the sentences of `text[start, end)`, ascending; the last is `end`. An end stands behind the stop, the quotes
 * and brackets that close with it, and the blanks that follow, so that sentences join without gap.
 */
export function sentences(text: string, start: number, end: number): number[] {
  const ends: number[] = []
  let begun = start
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > 0x3f && code < 0x2026 && code !== 0x589 && (code < 0x600 || code > 0x17ff)) continue
    const stop = sentenceEnd(text, i, code, begun, end)
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
  const next = String.fromCodePoint(text.codePointAt(after) as number)
  if (/[\p{Ll},;:]/u.test(next)) return -1
  if (code !== DOT || k > i + 1) return after
  const before = text.slice(Math.max(begun, i - LONGEST), i)
  if (TITLES.test(before)) return -1
  // `3. May`, and the number of an item.
  return /(?:^|\s)\d{1,3}$/.test(before) && (before.length <= 3 || /^\p{L}/u.test(next)) && i - begun <= 3 ? -1 : after
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
  const bullet = (sign === 0x2d || sign === 0x2a || sign === 0x2b) && isBlank(text.charCodeAt(k + 1))
  return bullet || /^\d{1,3}[.)]\s/.test(text.slice(k, k + 5)) ? k : -1
}

/** The span without white space at its ends. */
export function trimmed(text: string, start: number, end: number): Span {
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { start, end }
}
