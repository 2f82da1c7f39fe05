// Numbers by token: read, and compared exactly as decimals, never through a double that could not hold them.
import { Num } from './value.js'

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const LOOSE_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/

export const isJsonNumber = (token: string): boolean => JSON_NUMBER.test(token)

/** The value of a valid JSON number token. */
export function numberOf(token: string): number | Num {
  return PLAIN_INTEGER.test(token) ? Number(token) : new Num(token)
}

/** Reads what a person wrote as a number (`+5`, `.5` and `007` too); undefined when it is none. */
export function readNumber(text: string): number | Num | undefined {
  const token = text.trim()
  return LOOSE_NUMBER.test(token) ? numberOf(token) : undefined
}

/** A decimal: sign * 0.digits * 10^exponent, `digits` without zeros at either end; zero has no digits. */
interface Decimal {
  sign: -1 | 1
  digits: string
  exponent: bigint
}

function decimal(token: string): Decimal {
  const sign = token.startsWith('-') ? -1 : 1
  const unsigned = token.replace(/^[+-]/, '')
  const e = unsigned.search(/[eE]/)
  const mantissa = e < 0 ? unsigned : unsigned.slice(0, e)
  const power = e < 0 ? 0n : BigInt(unsigned.slice(e + 1).replace(/^\+/, ''))
  const dot = mantissa.indexOf('.')
  const whole = dot < 0 ? mantissa : mantissa.slice(0, dot)
  const all = dot < 0 ? mantissa : whole + mantissa.slice(dot + 1)
  let from = 0
  while (from < all.length && all.charCodeAt(from) === 48) from++
  let to = all.length
  while (to > from && all.charCodeAt(to - 1) === 48) to--
  return { sign, digits: all.slice(from, to), exponent: BigInt(whole.length - from) + power }
}

const token = (n: number | Num): string => (typeof n === 'number' ? String(n) : n.token)

// Up to 15 significant digits and a small exponent, different decimals are different doubles in the same order.
const FITS_DOUBLE = /^[+-]?[\d.]{1,15}(?:[eE][+-]?\d\d?)?$/

const NOT_FINITE = /[yN]$/
const side = (token: string): number =>
  NOT_FINITE.test(token) ? (token === 'NaN' ? Number.NaN : Math.sign(Number(token))) : 0

/** Compares two numbers by value: negative, zero or positive; NaN against anything is NaN. Exact for any length. */
export function compareNumbers(a: number | Num, b: number | Num): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const x = token(a)
  const y = token(b)
  if (NOT_FINITE.test(x) || NOT_FINITE.test(y)) return side(x) - side(y)
  if (FITS_DOUBLE.test(x) && FITS_DOUBLE.test(y)) return Number(x) - Number(y)
  return compareDecimals(decimal(x), decimal(y))
}

function compareDecimals(a: Decimal, b: Decimal): number {
  const left = a.digits === '' ? 0 : a.sign
  const right = b.digits === '' ? 0 : b.sign
  if (left !== right || left === 0) return left - right
  if (a.exponent !== b.exponent) return a.exponent > b.exponent ? left : -left
  if (a.digits === b.digits) return 0
  return a.digits > b.digits ? left : -left
}
