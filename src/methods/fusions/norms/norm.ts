// What a normalisation is: it makes the scores of one list comparable with those of another.

/** The scores of one list for one query, best candidate first. All are finite; higher is better. */
export interface Scored {
  readonly scores: Float64Array
  /** How many candidates all lists of the query have together. */
  readonly candidates: number
}

export interface Normed {
  /** A value for each of the list's scores, in their order. */
  readonly values: Float64Array
  /** What each candidate gets that the list does not have; without it, such candidates get nothing of the list. */
  readonly absent?: number
}

export interface Norm {
  readonly summary: string
  norm(list: Scored): Normed
}

/** As ranx has it: no denominator is smaller. */
export const LEAST = 1e-9

export function least(scores: Float64Array): number {
  let min = Number.POSITIVE_INFINITY
  for (const score of scores) if (score < min) min = score
  return min
}

export function greatest(scores: Float64Array): number {
  let max = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > max) max = score
  return max
}
