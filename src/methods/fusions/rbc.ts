// Rank-biased centroids: sum of w * (1 - phi) * phi^(rank - 1). Bailey, Moffat, Scholer and Thomas 2017, "Retrieval
// consistency in the presence of query variations".
import type { Fusion } from './fusion.js'
import { sumOf } from './terms.js'

const rbc: Fusion = {
  summary: 'sum of w*(1-phi)*phi^(rank-1)',
  uses: 'ranks',
  flags: ['phi'],
  fuse: (lists, candidates, { phi }) =>
    sumOf(lists, candidates, ({ weight, ranks }, i) => weight * (1 - phi) * phi ** ((ranks[i] as number) - 1)),
}
export default rbc
