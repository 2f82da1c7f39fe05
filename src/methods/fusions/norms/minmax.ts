// Elasticsearch's `minmax` (MinMaxScoreNormalizer.java, main branch of 2025): as min-max, but equal scores stay as they are.
import { greatest, least, type Norm } from './norm.js'

const minmax: Norm = {
  summary: '(s-min)/(max-min) as Elasticsearch has it; equal scores and a single one stay as they are',
  norm({ scores }) {
    const min = least(scores)
    const range = greatest(scores) - min
    return { values: range === 0 ? scores : scores.map((score) => (score - min) / range) }
  },
}
export default minmax
