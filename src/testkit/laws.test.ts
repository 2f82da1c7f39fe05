import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breaks, type Law } from './laws.js'

const positive: Omit<Law<() => number>, 'stub'> = {
  says: 'is positive',
  holds: (method) => expect(method()).toBeGreaterThan(0),
}

test('a stub that breaks its law is caught', async () => {
  await breaks({ ...positive, stub: () => -1 })
  await breaks({ ...positive, holds: async (method) => positive.holds(method), stub: () => -1 })
  const always = fc.constant(0)
  await breaks({
    ...positive,
    holds: (method) => fc.assert(fc.property(always, () => positive.holds(method) as void)),
    stub: () => -1,
  })
})

test('a stub that obeys, crashes or is not bound is no proof', async () => {
  await expect(breaks({ ...positive, stub: () => 1 })).rejects.toThrow('the stub obeys the law: is positive')
  const crash = (): never => {
    throw new TypeError('no')
  }
  await expect(breaks({ ...positive, stub: crash })).rejects.toThrow('the stub crashed instead of breaking the law')
  const wrapped: Law<() => number> = {
    ...positive,
    holds: () => fc.assert(fc.property(fc.nat(), crash)),
    stub: () => 1,
  }
  await expect(breaks(wrapped)).rejects.toThrow('the stub crashed instead of breaking the law')
  await expect(breaks({ ...positive, when: () => false, stub: () => -1 })).rejects.toThrow('the stub is not bound')
})
