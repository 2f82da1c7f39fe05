// An operator as laws see it: records in, records out, and what one value of a record decides.
import fc from 'fast-check'
import ndjson from '../formats/ndjson.js'
import { Condition, Narrowing } from '../methods/filters/narrowing.js'
import { Operand, type Operator, type Range } from '../methods/filters/operator.js'
import { Gate } from '../record/gate.js'
import { Path } from '../record/path.js'
import type { Value } from '../record/value.js'
import { batchesOf, policy, written } from './codec.js'
import { Pieces } from './splitter.js'
import { numberToken, text } from './values.js'

export interface Sieve {
  readonly name: string
  readonly takes: Operator['takes']
  /** Whether a record is kept whose field `f` has this value; undefined is a record without it. */
  condition(values: readonly string[]): (value: Value | undefined) => boolean
  /** NDJSON to NDJSON, by field `f`. */
  sift(values: readonly string[], records: string): Promise<string>
  excludes(range: Range, values: readonly string[]): boolean
}

export function sieve(name: string, operator: Operator): Sieve {
  const operands = (values: readonly string[]): Operand[] => values.map((given) => new Operand(given))
  const condition = (values: readonly string[]): Condition =>
    new Condition(name, Path.of('f'), operator, operands(values), false)
  return {
    name,
    takes: operator.takes,
    condition: (values) => {
      const made = condition(values)
      return (value) => made.holds(value)
    },
    sift: async (values, records) => {
      const narrowing = new Narrowing({ combine: 'and', parts: [condition(values)] })
      return (await written(ndjson, sifted(narrowing, records))).toString()
    },
    excludes: (range, values) => operator.excludes?.(range, operands(values)) ?? false,
  }
}

async function* sifted(narrowing: Narrowing, records: string) {
  const gate = new Gate(policy)
  for await (const batch of batchesOf(ndjson, [new Pieces(Buffer.from(records))]))
    yield gate.release(narrowing.sift(batch))
}

/** A sieve that nobody should build. */
export function broken(name: string, keep: (value: Value | undefined, given: string) => boolean): Sieve {
  const own = (line: string): Value | undefined => (JSON.parse(line) as { f?: Value }).f
  return {
    name,
    takes: 'one',
    condition:
      ([given = '']) =>
      (value) =>
        keep(value, given),
    sift: async ([given = ''], records) =>
      lines(records)
        .filter((line) => keep(own(line), given))
        .join(''),
    excludes: () => false,
  }
}

/** Whether a value is spelt so. */
export const spelt = (value: Value | undefined, given: string): boolean =>
  value !== undefined && value !== null && String(value) === given

/** The lines of NDJSON, with their ends. */
export const lines = (records: string): string[] => records.match(/[^\n]+\n/g) ?? []

/** Values for a condition of this sieve, made of one, two or three texts. */
export const givenFor = ({ takes }: Sieve, item: fc.Arbitrary<string>): fc.Arbitrary<string[]> => {
  if (takes === 'nothing') return fc.constant([])
  if (takes === 'list') return fc.array(item, { maxLength: 3 })
  return fc.array(item, { minLength: takes === 'two' ? 2 : 1, maxLength: takes === 'two' ? 2 : 1 })
}

/** A condition against one value alone: both ends of `between`, the only one of a list. */
export const against = ({ takes }: Sieve, given: string): string[] =>
  takes === 'nothing' ? [] : takes === 'two' ? [given, given] : [given]

/** A condition's value as people write it. */
export const operand = fc.oneof(fc.constantFrom('', 'en', 'true', 'false', '1', '10', 'null', '[]'), text, numberToken)
