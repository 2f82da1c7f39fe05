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
