// Where a text may be cut without splitting what a reader sees as one sign (UAX 29, as `Intl.Segmenter` has it).

/** Made when it is first needed: that takes as long as starting half the program. */
let segmenter: Intl.Segmenter | undefined

/** UTF-16 units looked at round a cut; more, where no sure place to begin at is found. */
const NEAR = 64

/** Ranges of signs of which no two neighbours join: no marks, no jamo, nothing that is put before, no emoji. */
const PLAIN: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0x391, 0x3c9],
  [0x400, 0x481],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0x904, 0x939],
  [0xe01, 0xe30],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff5e],
]

function isPlain(code: number): boolean {
  if (code < 0x7f) return code >= 0x20 || code === 0x0a
  for (const [first, last] of PLAIN) if (code <= last) return code >= first
  return false
}

/** Whether the pair of surrogates at `i` is a pictograph: none that is a half of a flag or tints what stands before it. */
function isPictograph(text: string, i: number): boolean {
  const point = text.codePointAt(i) as number
  return point >= 0x1f300 && point <= 0x1faff && !(point >= 0x1f3fb && point <= 0x1f3ff)
}

/** Whether nothing joins a pictograph behind it to what ends at `i`: U+200D would, and signs that are put before. */
function isApart(text: string, i: number): boolean {
  const before = text.charCodeAt(i - 1)
  if (isPlain(before) || before === 0xfe0f) return true
  const point = text.codePointAt(i - 2) as number
  return i >= 2 && point >= 0x1f1e6 && point <= 0x1faff
}

/** Whether a cut at `i` surely splits nothing; false says nothing. */
const isSure = (text: string, i: number): boolean =>
  isPlain(text.charCodeAt(i)) ? isPlain(text.charCodeAt(i - 1)) : isPictograph(text, i) && isApart(text, i)

/**
 * The largest boundary at or before `index` that is above `floor`, itself a boundary; where there is none, the first one after
 * `floor`, at most `end`.
 */
export function cutAt(text: string, index: number, floor: number, end: number): number {
  if (index >= end) return end
  if (index > floor && isSure(text, index)) return index
  let from = index
  while (from > floor && !(from < index && isSure(text, from))) from--
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
  // A boundary needs what stands before it and one sign after it; a long sign needs a longer look.
  for (let to = index; to < end; ) {
    to = Math.min(end, to + NEAR + (to - floor))
    let best = from > floor ? from : -1
    for (const { index: at } of segmenter.segment(text.slice(from, to))) {
      const place = from + at
      if (place <= floor) continue
      if (place <= index) best = place
      else return best > floor ? best : place
    }
    if (to === end) return best > floor ? best : end
    if (best > floor && best === index) return best
  }
  return end
}
