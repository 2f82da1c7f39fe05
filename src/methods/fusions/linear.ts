// Elasticsearch's linear retriever: sum of w * s, scores normalised by `minmax` or `l2_norm` or not at all
// (LinearRetrieverBuilder.java). It computes in 32 bits, here it is 64.
import type { Fusion } from './fusion.js'
import { sumOf, weighted } from './terms.js'

const linear: Fusion = {
  summary: "sum of w*s, Elasticsearch's; --norm minmax (default), l2_norm or none",
  uses: 'scores',
  norms: ['minmax', 'l2_norm', 'none'],
  fuse: (lists, candidates) => sumOf(lists, candidates, weighted),
}
export default linear
