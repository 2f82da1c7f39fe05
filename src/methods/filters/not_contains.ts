// `title not_contains draft`: the exact complement of `contains` among records that have the field.
import { complement, type Operand, type Operator, textTest } from './operator.js'

const notContains: Operator = {
  summary: 'does not have the text within it',
  takes: 'one',
  test: ([operand]) => complement(textTest((text) => text.includes((operand as Operand).text))),
}
export default notContains
