// CombMED: the median of a candidate's scores, of an even number the mean of the two in the middle. Fox and Shaw 1993,
// "Combination of multiple searches".
import { type Fusion, NORMS } from './fusion.js'
import { reduce, termsOf, weighted, weightedAbsent } from './terms.js'

const combmed: Fusion = {
  summary: 'median of w*s over the lists that have it',
  uses: 'scores',
  norms: NORMS,
  fuse: (lists, candidates) =>
    reduce(termsOf(lists, candidates, weighted, weightedAbsent), (values, from, to) => {
      const n = to - from
      const upper = values[from + (n >> 1)] as number
      return n % 2 === 1 ? upper : ((values[from + (n >> 1) - 1] as number) + upper) / 2
    }),
}
export default combmed
