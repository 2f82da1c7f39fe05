// `year between 2020,2024`: both ends included; a first end above the second leaves nothing.
import { anyElement, type Operand, type Operator, order } from './operator.js'

const between: Operator = {
  summary: 'lies between two values, both included',
  takes: 'two',
  test: ([low, high]) =>
    anyElement((value) => {
      const above = order(value, low as Operand)
      const below = order(value, high as Operand)
      return above !== undefined && below !== undefined && above >= 0 && below <= 0
    }),
  excludes: ({ min, max }, [low, high]) => {
    const above = order(max, low as Operand)
    const below = order(min, high as Operand)
    return (above !== undefined && above < 0) || (below !== undefined && below > 0)
  },
}
export default between
