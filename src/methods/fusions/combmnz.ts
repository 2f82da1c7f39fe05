// CombMNZ: the sum of a candidate's scores times the number of lists that have it. Fox and Shaw 1993, "Combination of multiple
// searches". With weights: times the sum of those lists' weights, Wu and Crestani 2002, "Data fusion with estimated weights".
import { type Fusion, NORMS } from './fusion.js'
import { sumOf } from './terms.js'

const combmnz: Fusion = {
  summary: 'sum of s * sum of w (without weights: number of lists that have it)',
  uses: 'scores',
  norms: NORMS,
  fuse(lists, candidates) {
    const scores = sumOf(
      lists,
      candidates,
      (list, i) => list.scores[i] as number,
      ({ absent }) => absent,
    )
    const weights = sumOf(
      lists,
      candidates,
      ({ weight }) => weight,
      ({ absent, weight }) => (absent === undefined ? undefined : weight),
    )
    return scores.map((score, doc) => score * (weights[doc] as number))
  },
}
export default combmnz
