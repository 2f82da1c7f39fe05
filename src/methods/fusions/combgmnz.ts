// CombGMNZ: the sum of a candidate's scores times n^gamma, n lists that have it. Lee 1997, "Analyses of multiple evidence
// combination".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, sum, termsOf, weighted, weightedAbsent } from './terms.js'

const combgmnz: Fusion = {
  summary: 'sum of w*s * n^gamma, n lists that have it',
  uses: 'scores',
  flags: ['gamma'],
  norms: NORMS,
  fuse: (lists, candidates, { gamma }) =>
    reduce(
      termsOf(lists, candidates, weighted, weightedAbsent),
      (values, from, to) => sum(values, from, to) * (to - from) ** gamma,
    ),
}
export default combgmnz
