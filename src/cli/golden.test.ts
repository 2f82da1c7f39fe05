// All golden cases in process, and some as a user's shell runs them.
import { describe, expect, test } from 'vitest'
import { checkGolden, goldenCases } from '../testkit/golden.js'
import { inProcess, throughBin } from '../testkit/world.js'

const THROUGH_BIN = [
  'filter/eq',
  'filter/two-inputs-one-restricted',
  'filter/bad-cut-last-line',
  'filter/usage-unknown-operator',
  'filter/stdin-explicit',
  'filter/on-restricted-fail',
  'filter/tour',
]

test.each(goldenCases())('%s', (name) => checkGolden(name, inProcess))

describe('as a process', () => {
  test.each(THROUGH_BIN)('%s', async (name) => {
    expect(goldenCases()).toContain(name)
    await checkGolden(name, throughBin)
  })
})
