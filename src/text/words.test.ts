import { expect, test } from 'vitest'
import { words } from './words.js'

test.each([
  ['Notice, of THE 3rd_party x-ray', ['notice', 'of', 'the', '3rd', 'party', 'x', 'ray']],
  ['Straße ÉTÉ e\u0301te\u0301 İ', ['straße', 'été', 'e\u0301te\u0301', 'i\u0307']],
  ['東京都に', ['東', '東京', '京', '京都', '都', '都に', 'に']],
  ['한국 abc漢字12', ['한', '한국', '국', 'abc', '漢', '漢字', '字', '12']],
  ['𠮷野', ['𠮷', '𠮷野', '野']],
  ['۱۲۳ ½ — …', ['۱۲۳', '½']],
  ['', []],
])('%s', (text, expected) => {
  expect(words(text)).toEqual(expected)
})
