// The words of a text, as search takes them: of descriptions, queries and passages alike.

const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]'
const WORDS = new RegExp(`(${CJK}+)|[[\\p{L}\\p{M}\\p{N}]--${CJK}]+`, 'gv')

/**
 * The words of `text` in order, in lower case: runs of letters, marks and digits; of Chinese, Japanese and Korean each sign, and
 * behind it each pair of neighbours that it begins.
 */
export function words(text: string): string[] {
  const found: string[] = []
  for (const [word, cjk] of text.toLowerCase().matchAll(WORDS)) {
    if (cjk === undefined) {
      found.push(word)
      continue
    }
    const signs = Array.from(cjk)
    for (const [i, sign] of signs.entries()) {
      found.push(sign)
      if (i + 1 < signs.length) found.push(sign + signs[i + 1])
    }
  }
  return found
}
