// `doc_id ends_with .md`: the text, or an element of a list that is text, ends so.
import { type Operand, type Operator, textTest } from './operator.js'

const endsWith: Operator = {
  summary: 'ends with the text',
  takes: 'one',
  test: ([operand]) => textTest((text) => text.endsWith((operand as Operand).text)),
}
export default endsWith
