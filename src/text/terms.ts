// The terms of a text, for comparing vocabularies: words of three letters or more, and each CJK sign.

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'
/** Signs that CJK writing has in common, such as the long-vowel mark, begin no word: it would run on over the signs after it. */
const ELSEWHERE = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]'
const TERM = new RegExp(`${CJK}|\\p{Script=Hangul}+|[[\\p{L}\\p{M}]--${ELSEWHERE}]{3,}`, 'gv')

/** UTF-16 units looked at in one go: no copy is made of a large block, and no match outgrows the stack of the engine. */
const PIECE = 1 << 16

/**
 * The terms of `text[start, end)` in order, in lower case. Digits, words of one or two letters and signs of other kinds are
 * left out; there is no list of stop words. Korean is taken by words, Chinese and Japanese sign by sign. A word of more than
 * 65536 UTF-16 units may be several terms.
 */
export function* terms(text: string, start: number, end: number): Generator<string> {
  for (let from = start; from < end; ) {
    const to = pieceEnd(text, from + PIECE, end)
    const found = text.slice(from, to).toLowerCase().match(TERM)
    if (found !== null) for (const term of found) yield term
    from = to
  }
}

/**
 * The first place from `at` on where surely no term goes on: before ASCII that is no letter, or before 、 or 。; where none is
 * near, `PIECE` further, but not inside a surrogate pair.
 */
function pieceEnd(text: string, at: number, end: number): number {
  for (let i = at; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x41 || code === 0x3001 || code === 0x3002) return i
    if (i >= at + PIECE && (code < 0xdc00 || code > 0xdfff)) return i
  }
  return end
}
