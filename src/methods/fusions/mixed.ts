// Mixed: the weighted sum of a candidate's scores times sqrt(n), n lists that have it. Wu and Crestani 2002, "Data fusion with
// estimated weights".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, sum, termsOf, weighted, weightedAbsent } from './terms.js'

const mixed: Fusion = {
  summary: 'sum of w*s * sqrt(n), n lists that have it',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) =>
    reduce(
      termsOf(lists, candidates, weighted, weightedAbsent),
      (values, from, to) => sum(values, from, to) * Math.sqrt(to - from),
    ),
}
export default mixed
