// Elasticsearch's `l2_norm` (L2ScoreNormalizer.java, main branch of 2025).
import type { Norm } from './norm.js'

const SMALLEST = 1e-6

const l2: Norm = {
  summary: 's/sqrt(sum of squares); below 1e-6 scores stay as they are; a single one gives 1 or -1',
  norm({ scores }) {
    let squares = 0
    for (const score of scores) squares += score * score
    const length = Math.sqrt(squares)
    return { values: length < SMALLEST ? scores : scores.map((score) => score / length) }
  },
}
export default l2
