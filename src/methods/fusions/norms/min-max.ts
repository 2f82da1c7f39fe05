// (s - min) / (max - min), as in Lee 1997, "Analyses of multiple evidence combination".
import { greatest, LEAST, least, type Norm } from './norm.js'

const minMax: Norm = {
  summary: '(s-min)/(max-min); equal scores and a single one give 0',
  norm({ scores }) {
    const min = least(scores)
    const range = Math.max(greatest(scores) - min, LEAST)
    return { values: scores.map((score) => (score - min) / range) }
  },
}
export default minMax
