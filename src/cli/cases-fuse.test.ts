// What fusion must hold, from small inputs that failed in other tools.
import { describe, expect, test } from 'vitest'
import { type Case, caseOf, idsOf } from '../testkit/cases.js'

/** Scores by id, and what was said, of a run that must be done. */
async function fused(
  { sluice }: Case,
  ...args: string[]
): Promise<{ scores: Record<string, number>; ids: unknown[]; err: string }> {
  const { code, out, err } = await sluice('fuse', ...args)
  expect([code, err]).toEqual([0, expect.any(String)])
  const records = out.split('\n').filter(Boolean)
  const scores = Object.fromEntries(
    records.map((line) => {
      const { id, score } = JSON.parse(line) as { id: string; score: number }
      return [id, score]
    }),
  )
  return { scores, ids: idsOf(out), err }
}

const rounded = (scores: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(scores).map(([id, score]) => [id, score.toFixed(6)]))

describe('18 absent from a list, and ranks from 1', () => {
  const files = caseOf('18-rrf-absent-and-zero-based')

  test('a list that lacks a hit adds nothing', async () => {
    const { scores, ids } = await fused(files, '--k', '60', 'dense.ndjson', 'sparse.ndjson')
    expect(rounded(scores)).toEqual({
      y: '0.031746',
      b: '0.016393',
      x: '0.016393',
      a: '0.016129',
      c: '0.016129',
      a2: '0.015625',
    })
    expect(ids[0]).toBe('y')
  })

  test('a hit that stands twice in a list is paid once, at its best rank; the others keep their ranks', async () => {
    const { scores, err } = await fused(files, '--method', 'rrf', 'dup.ndjson', 'sparse.ndjson')
    expect(scores.y).toBeCloseTo(1 / 61 + 1 / 63, 15)
    expect(scores.z).toBeCloseTo(1 / 62, 15)
    expect(err).toContain('1 repeated id within a list')
  })

  test('equal scores come in one order when their files change places and lists are ordered by name', async () => {
    const one = await fused(files, '--list-order', 'name', 'dense.ndjson', 'sparse.ndjson')
    const other = await fused(files, '--list-order', 'name', 'sparse.ndjson', 'dense.ndjson')
    expect(other.ids).toEqual(one.ids)
    expect(one.ids).toEqual(['y', 'x', 'b', 'a', 'c', 'a2'])
  })

  test('sources name the ranks that counted, and no list that lacks the hit', async () => {
    const { out } = await files.sluice('fuse', 'dense.ndjson', 'sparse.ndjson')
    const sources = out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { sources: unknown }).sources)
    expect(sources[0]).toEqual([
      { run: 'dense', rank: 3, score: 0.8 },
      { run: 'sparse', rank: 3, score: 7 },
    ])
    expect(sources[5]).toEqual([{ run: 'dense', rank: 4, score: 0.7 }])
  })
})

describe('21 lists without spread', () => {
  const files = caseOf('21-constant-or-single-score-list')
  const METHODS = [
    ['--method', 'combsum', '--norm', 'min-max'],
    ['--method', 'combsum', '--norm', 'zmuv'],
    ['--method', 'combsum', '--norm', 'sum'],
    ['--method', 'dbsf'],
    ['--method', 'relative_score'],
  ]

  test.each(METHODS)('%s %s %s %s', async (...method) => {
    const args = method.filter((arg) => typeof arg === 'string')
    const flat = await fused(files, ...args, 'flat.ndjson', 'varied.ndjson')
    for (const score of Object.values(flat.scores)) expect(Number.isFinite(score)).toBe(true)
    files.write('large.ndjson', files.read('flat.ndjson').replaceAll('100', '100000'))
    expect((await fused(files, ...args, 'large.ndjson', 'varied.ndjson')).scores).toEqual(flat.scores)
    expect(Object.values((await fused(files, ...args, 'flat.ndjson')).scores)).toEqual([flat.scores.p, flat.scores.p])
    const one = await fused(files, ...args, 'one.ndjson', 'varied.ndjson')
    for (const score of Object.values(one.scores)) expect(Number.isFinite(score)).toBe(true)
    const alone = await fused(files, ...args, 'varied.ndjson')
    expect((await fused(files, ...args, 'empty.ndjson', 'varied.ndjson')).ids).toEqual(alone.ids)
    expect(alone.ids).toEqual(['q', 'r', 's'])
    expect((await fused(files, ...args, 'empty.ndjson')).ids).toEqual([])
  })
})

describe('22 weights and k', () => {
  const files = caseOf('22-weights-and-k')

  test('k is 60 unless said otherwise, and may be 0', async () => {
    const { scores, ids } = await fused(files, '--k', '60', 'l1.ndjson', 'l2.ndjson')
    expect(rounded(scores)).toEqual({ c: '0.031746', a: '0.016393', d: '0.016393', b: '0.016129', e: '0.016129' })
    expect(ids[0]).toBe('c')
    expect((await fused(files, 'l1.ndjson', 'l2.ndjson')).scores).toEqual(scores)
    const zero = await fused(files, '--k', '0', 'l1.ndjson', 'l2.ndjson')
    expect(rounded(zero.scores)).toEqual({ a: '1.000000', d: '1.000000', c: '0.666667', b: '0.500000', e: '0.500000' })
    expect(zero.ids.slice(0, 2)).toEqual(['a', 'd'])
    expect((await files.sluice('fuse', '--k', '-1', 'l1.ndjson', 'l2.ndjson')).code).toBe(2)
  })

  test('the summary tells k and the weights', async () => {
    expect((await files.sluice('fuse', '-q', '--summary', 's.json', 'l1.ndjson', 'l2.ndjson')).code).toBe(0)
    expect(JSON.parse(files.read('s.json'))).toMatchObject({
      method: 'rrf',
      k: 60,
      lists: [
        { run: 'l1', weight: 1 },
        { run: 'l2', weight: 1 },
      ],
    })
  })

  test('only their proportion counts', async () => {
    const two = await fused(files, '--weights', '2,1', 'l1.ndjson', 'l2.ndjson')
    expect((await fused(files, '--weights', '4,2', 'l1.ndjson', 'l2.ndjson')).ids).toEqual(two.ids)
    expect(two.ids.indexOf('a')).toBeLessThan(two.ids.indexOf('d'))
  })

  test.each(['rrf', 'combsum', 'combmin', 'combanz', 'condorcet', 'bordafuse'])(
    'a list of weight 0 sways nothing, %s',
    async (method) => {
      const { scores } = await fused(files, '--method', method, '--weights', '1,0', 'l1.ndjson', 'l2.ndjson')
      const alone = await fused(files, '--method', method, 'l1.ndjson')
      for (const [id, score] of Object.entries(alone.scores)) expect([id, scores[id]]).toEqual([id, score])
      expect([scores.d, scores.e]).toEqual([0, 0])
    },
  )

  test.each(['1', '0,0', '-1,2', 'NaN,1', '1,2,3', '', 'Infinity,1'])('--weights %s is refused', async (weights) => {
    expect(await files.sluice('fuse', `--weights=${weights}`, 'l1.ndjson', 'l2.ndjson')).toMatchObject({
      code: 2,
      out: '',
    })
  })
})

describe('23 distances, and scores that are missing or none', () => {
  const files = caseOf('23-distance-null-and-nan-scores')
  const rankIn = (out: string, id: string, run: string): number | undefined => {
    const lines = out.split('\n').filter(Boolean)
    const records = lines.map((line) => JSON.parse(line) as { id: string; sources: { run: string; rank: number }[] })
    return records.find((record) => record.id === id)?.sources.find((source) => source.run === run)?.rank
  }

  test('by rank a list of distances is taken as it stands, and said so', async () => {
    const { out, err } = await files.sluice('fuse', 'dist.ndjson', 'sim.ndjson')
    expect([rankIn(out, 'n1', 'dist'), rankIn(out, 'n3', 'dist')]).toEqual([1, 3])
    expect(err).toContain('--lower-is-better dist')
    const told = await files.sluice('fuse', '--lower-is-better', 'dist', 'dist.ndjson', 'sim.ndjson')
    expect(told.out).toBe(out)
    expect(told.err).not.toContain('lower-is-better')
  })

  test('by score lower is better when it was said, and the other way is said when it was not', async () => {
    files.write('some.ndjson', '{"id":"n2","score":0.9}\n{"id":"n1","score":0.8}\n')
    const told = await fused(files, '--method', 'combsum', '--lower-is-better', 'dist', 'dist.ndjson', 'some.ndjson')
    expect(told.ids.indexOf('n1')).toBeLessThan(told.ids.indexOf('n3'))
    const { err } = await files.sluice('fuse', '--method', 'combsum', 'dist.ndjson', 'some.ndjson')
    expect(err).toContain('its order contradicts its scores')
  })

  test('a score of null is kept by rank, and a fault of its line by score', async () => {
    const { out, code } = await files.sluice('fuse', 'dist.ndjson', 'sim.ndjson')
    expect([code, rankIn(out, 'n4', 'sim')]).toEqual([0, 3])
    expect(await files.sluice('fuse', '--method', 'wsum', 'dist.ndjson', 'sim.ndjson')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('sim.ndjson:3: score: expected a finite number'),
    })
  })

  test('what is no number is a fault of its line', async () => {
    const lines = files.read('nan.ndjson').split('\n').filter(Boolean)
    expect(lines.length).toBe(3)
    for (const line of lines) {
      files.write('one.ndjson', `{"id":"n0","score":1}\n${line}\n`)
      const { code, out, err } = await files.sluice('fuse', 'one.ndjson', 'dist.ndjson')
      expect([code, out, err.includes('one.ndjson:2: ')]).toEqual([3, '', true])
    }
    const { out, err } = await files.sluice('fuse', '--on-error', 'skip', 'nan.ndjson', 'dist.ndjson')
    expect(err).toContain('skipped 3 bad records')
    expect(out).not.toMatch(/NaN|Infinity/)
  })
})
