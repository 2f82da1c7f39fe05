// `tags empty`: null, the empty text or the empty list; a missing field is none of these.
import { isList } from '../../record/value.js'
import type { Operator } from './operator.js'

const empty: Operator = {
  summary: 'is null, "" or []',
  takes: 'nothing',
  matchesNull: true,
  test: () => (value) => value === null || value === '' || (isList(value) && value.length === 0),
}
export default empty
