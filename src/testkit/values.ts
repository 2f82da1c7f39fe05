// Random values of records for properties, and an order of number tokens that shares nothing with the product's.
import fc from 'fast-check'
import { Num, type Value } from '../record/value.js'

/** A text with characters of all planes, without lone surrogates. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', 'Z', '1', '.', 'é', '語', '\ue000', '\uffff', '\u{10000}', '\u{1f600}'),
    maxLength: 4,
  }),
)

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
const whole = fc.oneof(
  fc.constant('0'),
  digits(25).map((d) => d.replace(/^0+(?=.)/, '')),
  fc.constantFrom('9007199254740991', '9007199254740993'),
)

/** A JSON number token of any length, with exponents that no double has. */
export const numberToken: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '', '-'), whole, fc.option(digits(40)), fc.option(fc.integer({ min: -450, max: 450 })))
  .map(
    ([sign, integer, fraction, exponent]) =>
      sign + integer + (fraction === null ? '' : `.${fraction}`) + (exponent === null ? '' : `e${exponent}`),
  )

const scalarToken = fc.oneof(
  text.map((t) => JSON.stringify(t)),
  numberToken,
  fc.constantFrom('true', 'false', 'null', '"en"', '"de"', '1', '10'),
)

/** JSON of any value, with number tokens as people write them and spaces where JSON allows them. */
export const json: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalarToken,
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[ ${items.join(' ,')}]`),
    fc
      .array(fc.tuple(text, tie('json')), { maxLength: 3 })
      .map((own) => `{${own.map(([k, v]) => `${JSON.stringify(k)}: ${v}`).join(',')} }`),
  ),
})).json

const numeric: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  numberToken.map((token) => new Num(token)),
  fc.constantFrom('NaN', 'Infinity', '-Infinity').map((token) => new Num(token)),
)

export const jsonScalar: fc.Arbitrary<Value> = fc.oneof(text, numeric, fc.boolean(), fc.constant(null))

/** Any value that a record may hold, from typed columns too. */
export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    jsonScalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map((own) => new Map(own)),
  ),
})).value

/** The order of two JSON number tokens as fractions of whole numbers. */
export function compareTokens(a: string, b: string): number {
  const [x, xe] = scaled(a)
  const [y, ye] = scaled(b)
  const e = Math.min(xe, ye)
  const left = x * 10n ** BigInt(xe - e)
  const right = y * 10n ** BigInt(ye - e)
  return left < right ? -1 : left > right ? 1 : 0
}

/** A token as n times 10 to the power e. */
function scaled(token: string): [n: bigint, e: number] {
  const [mantissa = '', power = '0'] = token.toLowerCase().split('e')
  const [integer = '', fraction = ''] = mantissa.split('.')
  return [
    BigInt(`${integer}${fraction}`.replace(/^-/, '')) * (token.startsWith('-') ? -1n : 1n),
    Number(power) - fraction.length,
  ]
}
