// The scores as they are.
import type { Norm } from './norm.js'

const none: Norm = {
  summary: 'scores as they are',
  norm: ({ scores }) => ({ values: scores }),
}
export default none
