// CombSUM: the sum of a candidate's normalised scores. Fox and Shaw 1993, "Combination of multiple searches".
import { type Fusion, NORMS } from './fusion.js'
import { sumOf, weighted, weightedAbsent } from './terms.js'

const combsum: Fusion = {
  summary: 'sum of w*s, as wsum',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) => sumOf(lists, candidates, weighted, weightedAbsent),
}
export default combsum
