// CombMAX: the greatest of a candidate's scores. Fox and Shaw 1993, "Combination of multiple searches".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, termsOf, weighted, weightedAbsent } from './terms.js'

const combmax: Fusion = {
  summary: 'greatest w*s',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) =>
    reduce(termsOf(lists, candidates, weighted, weightedAbsent), (values, _, to) => values[to - 1] as number),
}
export default combmax
