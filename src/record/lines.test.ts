import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import json from '../formats/json.js'
import ndjson from '../formats/ndjson.js'
import { admitted, gateOf } from '../testkit/admitted.js'
import { wildObject } from '../testkit/json-text.js'
import { Pieces } from '../testkit/splitter.js'
import type { Batch, Row } from './batch.js'
import { Bytes } from './bytes.js'
import { IdSet } from './ids.js'
import { Path } from './path.js'

async function first(text: string, paths: readonly Path[] = [], format = ndjson): Promise<Batch> {
  for await (const batch of admitted(format, new Pieces(Buffer.from(text), 'x'), { paths }))
    if (batch.size > 0) return batch
  throw new Error('no records')
}

const slices = ({ native }: Batch): string[] => {
  const found: string[] = []
  native?.runs((bytes, start, end) => found.push(Buffer.from(bytes.subarray(start, end)).toString()))
  return found
}
const jsonOf = (batch: Batch, i: number): string => {
  const out = new Bytes()
  batch.json(i, out)
  return out.view().toString()
}

describe('a batch of lines', () => {
  const text = '\n{"id":1}\r\n  \n\n {"id":2} \n{"id":3}\n{"id":4}\n'

  test('says on which line each record stands, blank lines counted', async () => {
    const batch = await first(text)
    expect([0, 1, 2, 3].map((i) => batch.at(i))).toEqual([2, 5, 6, 7].map((n) => ({ file: 'x', unit: 'line', n })))
    const some = batch.select(Int32Array.of(1, 3)).select(Int32Array.of(1))
    expect([some.size, some.at(0).n, jsonOf(some, 0)]).toEqual([1, 7, '{"id":4}'])
  })

  test('gives neighbours as one slice, blank lines before a record with it', async () => {
    const batch = await first(text)
    expect(slices(batch)).toEqual([text])
    expect(slices(batch.select(Int32Array.of(0, 1)))).toEqual(['\n{"id":1}\r\n  \n\n {"id":2} \n'])
    expect(slices(batch.select(Int32Array.of(0, 2, 3)))).toEqual(['\n{"id":1}\r\n', '{"id":3}\n{"id":4}\n'])
    expect(slices(batch.select(new Int32Array()))).toEqual([])
  })

  test('gives the JSON of a record without what stands round it', async () => {
    const batch = await first(text)
    expect([0, 1, 2, 3].map((i) => jsonOf(batch, i))).toEqual(['{"id":1}', '{"id":2}', '{"id":3}', '{"id":4}'])
  })

  test('a row that was taken out lives on when the batch is gone', async () => {
    const rows: Row[] = []
    const lines = Array.from({ length: 3000 }, (_, i) => `{"id":${i},"text":"${'x'.repeat(i % 100)}"}\n`)
    for await (const batch of admitted(ndjson, new Pieces(Buffer.from(lines.join(''))), {}))
      for (let i = 0; i < batch.size; i++) rows.push(batch.row(i))
    expect(rows.map((row) => `${Buffer.from(row.json())}\n`)).toEqual(lines)
    expect(rows.map(({ at }) => at.n)).toEqual(lines.map((_, i) => i + 1))
  })

  test('reads a field that was not asked for, too', async () => {
    const batch = await first('{"a":1,"b":{"c":2}}\n', [Path.of('a')])
    expect(['a', 'b.c', 'z'].map((path) => batch.field(Path.of(path))(0))).toEqual([1, 2, undefined])
  })
})

describe('a batch of array items', () => {
  const text = '[ {"id":1} , {"id":\n2}\n,{"id":"a\\nb"}]\n'

  test('counts items, and puts what spans lines on one', async () => {
    const batch = await first(text, [], json)
    expect([0, 1, 2].map((i) => [batch.at(i).unit, batch.at(i).n, jsonOf(batch, i)])).toEqual([
      ['item', 1, '{"id":1}'],
      ['item', 2, '{"id":2}'],
      ['item', 3, '{"id":"a\\nb"}'],
    ])
    expect(Buffer.from(batch.row(1).json()).toString()).toBe('{"id":2}')
  })
})

describe('the quick look at an id', () => {
  const path = Path.anyOf('chunk_id', ['chunk_id', 'id'])
  const may = async (text: string, ids: string[], paths = [path]): Promise<number[] | undefined> => {
    const known = new IdSet()
    for (const id of ids) known.add(id)
    const found = (await first(text, paths)).mayHave?.(paths[0] as Path, known)
    return found && [...found]
  }
  const records = '{"id":"c1"}\n{"id":7}\n{"id":"7"}\n{"id":7.0}\n{"id":-1}\n{"id":"é"}\n{"chunk_id":"c2","id":"c1"}\n'

  test('finds ids by their spelling, a number and its text alike, and lets most others go', async () => {
    expect(await may(records, ['c1'])).toEqual([0, 6])
    expect(await may(records, ['7'])).toEqual([1, 2])
    expect(await may(records, ['-1', 'é', 'c2'])).toEqual([4, 5, 6])
    expect(await may(records, ['other'])).toEqual([])
  })

  test('what must be read stays: escapes in the id or in a key, other kinds of values', async () => {
    const odd = '{"id":"a\\u0062"}\n{"\\u0069d":"c1"}\n{"id":null}\n{"id":true}\n{"id":["c1"]}\n{"x":1}\n'
    expect(await may(odd, ['c1'])).toEqual([0, 1, 3, 4])
    expect(await may('{"a":{"id":1}}\n', ['1'], [Path.of('a.id')])).toBeUndefined()
  })
})

test('what may be a label is found in any record, wherever it is nested', async () => {
  // Every value under a key that ends in the name; counted in parsed JSON, where duplicates have been put apart by a marker.
  const nested = fc.array(fc.constantFrom('a', 'list', 'metadata.sensitivity', 'b'), { maxLength: 4 })
  const spelling = fc.constantFrom('sensitivity', 'Sensitivity', 'sensitivit\\u0079', 'x.sensitivity', 'x_sensitivity')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(wildObject, nested, spelling), { minLength: 1, maxLength: 6 }),
      async (records) => {
        const lines = records.map(([wild, steps, key]) => {
          const inner = steps.reduce(
            (value, step) => (step === 'list' ? `[0,${value}]` : `{"${step}":${value}}`),
            `{"${key}":"MARK"}`,
          )
          return `{"w":${wild},"n":${inner}}\n`
        })
        const gate = gateOf()
        const filler = `{"filler":"${'x'.repeat(990)}"}\n`.repeat(70)
        let n = 0
        for await (const batch of admitted(ndjson, new Pieces(Buffer.from(lines.join('') + filler + lines.join(''))), {
          gate,
        }))
          batch.labels(gate.names, (_, value) => {
            if (value === 'MARK') n++
          })
        expect(n).toBe(records.length * 2)
      },
    ),
    { numRuns: 60 },
  )
})
