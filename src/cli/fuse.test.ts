// Lists read side by side: in step or not, from files and from a pipe, by names; and what the gate does with them.
import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { inProcess } from '../testkit/world.js'

const folder = scratch()
let here = ''
beforeEach(() => {
  here = fs.mkdtempSync(path.join(folder, 'run-'))
})
const put = (file: string, text: string): void => fs.writeFileSync(path.join(here, file), text)

async function fuse(...args: string[]): Promise<{ out: string; err: string; code: number }> {
  const { out, err, code } = await inProcess(['fuse', ...args], here)
  return { out: out.toString(), err, code }
}

interface Line {
  readonly query: string
  readonly id: string
  readonly score: number
}

const jsonOf = (lines: readonly Line[]): string =>
  lines.map(({ query, id, score }) => `{"query_id":"${query}","chunk_id":"${id}","score":${score}}\n`).join('')
const runOf = (lines: readonly Line[]): string =>
  lines.map(({ query, id, score }) => `${query} Q0 ${id} 0 ${score} x\n`).join('')

const line = fc.record({
  query: fc.constantFrom('q1', 'q2', 'q3'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  score: fc.integer({ min: 0, max: 1000 }),
})
/** Lines of which no two have the same score, so that their order in the file says nothing. */
const lines = fc.uniqueArray(line, { selector: ({ score }) => score, maxLength: 12 })

/** RRF by its definition, of lists in any order of lines; by query, then by id. */
function expected(lists: readonly (readonly Line[])[]): Map<string, number> {
  const scores = new Map<string, number>()
  for (const list of lists)
    for (const query of new Set(list.map((one) => one.query))) {
      const ranked = list.filter((one) => one.query === query).sort((a, b) => b.score - a.score)
      const paid = new Set<string>()
      for (const [i, { id }] of ranked.entries()) {
        if (!paid.has(id)) scores.set(`${query} ${id}`, (scores.get(`${query} ${id}`) ?? 0) + 1 / (60 + i + 1))
        paid.add(id)
      }
    }
  return scores
}

describe('queries', () => {
  test('may come in any order, in pieces, and in some lists only', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (one, other) => {
        put('one.run', runOf(one))
        put('other.run', runOf(other))
        const { out, code } = await fuse('one.run', 'other.run')
        expect(code).toBe(0)
        const records = out.split('\n').filter(Boolean)
        const found = records.map((text) => JSON.parse(text) as { query_id: string; chunk_id: string; score: number })
        const scores = expected([one, other])
        expect(found.length).toBe(scores.size)
        for (const { query_id, chunk_id, score } of found)
          expect(score).toBeCloseTo(scores.get(`${query_id} ${chunk_id}`) as number, 14)
        const order = found.map(({ query_id }) => query_id).filter((query, i, all) => all[i - 1] !== query)
        expect(order).toEqual([...new Set([...one, ...other].map(({ query }) => query))])
      }),
      { numRuns: 60 },
    )
  })

  test('of a run and of records with the same hits give the same ranking', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (one, other) => {
        put('one.run', runOf(one))
        put('other.run', runOf(other))
        put('one.ndjson', jsonOf(one))
        put('other.ndjson', jsonOf(other))
        // Of records a list that rises all along is taken as it stands, which a run is not.
        const way = ['--method', 'combsum', '--trec', 't']
        expect((await fuse(...way, '-q', 'one.ndjson', 'other.ndjson')).out).toBe(
          (await fuse(...way, '-q', 'one.run', 'other.run')).out,
        )
      }),
      { numRuns: 40 },
    )
  })

  test('the run that is written is the one that filter makes of the records', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (one, other) => {
        put('one.ndjson', jsonOf(one))
        put('other.ndjson', jsonOf(other))
        const { out } = await fuse('-q', '--to', 'trec', 'one.ndjson', 'other.ndjson')
        put('fused.ndjson', (await fuse('-q', 'one.ndjson', 'other.ndjson')).out)
        expect((await inProcess(['filter', '--to', 'trec', 'fused.ndjson'], here)).out.toString()).toBe(out)
      }),
      { numRuns: 30 },
    )
  })
})

describe('inputs', () => {
  const ONE = '{"chunk_id":"a","score":2}\n{"chunk_id":"b","score":1}\n'
  const OTHER = '{"chunk_id":"b","score":9}\n'

  test('standard input is a list among others', async () => {
    put('stdin', ONE)
    put('other.ndjson', OTHER)
    const { out } = await fuse('-', 'other.ndjson')
    expect(JSON.parse(out.split('\n')[0] as string)).toMatchObject({
      chunk_id: 'b',
      sources: [
        { run: 'other', rank: 1, score: 9 },
        { run: 'stdin', rank: 2, score: 1 },
      ],
    })
  })

  test('in another order give the same bytes where no scores and ranks are equal, and all where lists are ordered by name', async () => {
    put('a.ndjson', '{"chunk_id":"x","score":5}\n{"chunk_id":"y","score":4}\n{"chunk_id":"z","score":3}\n')
    put('b.ndjson', '{"chunk_id":"y","score":5}\n{"chunk_id":"x","score":4}\n{"chunk_id":"w","score":3}\n')
    put('c.ndjson', '{"chunk_id":"x","score":5}\n')
    const files = ['a.ndjson', 'b.ndjson', 'c.ndjson']
    const by = async (...order: string[]) => (await fuse('--list-order', 'name', ...order)).out
    const first = await by(...files)
    expect(await by('c.ndjson', 'b.ndjson', 'a.ndjson')).toBe(first)
    expect(await by('b.ndjson', 'c.ndjson', 'a.ndjson')).toBe(first)
  })

  test('a restricted hit of one list is out of all, whichever comes first, and in one file too', async () => {
    put('open.ndjson', ONE)
    put('closed.ndjson', '{"chunk_id":"a","score":1,"sensitivity":"RESTRICTED"}\n')
    for (const files of [
      ['open.ndjson', 'closed.ndjson'],
      ['closed.ndjson', 'open.ndjson'],
    ]) {
      const { out } = await fuse(...files)
      expect(out).not.toContain('"a"')
      expect(out).toContain('"b"')
    }
    put('one.ndjson', '{"run":"x","chunk_id":"a"}\n{"run":"y","chunk_id":"a","sensitivity":"restricted"}\n')
    expect((await fuse('one.ndjson')).out).toBe('')
    expect((await fuse('--library', 'l=open.ndjson', '--library', 'm=closed.ndjson')).out).not.toContain('"a"')
  })

  test('ids are the same by their spelling: 7 and "7", but not 7.0', async () => {
    put('a.ndjson', '{"chunk_id":7}\n{"chunk_id":9007199254740993}\n')
    put('b.csv', 'chunk_id\n7\n9007199254740993\n')
    put('c.ndjson', '{"chunk_id":7.0}\n')
    const { out } = await fuse('a.ndjson', 'b.csv', 'c.ndjson')
    const sources = out
      .split('\n')
      .filter(Boolean)
      .map((text) => (JSON.parse(text) as { sources: unknown[] }).sources.length)
    expect(sources.sort()).toEqual([1, 2, 2])
    expect(out).toContain('9007199254740993')
  })

  test('the fields that were there keep their bytes', async () => {
    put('a.ndjson', '{ "chunk_id" : "a" , "score":1.50, "x":1e2,"score":2.50 , "u":"\\u0041" }\n')
    expect((await fuse('a.ndjson')).out).toBe(
      '{ "chunk_id" : "a" , "score":1.50, "x":1e2,"score":0.01639344262295082 , "u":"\\u0041" ,"rank":1,"sources":[{"run":"a","rank":1,"score":2.50}]}\n',
    )
  })
})
