// (s - mean) / deviation, zero mean and unit variance, as in Montague and Aslam 2001; the population's deviation.
import { greatest, LEAST, least, type Norm } from './norm.js'

const zmuv: Norm = {
  summary: '(s-mean)/standard deviation; equal scores and a single one give 0',
  norm({ scores }) {
    // The mean of equal scores may miss them by a rounding, which the small divisor would blow up.
    if (least(scores) === greatest(scores)) return { values: new Float64Array(scores.length) }
    let total = 0
    for (const score of scores) total += score
    const mean = total / scores.length
    let squares = 0
    for (const score of scores) squares += (score - mean) ** 2
    const deviation = Math.max(Math.sqrt(squares / scores.length), LEAST)
    return { values: scores.map((score) => (score - mean) / deviation) }
  },
}
export default zmuv
