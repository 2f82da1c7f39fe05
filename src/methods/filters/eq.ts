// `lang eq en`: the value, or an element of a list, equals.
import { anyElement, equal, type Operand, type Operator, outside } from './operator.js'

const eq: Operator = {
  summary: 'equals',
  takes: 'one',
  test: ([operand]) => anyElement((value) => equal(value, operand as Operand)),
  excludes: (range, [operand]) => outside(range, operand as Operand),
}
export default eq
