// What lists give a candidate, gathered by candidate. Terms are put in ascending order before anything is made of them: a sum
// of floating-point numbers depends on its order, and the order of the lists must not show.
import type { Ranked } from './fusion.js'

/** What a list gives to the candidate at place `i` (0-based). */
export type TermOf = (list: Ranked, i: number) => number

/** Terms by candidate: those of candidate `d` are `values[from[d]]` to `values[from[d + 1] - 1]`, ascending. */
export interface Terms {
  readonly from: Int32Array
  readonly values: Float64Array
}

/** `absent` gives a term to the candidates that a list lacks; it may say undefined. */
export function termsOf(
  lists: readonly Ranked[],
  candidates: number,
  term: TermOf,
  absent: (list: Ranked) => number | undefined = () => undefined,
): Terms {
  const from = new Int32Array(candidates + 1)
  const fills = lists.map(absent)
  const everywhere = fills.filter((fill) => fill !== undefined).length
  for (const [l, list] of lists.entries())
    if (fills[l] === undefined) for (const doc of list.docs) from[doc + 1] = (from[doc + 1] as number) + 1
  for (let d = 0; d < candidates; d++) from[d + 1] = (from[d + 1] as number) + (from[d] as number) + everywhere
  const values = new Float64Array(from[candidates] as number)
  const next = from.slice(0, candidates)
  for (const [l, list] of lists.entries()) {
    const fill = fills[l]
    const had = fill === undefined ? undefined : new Uint8Array(candidates)
    for (let i = 0; i < list.docs.length; i++) {
      const doc = list.docs[i] as number
      if (had !== undefined) had[doc] = 1
      insert(values, from[doc] as number, next[doc] as number, term(list, i))
      next[doc] = (next[doc] as number) + 1
    }
    if (had === undefined) continue
    for (let d = 0; d < candidates; d++) {
      if (had[d] === 1) continue
      insert(values, from[d] as number, next[d] as number, fill as number)
      next[d] = (next[d] as number) + 1
    }
  }
  return { from, values }
}

/** Puts a value in its place among `values[from, to)`, which ascend. */
function insert(values: Float64Array, from: number, to: number, value: number): void {
  let at = to
  while (at > from && (values[at - 1] as number) > value) {
    values[at] = values[at - 1] as number
    at--
  }
  values[at] = value
}

/** The sum of each candidate's terms. */
export function sumOf(
  lists: readonly Ranked[],
  candidates: number,
  term: TermOf,
  absent: (list: Ranked) => number | undefined = () => undefined,
): Float64Array {
  const out = new Float64Array(candidates)
  if (lists.length <= 2 && lists.every((list) => absent(list) === undefined)) {
    // Two numbers have the same sum in either order.
    for (const list of lists)
      for (let i = 0; i < list.docs.length; i++) {
        const doc = list.docs[i] as number
        out[doc] = (out[doc] as number) + term(list, i)
      }
    return out
  }
  return reduce(termsOf(lists, candidates, term, absent), sum)
}

/** One number made of the terms of each candidate, which has at least one. */
export function reduce(
  { from, values }: Terms,
  make: (values: Float64Array, from: number, to: number) => number,
): Float64Array {
  const out = new Float64Array(from.length - 1)
  for (let d = 0; d < out.length; d++) out[d] = make(values, from[d] as number, from[d + 1] as number)
  return out
}

export function sum(values: Float64Array, from: number, to: number): number {
  let total = 0
  for (let i = from; i < to; i++) total += values[i] as number
  return total
}

/** Its weighted score at a place, for methods that use scores. */
export const weighted: TermOf = (list, i) => list.weight * (list.scores[i] as number)

/** What a list gives those that it lacks, weighted. */
export const weightedAbsent = ({ absent, weight }: Ranked): number | undefined =>
  absent === undefined ? undefined : weight * absent
