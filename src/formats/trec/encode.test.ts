import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, type Rejected, sourceOf, written } from '../../testkit/codec.js'
import csv from '../csv.js'
import ndjson from '../ndjson.js'
import trec from '../trec.js'

const read = (text: string | Buffer, rejected?: Rejected, piece?: number): Promise<string[]> =>
  jsonOf(trec, sourceOf(text, 'x.run', piece), rejected)
const copy = async (text: string | Buffer, piece?: number): Promise<string> =>
  (await written(trec, batchesOf(trec, [sourceOf(text, 'x.run', piece)]))).toString('latin1')
const from = async (text: string, format = ndjson): Promise<string> =>
  (await written(trec, batchesOf(format, [sourceOf(text, 'x.ndjson')]))).toString()

describe('writing other records', () => {
  it('ranks each query by score, ties by id descending, and keeps the tokens of numbers', async () => {
    const text = [
      '{"query_id":"q1","chunk_id":"a","score":0.10,"rank":1,"run":"bm25"}',
      '{"query_id":"q1","id":"b","score":1e2}',
      '{"query_id":"q1","_id":9007199254740993,"score":100,"run":""}',
      '{"qid":2,"chunk_id":7,"_score":-0.0,"run":"x"}',
    ]
    expect(await from(text.join('\n'))).toBe(
      'q1 Q0 b 1 1e2 sluice\nq1 Q0 9007199254740993 2 100 sluice\nq1 Q0 a 3 0.10 bm25\n2 Q0 7 1 -0.0 x\n',
    )
  })

  it('reads the scores of CSV as numbers', async () => {
    expect(await from('query_id,chunk_id,score\n1,a,1.50\n1,b,.7e1\n', csv)).toBe(
      '1 Q0 b 1 0.7e1 sluice\n1 Q0 a 2 1.50 sluice\n',
    )
  })

  it('writes nothing of no records', async () => {
    expect(await from('')).toBe('')
  })

  it.each([
    ['{"chunk_id":"a","score":1}', 'query_id: expected a text, a TREC run needs one in every record'],
    ['{"query_id":"","chunk_id":"a","score":1}', 'query_id: expected a text, a TREC run needs one in every record'],
    ['{"query_id":"q","score":1}', 'chunk_id: expected a text, a TREC run needs one in every record'],
    ['{"query_id":"q","chunk_id":["a"],"score":1}', 'chunk_id: expected a text'],
    ['{"query_id":"q","chunk_id":"a","rank":1}', 'score: expected a number, a TREC run needs one in every record'],
    ['{"query_id":"q","chunk_id":"a","score":null}', 'score: expected a number, a TREC run needs one in every record'],
    ['{"query_id":"q","chunk_id":"a","score":"high"}', 'score: expected a number'],
    [
      '{"query_id":"q","chunk_id":"a b","score":1}',
      'chunk_id: holds white space or control characters, which a TREC run cannot',
    ],
    [
      '{"query_id":"q","chunk_id":"a\\u3000","score":1}',
      'chunk_id: holds white space or control characters, which a TREC run cannot',
    ],
    [
      '{"query_id":"q\\ud800","chunk_id":"a","score":1}',
      'query_id: holds white space or control characters, which a TREC run cannot',
    ],
    [
      '{"query_id":"q","chunk_id":"a","score":1,"run":"my run"}',
      'run: holds white space or control characters, which a TREC run cannot',
    ],
  ])('refuses %s', async (record, reason) => {
    expect(await faultOf(from(`{"query_id":"p","chunk_id":"x","score":2}\n${record}\n`))).toEqual({
      code: 3,
      message: `x.ndjson:2: ${reason}`,
    })
  })

  it('refuses a query whose records stand apart', async () => {
    const text = ['p', 'q', 'p'].map((query_id) => JSON.stringify({ query_id, chunk_id: 'a', score: 1 })).join('\n')
    expect((await faultOf(from(text))).message).toBe(
      'x.ndjson:3: query_id: the records of one query do not stand together; a TREC run needs them sorted by query',
    )
  })
})

describe('properties', () => {
  const word = fc.string({
    unit: fc.constantFrom('a', 'B', '7', '.', ',', '#', '|', 'é', '😀'),
    minLength: 1,
    maxLength: 4,
  })
  const score = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.bigInt().map(String),
    fc.constantFrom('0', '-0', '1.0', '1'),
  )

  it('what is written reads back with the same ids and scores, ranked 1 to n, wherever it is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, score), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        async (hits, piece) => {
          const tokens = hits.map(([id, token]) => [id, token.replace('e+', 'e')] as const)
          const text = tokens
            .map(([id, token]) => `{"query_id":"q","chunk_id":${JSON.stringify(id)},"score":${token}}\n`)
            .join('')
          const run = await from(text)
          const lines = run
            .trimEnd()
            .split('\n')
            .map((line) => line.split(' '))
          expect(lines.map(([, , , rank]) => rank)).toEqual(hits.map((_, i) => String(i + 1)))
          expect(lines.map(([, , id, , token]) => `${id} ${token}`).sort()).toEqual(
            tokens.map(([id, token]) => `${id} ${token}`).sort(),
          )
          for (let i = 1; i < lines.length; i++)
            expect(Number(lines[i - 1]?.[4])).toBeGreaterThanOrEqual(Number(lines[i]?.[4]))
          expect((await read(run, undefined, piece)).map((line) => /"rank":(\d+)/.exec(line)?.[1])).toEqual(
            hits.map((_, i) => String(i + 1)),
          )
          expect(await copy(run, piece)).toBe(Buffer.from(run).toString('latin1'))
        },
      ),
    )
  })
})
