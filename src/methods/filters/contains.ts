// `title contains leave`: the text, or an element of a list that is text, has this within it.
import { type Operand, type Operator, textTest } from './operator.js'

const contains: Operator = {
  summary: 'has the text within it',
  takes: 'one',
  test: ([operand]) => textTest((text) => text.includes((operand as Operand).text)),
}
export default contains
