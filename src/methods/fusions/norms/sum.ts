// (s - min) / sum(s - min), as in Montague and Aslam 2001, "Relevance score normalization for metasearch".
import { LEAST, least, type Norm } from './norm.js'

const sum: Norm = {
  summary: '(s-min)/sum of all (s-min); equal scores and a single one give 0',
  norm({ scores }) {
    const min = least(scores)
    let total = 0
    for (const score of scores) total += score - min
    const divisor = Math.max(total, LEAST)
    return { values: scores.map((score) => (score - min) / divisor) }
  },
}
export default sum
