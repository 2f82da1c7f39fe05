// `tags not_empty`: is there, and is not null, "" or [].
import { isList } from '../../record/value.js'
import type { Operator } from './operator.js'

const notEmpty: Operator = {
  summary: 'is there and is not null, "" or []',
  takes: 'nothing',
  test: () => (value) => value !== null && value !== '' && !(isList(value) && value.length === 0),
}
export default notEmpty
