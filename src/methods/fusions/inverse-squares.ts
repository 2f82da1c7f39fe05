// What the inverse square rank methods share: the sum of w / rank^2, times a factor of how many lists have the candidate.
import type { Ranked } from './fusion.js'
import { reduce, sum, termsOf } from './terms.js'

export function inverseSquares(
  lists: readonly Ranked[],
  candidates: number,
  factor: (n: number) => number,
): Float64Array {
  const terms = termsOf(lists, candidates, ({ weight, ranks }, i) => weight / (ranks[i] as number) ** 2)
  return reduce(terms, (values, from, to) => factor(to - from) * sum(values, from, to))
}
