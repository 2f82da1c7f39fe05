// s / max, with ranx's floor below the greatest score.
import { greatest, LEAST, type Norm } from './norm.js'

const max: Norm = {
  summary: 's/max; equal scores above 0 give 1; a greatest score of 0 or less counts as 1e-9',
  norm({ scores }) {
    const divisor = Math.max(greatest(scores), LEAST)
    return { values: scores.map((score) => score / divisor) }
  },
}
export default max
