// CombANZ: the mean of a candidate's scores over the lists that have it. Fox and Shaw 1993, "Combination of multiple searches".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, sum, termsOf, weighted, weightedAbsent } from './terms.js'

const combanz: Fusion = {
  summary: 'mean of w*s over the lists that have it',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) =>
    reduce(
      termsOf(lists, candidates, weighted, weightedAbsent),
      (values, from, to) => sum(values, from, to) / (to - from),
    ),
}
export default combanz
