// `lang nin en,de`: the exact complement of `in` among records that have the field; of an empty list, all of them.
import { anyElement, complement, equal, type Operator } from './operator.js'

const nin: Operator = {
  summary: 'equals none of a list',
  takes: 'list',
  test: (operands) => complement(anyElement((value) => operands.some((operand) => equal(value, operand)))),
}
export default nin
