import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { ParquetSchema, ParquetWriter } from 'parquetjs-lite'
import { describe, expect, it } from 'vitest'
import { Columns } from '../../record/columns.js'
import type { Cleared } from '../../record/gate.js'
import type { Column, Native } from '../../record/schema.js'
import { batchesOf, faultOf, jsonOf, kept, sourceOf, written } from '../../testkit/codec.js'
import csv from '../csv.js'
import ndjson from '../ndjson.js'
import parquet from '../parquet.js'

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/formats/parquet/${name}`, import.meta.url))

const fromParquet = (...files: Buffer[]): AsyncIterable<Cleared> =>
  batchesOf(
    parquet,
    files.map((file, i) => sourceOf(file, `${i + 1}.parquet`)),
  )
const fromNdjson = (...lines: string[]): AsyncIterable<Cleared> =>
  batchesOf(ndjson, [sourceOf(lines.map((line) => `${line}\n`).join(''))])
const toParquet = (batches: AsyncIterable<Cleared>): Promise<Buffer> => written(parquet, batches)

const rows = async (file: Buffer): Promise<string[]> =>
  (await jsonOf(parquet, sourceOf(file))).map((line) => line.replace(/^row \d+ /, ''))

/** A batch of one column for each entry: its type, whether it may be null, its cells. */
async function* columnsOf(file: string, data: Record<string, readonly [Column['type'], boolean, readonly Native[]]>) {
  const columns = Object.entries(data).map(([name, [type, nullable]]) => ({ name, type, nullable }))
  const cells = Object.values(data).map(([, , values]) => values)
  const vectors = cells.map((values) => ({ get: (row: number) => values[row] as Native }))
  yield new Columns({ file, before: 0, size: cells[0]?.length ?? 0, columns, vectors }) as unknown as Cleared
}
async function* joined(...flows: AsyncIterable<Cleared>[]): AsyncGenerator<Cleared> {
  for (const flow of flows) yield* flow
}

/** The schema by hyparquet's reading, an element a line. */
const schemaOf = (file: Buffer): string[] =>
  parquetMetadata(Uint8Array.from(file).buffer)
    .schema.slice(1)
    .map(({ name, type, type_length, repetition_type, converted_type, logical_type, precision, scale }) =>
      [
        name,
        repetition_type,
        type === undefined ? 'group' : type_length === undefined ? type : `${type}(${type_length})`,
        converted_type,
        precision === undefined ? undefined : `${precision},${scale}`,
        logical_type?.type,
        logical_type !== undefined && 'unit' in logical_type
          ? `${logical_type.unit} ${logical_type.isAdjustedToUTC}`
          : undefined,
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )

describe('Parquet to Parquet', () => {
  it('keeps types, order and every cell', async () => {
    const file = await toParquet(fromParquet(fixture('types.zstd-v2.parquet')))
    expect(await rows(file)).toEqual(await rows(fixture('types.none.parquet')))
    expect(schemaOf(file)).toEqual([
      'id OPTIONAL BYTE_ARRAY UTF8 STRING',
      'i64 OPTIONAL INT64 INT_64',
      'u64 OPTIONAL INT64 UINT_64',
      'dec OPTIONAL FIXED_LEN_BYTE_ARRAY(16) DECIMAL 38,2 DECIMAL',
      'ts_us OPTIONAL INT64 TIMESTAMP MICROS false',
      'ts_ns OPTIONAL INT64 TIMESTAMP NANOS false',
      'tstz OPTIONAL INT64 TIMESTAMP_MICROS TIMESTAMP MICROS true',
      'd OPTIONAL INT32 DATE DATE',
      'st OPTIONAL group',
      'a OPTIONAL INT32 INT_32',
      'b OPTIONAL group',
      'c OPTIONAL BYTE_ARRAY UTF8 STRING',
      'li OPTIONAL group LIST LIST',
      'list REPEATED group',
      'element OPTIONAL INT32 INT_32',
      'ls OPTIONAL group LIST LIST',
      'list REPEATED group',
      'element OPTIONAL group',
      'k OPTIONAL BYTE_ARRAY UTF8 STRING',
      'v OPTIONAL INT32 INT_32',
      'cat OPTIONAL BYTE_ARRAY UTF8 STRING',
      'f64 OPTIONAL DOUBLE',
      'f32 OPTIONAL FLOAT',
    ])
  })

  it.each([
    ['arrow-types.snappy-v2.parquet', 'arrow-types.ndjson'],
    ['encodings-fallback.parquet', 'encodings.ndjson'],
    ['int96.parquet', 'int96.ndjson'],
  ])('keeps every cell of %s', async (name, expected) => {
    const lines = fixture(expected).toString().trimEnd().split('\n')
    expect(await rows(await toParquet(fromParquet(fixture(name))))).toEqual(lines)
  })

  it('keeps JSON, UUIDs, intervals and times', async () => {
    const file = await toParquet(fromParquet(fixture('duckdb-types.parquet')))
    expect(await rows(file)).toEqual(await rows(fixture('duckdb-types.parquet')))
    expect(schemaOf(file)).toEqual([
      'id OPTIONAL INT32 INT_32',
      'mood OPTIONAL BYTE_ARRAY UTF8 STRING',
      'doc OPTIONAL BYTE_ARRAY JSON JSON',
      'uid OPTIONAL FIXED_LEN_BYTE_ARRAY(16) UUID',
      'span OPTIONAL FIXED_LEN_BYTE_ARRAY(12) INTERVAL',
      't1 OPTIONAL INT64 TIME MICROS false',
      't2 OPTIONAL INT64 TIME MICROS false',
      'f OPTIONAL FLOAT',
    ])
  })

  it('keeps what may not be null', async () => {
    const int: Column['type'] = { kind: 'int', bits: 16, signed: false }
    const list: Column['type'] = { kind: 'list', item: { name: 'element', type: int, nullable: false } }
    const data = { a: [int, false, [0, 65535]], l: [list, false, [[], [1, 2]]], o: [int, true, [null, 3]] } as const
    const file = await toParquet(columnsOf('x', data))
    expect(schemaOf(file)).toEqual([
      'a REQUIRED INT32 UINT_16',
      'l REQUIRED group LIST LIST',
      'list REPEATED group',
      'element REQUIRED INT32 UINT_16',
      'o OPTIONAL INT32 UINT_16',
    ])
    expect(await rows(file)).toEqual(['{"a":0,"l":[],"o":null}', '{"a":65535,"l":[1,2],"o":3}'])
    expect(schemaOf(await toParquet(fromParquet(file)))).toEqual(schemaOf(file))
  })

  it('keeps what fills no whole row group, and the schema when nothing is kept', async () => {
    const some = await toParquet(kept(fromParquet(fixture('groups.parquet')), (n) => n % 100 === 7))
    expect((await rows(some)).map((line) => /"id":"(\w+)"/.exec(line)?.[1])).toEqual([
      'd0007',
      'd0107',
      'd0207',
      'd0307',
      'd0407',
      'd0507',
      'd0607',
      'd0707',
      'd0807',
      'd0907',
    ])
    const none = await toParquet(kept(fromParquet(fixture('groups.parquet')), () => false))
    expect(await rows(none)).toEqual([])
    expect(schemaOf(none)).toEqual(schemaOf(some))
    expect(schemaOf(none)).toHaveLength(5)
  })

  it('gives the same bytes again', async () => {
    const once = await toParquet(fromParquet(fixture('arrow-types.zstd-v2.parquet')))
    expect(await toParquet(fromParquet(fixture('arrow-types.zstd-v2.parquet')))).toEqual(once)
    expect(await toParquet(fromParquet(fixture('arrow-types.none-v1.parquet')))).toEqual(once)
  })

  it('begins another row group after 50000 rows', async () => {
    const cells = Array.from({ length: 50_001 }, (_, i) => i)
    const file = await toParquet(columnsOf('x', { i: [{ kind: 'int', bits: 32, signed: true }, false, cells] }))
    const { row_groups } = parquetMetadata(Uint8Array.from(file).buffer)
    expect(row_groups.map(({ num_rows }) => num_rows)).toEqual([50_000n, 1n])
    expect((await rows(file)).at(-1)).toBe('{"i":50000}')
  })
})

describe('several files', () => {
  const int = (bits: 8 | 16 | 32 | 64, signed = true): Column['type'] => ({ kind: 'int', bits, signed })
  const text: Column['type'] = { kind: 'text' }

  it('have the columns of the first, in its order; narrower integers and missing columns fit', async () => {
    const file = await toParquet(
      joined(
        columnsOf('a', { n: [int(64), true, [1n]], s: [text, true, ['x']] }),
        columnsOf('b', { s: [text, true, ['y']], n: [int(32, false), true, [4294967295]] }),
        columnsOf('c', { s: [text, false, ['z']] }),
      ),
    )
    expect(await rows(file)).toEqual(['{"n":1,"s":"x"}', '{"n":4294967295,"s":"y"}', '{"n":null,"s":"z"}'])
  })

  it.each([
    ['b: column "t" is not in a', { n: [int(64), true, [1n]], t: [text, true, ['y']] }],
    ['b: column "n" has another type than in a', { n: [{ kind: 'float', bits: 64 }, true, [1]] }],
    ['b: column "n" has another type than in a', { n: [int(64, false), true, [1n]] }],
    ['b: column "s" is missing; in a it is never null', { n: [int(64), true, [1n]] }],
    ['b: row 2: s: null, where a has none', { s: [text, true, ['y', null]] }],
  ] as const)('%s', async (message, data) => {
    const flow = joined(
      columnsOf('a', { n: [int(64), true, [1n]], s: [text, false, ['x']] }),
      columnsOf('b', data as never),
    )
    expect(await faultOf(toParquet(flow))).toEqual({ code: 3, message })
  })

  it('records without types cannot follow typed ones, but typed ones can follow them', async () => {
    const flow = joined(fromParquet(fixture('no-rows.parquet')), fromNdjson('{"a":1}'))
    expect(await faultOf(toParquet(flow))).toEqual({
      code: 3,
      message: 'input: records without types cannot follow the typed columns of 1.parquet',
    })
    const other = await toParquet(joined(fromNdjson('{"ts":null,"b":[1]}'), fromParquet(fixture('int96.parquet'))))
    expect(await rows(other)).toEqual([
      '{"ts":null,"b":[1]}',
      '{"ts":"1970-01-01T00:00:00.000000000","b":null}',
      '{"ts":"1969-12-31T23:59:59.999999999","b":null}',
      '{"ts":"2024-05-06T07:08:09.123456789","b":null}',
      '{"ts":null,"b":null}',
    ])
  })
})

describe('cells that Parquet cannot hold', () => {
  it.each([
    ['a decimal with more digits than its type has', { kind: 'decimal', precision: 3, scale: 1 }, 1000n],
    ['a timestamp beyond 64 bits', { kind: 'timestamp', unit: 's' }, 2n ** 60n],
    ['an interval below zero or beyond 32 bits', { kind: 'interval' }, { months: -1, days: 0, millis: 0 }],
    ['an interval with less than milliseconds', { kind: 'interval' }, { months: 1, days: 0, millis: 0, nanos: 1 }],
  ] as const)('%s', async (reason, type, cell) => {
    expect(await faultOf(toParquet(columnsOf('a', { c: [type, true, [null, cell]] })))).toEqual({
      code: 3,
      message: `a: row 2: c: ${reason}, which Parquet cannot hold`,
    })
  })

  it('two columns of one name', async () => {
    async function* twice() {
      const column: Column = { name: 'c', nullable: true, type: { kind: 'bool' } }
      const vector = { get: () => true }
      yield new Columns({
        file: 'a',
        before: 0,
        size: 1,
        columns: [column, column],
        vectors: [vector, vector],
      }) as never
    }
    expect(await faultOf(toParquet(twice()))).toEqual({ code: 3, message: 'output: there are two columns "c"' })
  })

  it('coarser and stranger types take the nearest form that shows the same', async () => {
    const file = await toParquet(
      columnsOf('a', {
        t: [{ kind: 'time', unit: 's' }, true, [3661n]],
        ts: [{ kind: 'timestamp', unit: 's', zone: 'UTC' }, true, [-1n]],
        d: [{ kind: 'duration', unit: 'ms' }, true, [1500n]],
        big: [{ kind: 'decimal', precision: 3, scale: -2 }, true, [-123n]],
        none: [{ kind: 'struct', fields: [] }, true, [[]]],
        ['__proto__']: [
          { kind: 'struct', fields: [{ name: '__proto__', nullable: true, type: { kind: 'bool' } }] },
          true,
          [[true]],
        ],
      }),
    )
    expect(await rows(file)).toEqual([
      '{"t":"01:01:01.000","ts":"1969-12-31T23:59:59.000Z","d":"PT1.500S","big":-12300,"none":"{}","__proto__":{"__proto__":true}}',
    ])
  })
})

describe('records to Parquet', () => {
  it('types from all records', async () => {
    const file = await toParquet(
      fromNdjson(
        '{"id":9007199254740993,"ok":true,"x":1,"tags":["a"],"m":{"b":1},"mixed":1}',
        '{"id":-9223372036854775808,"ok":null,"x":0.1,"tags":[],"m":{"a":"é\\n"},"mixed":"1","late":"l"}',
        '{"id":9223372036854775807,"x":-0,"tags":null,"m":null,"none":null,"mixed":[1.0]}',
      ),
    )
    expect(schemaOf(file)).toEqual([
      'id OPTIONAL INT64 INT_64',
      'ok OPTIONAL BOOLEAN',
      'x OPTIONAL DOUBLE',
      'tags OPTIONAL group LIST LIST',
      'list REPEATED group',
      'element OPTIONAL BYTE_ARRAY UTF8 STRING',
      'm OPTIONAL group',
      'b OPTIONAL INT64 INT_64',
      'a OPTIONAL BYTE_ARRAY UTF8 STRING',
      'mixed OPTIONAL BYTE_ARRAY JSON JSON',
      'late OPTIONAL BYTE_ARRAY UTF8 STRING',
      'none OPTIONAL BYTE_ARRAY UTF8 STRING',
    ])
    expect(await rows(file)).toEqual([
      '{"id":9007199254740993,"ok":true,"x":1.0,"tags":["a"],"m":{"b":1,"a":null},"mixed":"1","late":null,"none":null}',
      '{"id":-9223372036854775808,"ok":null,"x":0.1,"tags":[],"m":{"b":null,"a":"é\\n"},"mixed":"\\"1\\"","late":"l","none":null}',
      '{"id":9223372036854775807,"ok":null,"x":-0.0,"tags":null,"m":null,"mixed":"[1.0]","late":null,"none":null}',
    ])
  })

  it('CSV cells stay texts', async () => {
    const file = await toParquet(batchesOf(csv, [sourceOf('id,n\n007,1\n08,\n')]))
    expect(schemaOf(file)).toEqual(['id OPTIONAL BYTE_ARRAY UTF8 STRING', 'n OPTIONAL BYTE_ARRAY UTF8 STRING'])
    expect(await rows(file)).toEqual(['{"id":"007","n":"1"}', '{"id":"08","n":""}'])
  })

  it('no records: a file without columns', async () => {
    const file = await toParquet(fromNdjson())
    expect(schemaOf(file)).toEqual([])
    expect(await rows(file)).toEqual([])
  })

  it('records without fields are refused', async () => {
    expect(await faultOf(toParquet(fromNdjson('{}', '{}')))).toEqual({
      code: 3,
      message: 'output: records without any field make no table',
    })
  })
})

describe('a second opinion', () => {
  const records = Array.from({ length: 500 }, (_, i) => ({
    id: `d${i}`,
    n: i * 1000,
    x: i / 7,
    ok: i % 3 === 0,
    s: 'é'.repeat(i % 9),
  }))
  const lines = records.map((record) => JSON.stringify(record))

  it('parquetjs-lite wrote it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parquet-'))
    try {
      for (const compression of ['UNCOMPRESSED', 'GZIP', 'SNAPPY']) {
        const path = join(folder, compression)
        const field = (type: string) => ({ type, optional: true, compression })
        const schema = new ParquetSchema({
          id: { type: 'UTF8', compression },
          n: field('INT64'),
          x: field('DOUBLE'),
          ok: field('BOOLEAN'),
          s: field('UTF8'),
        })
        const writer = await ParquetWriter.openFile(schema, path)
        for (const record of records) await writer.appendRow(record)
        await writer.appendRow({ id: 'last' })
        await writer.close()
        const expected = lines.map((line) => line.replace(/"x":(\d+),/, '"x":$1.0,'))
        expect(await rows(readFileSync(path))).toEqual([
          ...expected,
          '{"id":"last","n":null,"x":null,"ok":null,"s":null}',
        ])
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('hyparquet reads what we write', async () => {
    const file = await toParquet(fromNdjson(...lines))
    const read = await parquetReadObjects({ file: Uint8Array.from(file).buffer })
    expect(read).toEqual(records.map((record) => ({ ...record, n: BigInt(record.n) })))
  })
})

it('keeps the sign of zero', async () => {
  const records = ['{"id":"a","z":0.0}', '{"id":"b","z":-0.0}', '{"id":"c","z":0.5}']
  expect(await rows(await toParquet(fromNdjson(...records)))).toEqual(records)
})
