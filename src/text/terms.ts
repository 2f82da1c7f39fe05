// The terms of a text, for comparing vocabularies: words of three letters or more, and each CJK sign.

const TERM = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Script=Hangul}+|[\p{L}\p{M}]{3,}/gu

/** Visits each term of `text[start, end)` in lower case. */
export function terms(text: string, start: number, end: number): string[] {
  return text.slice(start, end).toLowerCase().match(TERM) ?? []
}
