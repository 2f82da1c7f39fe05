// `year gte 2022`: numbers by value, texts in code-point order.
import { byOrder, type Operand, type Operator, order } from './operator.js'

const gte: Operator = {
  summary: 'is at least',
  takes: 'one',
  test: byOrder((found) => found >= 0),
  excludes: ({ max }, [operand]) => {
    const found = order(max, operand as Operand)
    return found !== undefined && found < 0
  },
}
export default gte
