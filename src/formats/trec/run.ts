// What a run is: how its scores order the documents of one query.
import { compareNumbers, numberOf } from '../../record/number.js'

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
