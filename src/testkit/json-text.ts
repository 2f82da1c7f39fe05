// JSON objects as adversaries write them: escaped and repeated keys, spaces, nested decoys, every kind of number.
import fc from 'fast-check'
import { numberToken, text } from './values.js'

const KEYS = ['a', 'b', 'a.b', 'é', '0', '1', '__proto__', '', 'sensitivity']
const space = fc.constantFrom('', '', '', ' ', '\t', '  ')

/** A JSON string of a text, some of its characters escaped though they need not be. */
function spelt(of: string): fc.Arbitrary<string> {
  return fc.infiniteStream(fc.boolean()).map((escapes) => {
    const parts = [...Array(of.length).keys()].map((i) => {
      const unit = of.charCodeAt(i)
      const must = unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit < 0xe000)
      if (!must && escapes.next().value !== true) return of[i]
      return `\\u${unit.toString(16).padStart(4, '0')}`
    })
    return `"${parts.join('')}"`
  })
}

const string = fc.oneof(
  text.map((t) => JSON.stringify(t)),
  text.chain(spelt),
  fc.constantFrom('"\\/"', '"\\\\"', '"{\\"a\\":1}"', '"a\\\\\\""', '",}]"'),
)
const key = fc.oneof(
  fc.constantFrom(...KEYS).map((k) => JSON.stringify(k)),
  fc.constantFrom(...KEYS).chain(spelt),
)

const { object } = fc.letrec<{ object: string; value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(string, numberToken, fc.constantFrom('true', 'false', 'null')),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 3 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(space, key, space, fc.constant(':'), space, tie('value'), space), { maxLength: 4 })
    .map((own) => `{${own.map((member) => member.join('')).join(',')}}`),
}))

/** A JSON object on one line, without line end. */
export const wildObject: fc.Arbitrary<string> = object
