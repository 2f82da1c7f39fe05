// How scores are read, from columns of text too.
import { isJsonNumber, readNumber } from './number.js'
import { Num, type Value } from './value.js'

/**
 * The score that a text spells, as the token of a JSON number of the same value: `+.5` is `0.5`. Undefined when it is none.
 * trec_eval reads scores with C's `atof`, which takes `nan`, `inf` and `0x1p3` too, and any other text for 0. Here all of
 * these are no numbers: NaN has no place in an order, and infinity none in JSON.
 */
export function scoreToken(text: string): string | undefined {
  if (isJsonNumber(text)) return text
  if (/\s/.test(text) || readNumber(text) === undefined) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = ''] = /^([+-]?)0*(\d*)\.?(\d*)(.*)$/.exec(text) ?? []
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction && `.${fraction}`}${exponent}`
}

/** As `scoreToken`, for a value of a record. */
export function scoreOf(value: Value): string | undefined {
  if (typeof value === 'number') return String(value)
  if (value instanceof Num) return scoreToken(value.token)
  return typeof value === 'string' ? scoreToken(value) : undefined
}

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))

/**
 * The number at `bytes[start, end)` when it is spelt as JSON has it, without exponent, in at most 15 digits: a quotient of two
 * numbers that a double holds exactly, so that it is the nearest double. Undefined for any other spelling.
 */
export function plainNumber(bytes: Uint8Array, start: number, end: number): number | undefined {
  const negative = bytes[start] === 0x2d
  const first = negative ? start + 1 : start
  let n = 0
  let dot = -1
  for (let i = first; i < end; i++) {
    const digit = (bytes[i] as number) - 48
    if (digit === -2 && dot < 0 && i > first) dot = i
    else if (digit < 0 || digit > 9) return undefined
    else n = n * 10 + digit
  }
  const digits = end - first - (dot < 0 ? 0 : 1)
  if (digits < 1 || digits > 15 || dot === end - 1) return undefined
  // A zero before other digits is none of JSON's numbers.
  if (bytes[first] === 0x30 && (dot < 0 ? digits > 1 : dot > first + 1)) return undefined
  const value = dot < 0 ? n : n / (POWERS[end - 1 - dot] as number)
  return negative ? -value : value
}
