// Logarithmic inverse square rank with sigma: ln(n + sigma) * sum of w / rank^2. Mourão, Martins and Magalhães 2014,
// "Multimodal medical information retrieval with unsupervised rank fusion".
import type { Fusion } from './fusion.js'
import { inverseSquares } from './inverse-squares.js'

const lognIsr: Fusion = {
  summary: 'ln(n+sigma) * sum of w/rank^2',
  uses: 'ranks',
  flags: ['sigma'],
  fuse: (lists, candidates, { sigma }) => inverseSquares(lists, candidates, (n) => Math.log(n + sigma)),
}
export default lognIsr
