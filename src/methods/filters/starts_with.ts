// `doc_id starts_with handbook/`: the text, or an element of a list that is text, begins so.
import { type Operand, type Operator, textTest } from './operator.js'

const startsWith: Operator = {
  summary: 'begins with the text',
  takes: 'one',
  test: ([operand]) => textTest((text) => text.startsWith((operand as Operand).text)),
}
export default startsWith
