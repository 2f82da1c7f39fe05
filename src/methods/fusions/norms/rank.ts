// 1 - (place - 1) / n, the rank similarity of Lee 1997, "Analyses of multiple evidence combination".
import type { Norm } from './norm.js'

const rank: Norm = {
  summary: '1-(place-1)/n of the list; a single one gives 1',
  norm: ({ scores }) => ({ values: scores.map((_, i) => 1 - i / scores.length) }),
}
export default rank
