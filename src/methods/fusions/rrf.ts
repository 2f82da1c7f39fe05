// Reciprocal rank fusion: sum of w / (k + rank). Cormack, Clarke and Büttcher 2009, "Reciprocal rank fusion outperforms
// Condorcet and individual rank learning methods".
import type { Fusion } from './fusion.js'
import { sumOf } from './terms.js'

const rrf: Fusion = {
  summary: 'sum of w/(k+rank)',
  uses: 'ranks',
  flags: ['k'],
  fuse: (lists, candidates, { k }) =>
    sumOf(lists, candidates, ({ weight, ranks }, i) => weight / (k + (ranks[i] as number))),
}
export default rrf
