// The bench measures what it says: the data has the shares it promises, a bar can be missed, a wrong result is seen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { below, faster, sameMemory, within } from './bars.mjs'
import { sameLines } from './check.mjs'
import { record } from './data.mjs'
import { median, race, run } from './run.mjs'

describe('the data', () => {
  const count = 20000
  const lines = Array.from({ length: count }, (_, i) => record(i))
  const records = lines.map((line) => JSON.parse(line))
  const share = (holds) => records.filter(holds).length / count

  test('a record depends on its number alone, and is about 1.2 KB', () => {
    expect(record(7)).toBe(lines[7])
    expect(record(7)).not.toBe(record(8))
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0)
    expect(Math.round(bytes / count / 100)).toBe(12)
  })

  test('years, decoys and labels have their shares', () => {
    expect(share((one) => one.year >= 2022)).toBeCloseTo(5 / 12, 1)
    expect(share((one) => one.metadata.year === 1999)).toBeCloseTo(0.03, 2)
    expect(share((one) => one.sensitivity === 'RESTRICTED')).toBeCloseTo(0.001, 2)
    expect(share((one) => one.sensitivity === 'RESTRICTED')).toBeGreaterThan(0)
    expect(lines.find((line) => line.includes('1999')).indexOf('"year":1999')).toBeLessThan(
      lines.find((line) => line.includes('1999')).lastIndexOf('"year":20'),
    )
  })

  test('the texts hold escapes and CJK', () => {
    for (const part of ['\\"quoted\\"', '\\n', '\\u00e9', '检索', '検索']) {
      expect(lines.filter((line) => line.includes(part)).length).toBeGreaterThan(count / 100)
    }
  })
})

describe('the bars', () => {
  const runs = (...seconds) => seconds.map((one) => ({ seconds: one, mb: one * 10 }))
  const times = { quick: runs(1, 2, 1), slow: runs(3, 6, 90) }

  test('ratios are taken round by round, and their median judged', () => {
    expect(faster('quick', 'slow', 3, 4)(times)).toMatchObject({
      value: 3,
      met: true,
      bar: 'at least 3: met, goal 4 missed',
    })
    expect(faster('quick', 'slow', 3.1)(times)).toMatchObject({ met: false, bar: 'at least 3.1: missed' })
    expect(within('slow', 'quick', 3)(times)).toMatchObject({ value: 3, met: true })
    expect(within('slow', 'quick', 2.9)(times)).toMatchObject({ met: false })
  })

  test('memory is the highest of all rounds', () => {
    expect(below('quick', 21)(times)).toMatchObject({ value: 20, met: true })
    expect(below('quick', 20)(times)).toMatchObject({ met: false })
    expect(sameMemory('slow', 'quick')(times)).toMatchObject({ value: 6, met: false })
    expect(sameMemory('quick', 'slow')(times)).toMatchObject({ met: true })
    expect(below('none', 80)({ none: [{ seconds: 1, mb: 0 }] })).toMatchObject({ met: null })
  })

  test('median', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 2, 100])).toBe(3)
  })
})

describe('results', () => {
  let folder
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bench-'))
    writeFileSync(join(folder, 'in'), '{"a":1}\n{"a":2}\n{"a":2,"sensitivity":"RESTRICTED"}\n{"a": 2}\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const check = (...argv) =>
    sameLines([...argv, join(folder, 'in')], join(folder, 'out'), join(folder, 'in'), (one) => one.a === 2)

  test('the right lines pass; more, fewer or changed ones do not', async () => {
    expect(await check('sed', '-n', '2p;4p')).toBe(2)
    await expect(check('cat')).rejects.toThrow('4 records, not 2')
    await expect(check('sed', '-n', '2p')).rejects.toThrow('1 records, not 2')
    await expect(check('sed', '-n', '2p;4s/ //p')).rejects.toThrow('other bytes')
  })

  test('a command that fails ends the run with what it said', async () => {
    await expect(run(['sh', '-c', 'echo why >&2; exit 3'])).rejects.toThrow('ended with 3: why')
    await expect(race({ gone: ['/no/such/command'] }, 1)).rejects.toThrow()
  })
})
