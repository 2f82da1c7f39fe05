// The laws of operators over records: what a filter may keep, in which order, with which bytes.
import fc from 'fast-check'
import { expect } from 'vitest'
import { Num, type Value } from '../../record/value.js'
import { type Law, prove } from '../../testkit/laws.js'
import { broken, givenFor, lines, operand, type Sieve, sieve, spelt } from '../../testkit/sieve.js'
import { compareTokens, json, numberToken, text, value } from '../../testkit/values.js'
import { operators } from './index.js'

const always = broken('eq', () => true)
/** The same with another way of writing out what is kept. */
const rewriting = (write: (kept: string[]) => string[]): Sieve => {
  const honest = broken('eq', spelt)
  return { ...honest, sift: async (values, records) => write(lines(await honest.sift(values, records))).join('') }
}

const field = fc.option(json, { nil: undefined })
const recordsOf = (fields: readonly (string | undefined)[]): string =>
  fields.map((f, i) => (f === undefined ? `{"id":${i}, "F":1}\n` : `{"id":${i},"f" :${f}}\n`)).join('')

const laws: Law<Sieve>[] = [
  {
    says: 'a record without the field is never kept',
    holds: (method) =>
      fc.assert(
        fc.asyncProperty(givenFor(method, operand), async (values) => {
          expect(method.condition(values)(undefined)).toBe(false)
          expect(await method.sift(values, '{"id":1}\n{"F":"en","g":{"f":"en"}}\n{}\n')).toBe('')
        }),
        { numRuns: 20 },
      ),
    stub: broken('ne', (value, given) => String(value) !== given),
  },
  {
    says: 'null counts as missing, but for empty',
    holds: (method) =>
      fc.assert(
        fc.asyncProperty(givenFor(method, operand), async (values) => {
          const kept = method.name === 'empty'
          expect(method.condition(values)(null)).toBe(kept)
          expect(await method.sift(values, '{"f":null}\n')).toBe(kept ? '{"f":null}\n' : '')
        }),
        { numRuns: 20 },
      ),
    stub: broken('ne', (value, given) => value !== undefined && value !== given),
  },
  {
    says: 'nothing comes out twice, nothing that did not come in',
    holds: sifts((kept, records) => {
      expect(new Set(kept).size).toBe(kept.length)
      expect(records.map(idOf)).toEqual(expect.arrayContaining(kept.map(idOf)))
    }),
    stub: rewriting((kept) => [...kept, ...kept]),
  },
  {
    says: 'what is kept stands in the order in which it came',
    holds: sifts((kept) => expect(kept.map(idOf)).toEqual(kept.map(idOf).sort((a, b) => a - b))),
    stub: { ...always, sift: async (_, records) => lines(records).reverse().join('') },
  },
  {
    says: 'what is kept has the bytes with which it came',
    holds: sifts((kept, records) => expect(records).toEqual(expect.arrayContaining(kept))),
    stub: rewriting((kept) => kept.map((line) => `${JSON.stringify(JSON.parse(line))}\n`)),
  },
  {
    says: 'a record is kept by its own value alone, whatever stands round it',
    holds: sifts(async (kept, records, method, values) => {
      const alone = await Promise.all(records.map((record) => method.sift(values, record)))
      expect(kept).toEqual(alone.filter((record) => record !== ''))
    }),
    // Widens: a neighbour of what is kept comes along.
    stub: {
      ...always,
      sift: async ([given = ''], records) =>
        lines(records)
          .filter((line, i, all) => [all[i - 1], line].some((at) => at?.includes(`"f" :${JSON.stringify(given)}`)))
          .join(''),
    },
  },
  {
    says: 'what a value decides does not depend on what was asked before',
    holds: (method) =>
      fc.assert(
        fc.property(givenFor(method, operand), fc.array(value, { maxLength: 8 }), (values, fields) => {
          const one = method.condition(values)
          const fresh = (f: Value | undefined): boolean => method.condition(values)(f)
          expect([...fields, ...fields].map((f) => one(f))).toEqual([...fields, ...fields].map(fresh))
        }),
      ),
    stub: {
      ...always,
      condition: () => {
        let n = 0
        return () => n++ % 2 === 0
      },
    },
  },
  {
    says: 'a stretch is passed over only when no value within its bounds could be kept',
    holds: (method) => {
      const inside = (token: fc.Arbitrary<string>, compare: (a: string, b: string) => number) =>
        fc.array(token, { minLength: 3, maxLength: 3 }).map((three) => three.sort(compare))
      const number = (token: string): Value => (/^-?[1-9]\d{0,14}$/.test(token) ? Number(token) : new Num(token))
      const small = fc.oneof(numberToken, fc.integer({ min: -9, max: 9 }).map(String))
      const texts = fc.oneof(text, fc.constantFrom('a', 'b', 'c', 'ab', '\u{1f600}', '\uffff'))
      const hold = (values: string[], [low, f, high]: Value[]): void => {
        if (method.excludes({ min: low as Value, max: high as Value }, values))
          expect(method.condition(values)(f)).toBe(false)
      }
      fc.assert(
        fc.property(givenFor(method, small), inside(small, compareTokens), (values, three) =>
          hold(values, three.map(number)),
        ),
        { numRuns: 400 },
      )
      const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
      fc.assert(fc.property(givenFor(method, texts), inside(texts, bytes), hold), { numRuns: 400 })
      fc.assert(fc.property(givenFor(method, operand), fc.boolean(), (values, f) => hold(values, [false, f, true])))
    },
    // The lower bound alone does not tell.
    stub: {
      ...broken('gt', (value, given) => Number(value) > Number(given)),
      excludes: ({ min }, [given]) => Number(min) <= Number(given),
    },
  },
]

const idOf = (line: string): number => (JSON.parse(line) as { id: number }).id

/** A check of what is kept of random records, under random conditions. */
function sifts(check: (kept: string[], records: string[], method: Sieve, values: string[]) => void | Promise<void>) {
  return (method: Sieve) => {
    const some = fc.constantFrom('en', 'de', '1', '2')
    const near = fc.oneof(
      some.map((f) => JSON.stringify(f)),
      fc.constantFrom('1', '2.0', '["en","de"]', 'null', '""'),
    )
    return fc.assert(
      fc.asyncProperty(
        givenFor(method, fc.oneof(some, operand)),
        fc.array(fc.oneof(near, field), { minLength: 1, maxLength: 12 }),
        async (values, fields) => {
          const records = recordsOf(fields)
          await check(lines(await method.sift(values, records)), lines(records), method, values)
        },
      ),
      { numRuns: 30 },
    )
  }
}

await prove(operators, laws, sieve)
