// `year lte 2022`: numbers by value, texts in code-point order.
import { byOrder, type Operand, type Operator, order } from './operator.js'

const lte: Operator = {
  summary: 'is at most',
  takes: 'one',
  test: byOrder((found) => found <= 0),
  excludes: ({ min }, [operand]) => {
    const found = order(min, operand as Operand)
    return found !== undefined && found > 0
  },
}
export default lte
