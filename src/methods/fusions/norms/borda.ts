// Borda's count scaled to 0..1 over the candidates of all lists; those that a list lacks share what it has left. Renda and
// Straccia 2003, "Web metasearch: rank vs. score based rank aggregation methods".
import type { Norm } from './norm.js'

const borda: Norm = {
  summary: '1-(place-1)/c, c candidates in all lists; those that a list of n lacks get 1/2-(n-1)/2c of it',
  norm: ({ scores, candidates }) => ({
    values: scores.map((_, i) => 1 - i / candidates),
    absent: 0.5 - (scores.length - 1) / (2 * candidates),
  }),
}
export default borda
