// What a run is: how its scores are read, and how they order the documents of one query.
import { compareNumbers, isJsonNumber, numberOf, readNumber } from '../../record/number.js'
import { Num, type Value } from '../../record/value.js'

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

/**
 * The order of the hits of one query, as trec_eval has it (form_res_rels.c): by score descending, ties by id descending.
 * `scores` are tokens, compared exactly as decimals; `compareIds` compares two hits' ids in byte order.
 */
export function orderOf(scores: readonly string[], compareIds: (a: number, b: number) => number): number[] {
  const doubles = Float64Array.from(scores, Number)
  return Array.from(scores.keys()).sort((a, b) => {
    const x = doubles[a] as number
    const y = doubles[b] as number
    // Different doubles are in the order of their decimals; equal ones may hide a difference.
    if (x !== y) return x > y ? -1 : 1
    const left = scores[a] as string
    const right = scores[b] as string
    return (left === right ? 0 : compareNumbers(numberOf(right), numberOf(left))) || compareIds(b, a)
  })
}
