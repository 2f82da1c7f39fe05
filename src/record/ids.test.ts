import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '../testkit/values.js'
import { IdSet } from './ids.js'

const token = (ids: IdSet, json: string): boolean => {
  const bytes = Buffer.from(`..${json}..`)
  return ids.mayHaveToken(bytes, 2, bytes.length - 2)
}

test('has what was added and nothing else; never says no to the JSON of what it has', () => {
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (added, others) => {
      const ids = new IdSet()
      for (const id of added) ids.add(id)
      expect(ids.size).toBe(new Set(added).size)
      for (const id of [...added, ...others]) {
        expect(ids.has(id)).toBe(added.includes(id))
        if (added.includes(id)) expect(token(ids, JSON.stringify(id))).toBe(true)
      }
    }),
  )
})

test('a number is the id that it is spelt as; null is none; what else must be read', () => {
  const ids = new IdSet()
  ids.add('7')
  ids.add('-1.50')
  expect(
    ['7', '"7"', '-1.50', '7.0', '8', 'null', 'true', '["x"]', '"\\u0038"'].map((json) => token(ids, json)),
  ).toEqual([true, true, true, false, false, false, true, true, true])
})

test('says no to most of what it has not', () => {
  const ids = new IdSet()
  for (let i = 0; i < 100; i++) ids.add(`chunk-${i}`)
  let maybe = 0
  for (let i = 100; i < 10_100; i++) if (token(ids, `"chunk-${i}"`)) maybe++
  expect(maybe).toBeLessThan(200)
})
