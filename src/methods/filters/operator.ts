// What an operator is, and how a record's value is held against what a condition says.
import { compareNumbers, readNumber } from '../../record/number.js'
import { compareText } from '../../record/order.js'
import { isList, isNumber, isStruct, type Num, spelling, type Value } from '../../record/value.js'

/** A condition's value. It has no type of its own: it is read as the type of the record's value. */
export class Operand {
  readonly number: number | Num | undefined
  readonly boolean: boolean | undefined
  constructor(readonly text: string) {
    this.number = readNumber(text)
    this.boolean = text === 'true' ? true : text === 'false' ? false : undefined
  }
}

/** Holds or not for a record's value that is there and not null. */
export type Test = (value: Value) => boolean

/** Bounds of a column over a stretch of records, both inclusive. */
export interface Range {
  readonly min: Value
  readonly max: Value
}

export interface Operator {
  readonly summary: string
  /** How many values a condition has: none, one, a list of any length, or two. */
  readonly takes: 'nothing' | 'one' | 'list' | 'two'
  /** True when null satisfies it; everywhere else null counts as missing. */
  readonly matchesNull?: boolean
  test(operands: readonly Operand[]): Test
  /** True only when no value in the range can satisfy it. Absent: nothing can be told from a range. */
  excludes?(range: Range, operands: readonly Operand[]): boolean
}

/** Whether a scalar equals the operand, read as the scalar's type. */
export function equal(value: Value, operand: Operand): boolean {
  if (typeof value === 'string') return value === operand.text
  if (typeof value === 'boolean') return value === operand.boolean
  if (isNumber(value) && operand.number !== undefined) return compareNumbers(value, operand.number) === 0
  return false
}

/** The order of a text or number against the operand; undefined where there is none (booleans, an operand that is no number). */
export function order(value: Value, operand: Operand): number | undefined {
  if (typeof value === 'number' && typeof operand.number === 'number') return value - operand.number
  if (typeof value === 'string') return compareText(value, operand.text)
  if (isNumber(value) && operand.number !== undefined) return compareNumbers(value, operand.number)
  return undefined
}

/** A test of a scalar, held against every element of a list: one that holds suffices. Objects and nulls inside hold nothing. */
export function anyElement(test: Test): Test {
  const element: Test = (value) => {
    if (isList(value)) return value.some(element)
    return value !== null && !isStruct(value) && test(value)
  }
  return element
}

/** The exact complement among values that are there; an object satisfies neither. */
export function complement(test: Test): Test {
  return (value) => !isStruct(value) && !test(value)
}

/** The text of a scalar when it is text. */
export function textTest(holds: (text: string) => boolean): Test {
  return anyElement((value) => typeof value === 'string' && holds(value))
}

/** Every scalar as the text it is spelt with, so that all are compared as text (`--compare text`). */
export function asText(value: Value): Value {
  if (isList(value)) return value.map(asText)
  return value === null || isStruct(value) ? value : spelling(value)
}

/** A test by order: `holds` gets the order of the record's value against the one operand. */
export function byOrder(holds: (order: number) => boolean): (operands: readonly Operand[]) => Test {
  return ([operand]) => {
    const against = operand as Operand
    return anyElement((value) => {
      const found = order(value, against)
      return found !== undefined && holds(found)
    })
  }
}

/** Whether the operand lies outside the range for certain. */
export function outside({ min, max }: Range, operand: Operand): boolean {
  const low = order(min, operand)
  const high = order(max, operand)
  return (low !== undefined && low > 0) || (high !== undefined && high < 0)
}
