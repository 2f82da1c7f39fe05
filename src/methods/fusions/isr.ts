// Inverse square rank: n * sum of w / rank^2, n lists that have the candidate. Mourão, Martins and Magalhães 2014,
// "Multimodal medical information retrieval with unsupervised rank fusion".
import type { Fusion } from './fusion.js'
import { inverseSquares } from './inverse-squares.js'

const isr: Fusion = {
  summary: 'n * sum of w/rank^2, n lists that have it',
  uses: 'ranks',
  fuse: (lists, candidates) => inverseSquares(lists, candidates, (n) => n),
}
export default isr
