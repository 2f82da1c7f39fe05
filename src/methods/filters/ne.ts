// `lang ne en`: the exact complement of `eq` among records that have the field.
import { anyElement, complement, equal, type Operand, type Operator } from './operator.js'

const ne: Operator = {
  summary: 'does not equal',
  takes: 'one',
  test: ([operand]) => complement(anyElement((value) => equal(value, operand as Operand))),
}
export default ne
