// `lang in en,de`: equals one of the listed; of an empty list, nothing.
import { anyElement, equal, type Operator, outside } from './operator.js'

const within: Operator = {
  summary: 'equals one of a list',
  takes: 'list',
  test: (operands) => anyElement((value) => operands.some((operand) => equal(value, operand))),
  excludes: (range, operands) => operands.every((operand) => outside(range, operand)),
}
export default within
