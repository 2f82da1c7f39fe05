// Cuts a block that is too long: at sentence ends, then at words, then between graphemes; of tables and code, between lines.
import { cutAt } from './graphemes.js'
import { beginLines, LINE, lines, moreLines } from './kernel.js'
import type { Measure } from './measure.js'
import { sentences, trimmed } from './sentences.js'

/**
 * The ends of the pieces of `text[start, end)`, which follow one another; the last is `end`. Each holds as many whole sentences
 * (with `lines`, lines) as fit in `max`. A sentence that does not fit is cut at words, a word between graphemes; a single
 * grapheme that does not fit stands alone. Blanks at the end of a piece count.
 */
export function cutLong(
  text: string,
  start: number,
  end: number,
  max: number,
  measure: Measure,
  lines: boolean,
): number[] {
  const units = lines ? lineEnds(text, start, end) : sentences(text, start, end)
  const ends: number[] = []
  let from = start
  // Behind the last sign of unit `u` that is no white space.
  let solid = -1
  for (let u = 0; u < units.length; ) {
    const reach = furthest(units, u, (k) => measure.fits(text, from, units[k] as number, max))
    if (reach >= u) {
      from = units[reach] as number
      solid = -1
      ends.push(from)
      u = reach + 1
      continue
    }
    const unit = units[u] as number
    if (lines) {
      ends.push(...cutLong(text, from, unit, max, measure, false))
      from = unit
      u++
      continue
    }
    if (solid < from) solid = trimmed(text, from, unit).end
    from = cutWords(text, from, unit, solid, max, measure)
    ends.push(from)
    if (from === unit) {
      u++
      solid = -1
    }
  }
  return ends
}

function lineEnds(text: string, start: number, end: number): number[] {
  const ends: number[] = []
  beginLines(text, false, start, end)
  for (let n = moreLines(); n > 0; n = moreLines())
    for (let i = 0; i < n; i += LINE) if ((lines[i] as number) > start) ends.push(lines[i] as number)
  ends.push(end)
  return ends
}

/** The last of `units`, from `first` on, for which `fits` holds; it holds for all before. `first - 1` when for none. */
function furthest(units: readonly number[], first: number, fits: (k: number) => boolean): number {
  if (!fits(first)) return first - 1
  let low = first
  let step = 1
  while (low + step < units.length && fits(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, units.length)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Where the first piece of `text[start, end)`, which does not fit, ends: behind a word, else behind a grapheme. */
function cutWords(text: string, start: number, end: number, solid: number, max: number, measure: Measure): number {
  const most = longest(text, start, end, max, measure)
  if (most > start && most >= solid) return cutAt(text, most, start, end)
  // Sizes that do not add up may be larger for less.
  const holds = (i: number): boolean => measure.additive || measure.fits(text, start, i, max)
  for (let i = most; i > start; i--) if (isWordEnd(text, i) && cutAt(text, i, start, end) === i && holds(i)) return i
  for (let i = most; ; ) {
    const at = cutAt(text, i, start, end)
    if (at > i || holds(at)) return at
    i = at - 1
  }
}

/** The largest index at which the stretch from `start` fits; `start` itself when nothing does. */
function longest(text: string, start: number, end: number, max: number, measure: Measure): number {
  let low = start
  let step = Math.max(1, max)
  while (low + step < end && measure.fits(text, start, low + step, max)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, end)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (measure.fits(text, start, middle, max)) low = middle
    else high = middle
  }
  return low
}

/** Signs after which a sentence may be cut: those of CJK lists and clauses. */
const CLAUSE = new Set([...'，、；：,;:'].map((sign) => sign.charCodeAt(0)))

/** Whether a word or a clause ends before `i`: behind blanks, a CJK comma, a hyphen. */
function isWordEnd(text: string, i: number): boolean {
  const before = text.charCodeAt(i - 1)
  const after = text.charCodeAt(i)
  const blank = (code: number): boolean => code <= 0x20 || code === 0xa0 || code === 0x3000
  if (blank(before)) return !blank(after)
  if (before === 0x2d) return !blank(after)
  return before > 0x7f && CLAUSE.has(before)
}
