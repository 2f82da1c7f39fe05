import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { Columns } from '../../record/columns.js'
import { type Cleared, Gate, Sealed } from '../../record/gate.js'
import type { Column, Native } from '../../record/schema.js'
import type { Format } from '../../registry/format.js'
import { batchesOf, faultOf, jsonOf, policy, sourceOf, written } from '../../testkit/codec.js'
import csv from '../csv.js'
import json from '../json.js'
import ndjson from '../ndjson.js'
import trec from '../trec.js'
import tsv from '../tsv.js'

const copy = async (text: string | Buffer, piece?: number): Promise<string> =>
  (await written(csv, batchesOf(csv, [sourceOf(text, 'x.csv', piece)]))).toString('latin1')

const fromNdjson = async (text: string, format = csv): Promise<string> =>
  (await written(format, batchesOf(ndjson, [sourceOf(text, 'x.ndjson')]))).toString()

describe('writing other records', () => {
  it('takes all fields in the order of first appearance', async () => {
    const text =
      '{"id":7,"t":"a"}\n{"u":true,"id":9007199254740993,"t":null}\n{"t":""}\n{"id":1.50,"t":[1, "x"],"u":{"é":1}}\n'
    expect(await fromNdjson(text)).toBe('id,t,u\n7,a,\n9007199254740993,,true\n,,\n1.50,"[1, ""x""]","{""é"":1}"\n')
  })

  it('quotes what needs it', async () => {
    const text = ['a,b', 'a"b', 'a\nb', 'a\rb', 'a\tb', ' a ', '\ufeffa', 'é']
      .map((t) => JSON.stringify({ t }))
      .join('\n')
    expect(await fromNdjson(text)).toBe('t\n"a,b"\n"a""b"\n"a\nb"\n"a\rb"\na\tb\n a \n"\ufeffa"\né\n')
    expect(await fromNdjson('{"t":"a,b"}\n{"t":"a\\tb"}\n{"t":""}\n', tsv)).toBe('t\na,b\n"a\tb"\n""\n')
  })

  it('writes nothing of no records', async () => {
    expect(await fromNdjson('')).toBe('')
  })

  it('refuses what UTF-8 cannot hold, and records without fields', async () => {
    expect(await faultOf(fromNdjson('{"t":"a"}\n{"t":"\\ud800"}\n'))).toEqual({
      code: 3,
      message: 'x.ndjson:2: t: expected Unicode text, found half of a surrogate pair',
    })
    expect((await faultOf(fromNdjson('{}\n{}\n'))).message).toBe('output: records without any field make no csv')
  })

  it('takes the columns of TSV and the fields of a JSON array', async () => {
    expect((await written(csv, batchesOf(tsv, [sourceOf('a\tb\nx,y\t\n')]))).toString()).toBe('a,b\n"x,y",\n')
    const pretty = '[\n  {\n    "a": [\n 1,\n 2\n]\n  }\n]\n'
    expect((await written(csv, batchesOf(json, [sourceOf(pretty)]))).toString()).toBe('a\n"[1,2]"\n')
  })

  it('keeps large inputs in a temporary file, in order', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `{"i":${i},"t":"${'x'.repeat(200)}"}`)
    const rows = (await fromNdjson(`${lines.join('\n')}\n{"last":1}\n`)).split('\n')
    expect(rows).toHaveLength(5003)
    expect(rows[0]).toBe('i,t,last')
    expect(rows[5000]).toBe(`4999,${'x'.repeat(200)},`)
    expect(rows[5001]).toBe(',,1')
  })
})

describe('records whose columns are known', () => {
  const noSpool = async (batches: AsyncIterable<Cleared>): Promise<string> => {
    let text = ''
    const how = {
      name: 'output',
      spool: () => {
        throw new Error('spooled')
      },
    }
    for await (const chunk of (csv as Required<Format>).encode(batches, how)) text += Buffer.from(chunk).toString()
    return text
  }

  it('typed columns are written as they come', async () => {
    const columns: Column[] = [
      { name: 'id', type: { kind: 'int', bits: 64, signed: true }, nullable: false },
      { name: 'x', type: { kind: 'float', bits: 64 }, nullable: true },
      { name: 'when', type: { kind: 'timestamp', unit: 'us', zone: 'UTC' }, nullable: true },
      {
        name: 'tags',
        type: { kind: 'list', item: { name: 'item', type: { kind: 'text' }, nullable: true } },
        nullable: true,
      },
      { name: 'text', type: { kind: 'text' }, nullable: true },
    ]
    const rows: Native[][] = [
      [9007199254740993n, 1, 0n, ['a', 'b,c'], 'é\n'],
      [2n, Number.NaN, null, null, null],
    ]
    const vectors = columns.map((_, c) => ({ get: (row: number): Native => rows[row]?.[c] ?? null }))
    async function* batches(): AsyncGenerator<Cleared> {
      yield new Gate(policy).admit(new Sealed(new Columns({ file: 'x.parquet', before: 0, size: 2, columns, vectors })))
    }
    expect(await noSpool(batches())).toBe(
      'id,x,when,tags,text\n9007199254740993,1.0,1970-01-01T00:00:00.000000Z,"[""a"",""b,c""]","é\n"\n2,NaN,,,\n',
    )
  })

  it('so are runs and TSV', async () => {
    expect(await noSpool(batchesOf(trec, [sourceOf('1 Q0 a,b 9 .5 r\n1 Q0 c 9 2 r\n')]))).toBe(
      'query_id,chunk_id,rank,score,run\n1,"a,b",2,0.5,r\n1,c,1,2,r\n',
    )
    expect(await noSpool(batchesOf(tsv, [sourceOf('a\tb')]))).toBe('a,b\n')
  })

  it('a later record must fit the header', async () => {
    async function* both(line: string): AsyncGenerator<Cleared> {
      yield* batchesOf(csv, [sourceOf('a,b\r\n1,2')])
      yield* batchesOf(ndjson, [sourceOf(line, 'x.ndjson')])
    }
    expect(await noSpool(both('{"b":3}\n{}\n'))).toBe('a,b\r\n1,2\r\n,3\r\n,\r\n')
    expect((await faultOf(noSpool(both('{"b":3}\n{"c":1}\n')))).message).toBe(
      'x.ndjson:2: c: is not in the header that was written already',
    )
  })
})

describe('properties', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', '\t', 'é', '😀', '\ufeff') }),
    fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
  )
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 })

  it.each([
    ['csv', csv, ','],
    ['tsv', tsv, '\t'],
  ] as const)('papaparse reads the same cells from our %s', async (_, format, delimiter) => {
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const text = cells.map(([a, b, c]) => JSON.stringify({ a, b, c })).join('\n')
        const parsed = Papa.parse<string[]>(await fromNdjson(text, format), { delimiter, newline: '\n' })
        expect(parsed.data).toEqual([['a', 'b', 'c'], ...cells, ['']])
        expect(parsed.errors).toEqual([])
      }),
    )
  })

  it('reads what it wrote, wherever it is split, and writes it again byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (cells, piece) => {
        const text = await fromNdjson(cells.map(([a, b, c]) => JSON.stringify({ a, b, c })).join('\n'))
        const expected = cells.map(([a, b, c], i) => `row ${i + 1} ${JSON.stringify({ a, b, c })}`)
        expect(await jsonOf(csv, sourceOf(text, 'x', piece))).toEqual(expected)
        expect(await copy(text, piece)).toBe(Buffer.from(text).toString('latin1'))
      }),
    )
  })
})
