// Logarithmic inverse square rank: ln(n) * sum of w / rank^2. Mourão, Martins and Magalhães 2014, "Multimodal medical
// information retrieval with unsupervised rank fusion". What only one list has gets 0.
import type { Fusion } from './fusion.js'
import { inverseSquares } from './inverse-squares.js'

const logIsr: Fusion = {
  summary: 'ln(n) * sum of w/rank^2; what only one list has gets 0',
  uses: 'ranks',
  fuse: (lists, candidates) => inverseSquares(lists, candidates, Math.log),
}
export default logIsr
