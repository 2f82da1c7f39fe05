// CombMIN: the least of a candidate's scores. Fox and Shaw 1993, "Combination of multiple searches".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, termsOf, weighted, weightedAbsent } from './terms.js'

const combmin: Fusion = {
  summary: 'least w*s',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) =>
    reduce(termsOf(lists, candidates, weighted, weightedAbsent), (values, from) => values[from] as number),
}
export default combmin
