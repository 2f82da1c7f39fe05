// What a fusion method is: from the places and scores of candidates in several lists to one score a candidate.

/**
 * One list of one query, best candidate first. Candidates are numbered from 0 over all lists of the query. Lists of weight 0
 * are left out before a method is asked.
 */
export interface Ranked {
  /** The number of the candidate at each place. */
  readonly docs: Int32Array
  /** Its rank as the list gives it, 1-based, ascending; there may be gaps and ties. */
  readonly ranks: Int32Array
  /** Its score, normalised for a method that uses scores; meaningless for one that uses ranks. */
  readonly scores: Float64Array
  /** What the list gives each candidate that it does not have, where the normalisation says so. */
  readonly absent?: number | undefined
  /** Above 0. */
  readonly weight: number
}

/** What flags set, each for the methods that heed it. */
export interface Parameters {
  readonly k: number
  readonly sigma: number
  readonly phi: number
  readonly gamma: number
}

export interface Fusion {
  readonly summary: string
  readonly uses: 'ranks' | 'scores'
  /** The flags it heeds beside weights; any other is a usage error. */
  readonly flags?: readonly (keyof Parameters)[]
  /** For a method that uses scores: the normalisations it takes, the default first. */
  readonly norms?: readonly string[]
  /** A finite score for each of the candidates `0..candidates-1`, higher is better, the same in whatever order the lists come. */
  fuse(lists: readonly Ranked[], candidates: number, parameters: Parameters): Float64Array
}

/** The normalisations of ranx, its default first. */
export const NORMS = ['min-max', 'max', 'sum', 'zmuv', 'rank', 'borda', 'none'] as const
