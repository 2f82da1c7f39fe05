// Weighted sum of normalised scores, also called linear combination. Vogt and Cottrell 1999, "Fusion via a linear combination
// of scores".
import { type Fusion, NORMS } from './fusion.js'
import { sumOf, weighted, weightedAbsent } from './terms.js'

const wsum: Fusion = {
  summary: 'sum of w*s',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) => sumOf(lists, candidates, weighted, weightedAbsent),
}
export default wsum
