import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Columns } from '../../record/columns.js'
import { Gate } from '../../record/gate.js'
import { Path } from '../../record/path.js'
import type { Value } from '../../record/value.js'
import type { Needs, Stats } from '../../registry/format.js'
import type { Source } from '../../registry/ports.js'
import { faultOf, jsonOf, policy, sourceOf } from '../../testkit/codec.js'
import parquet from '../parquet.js'

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/formats/parquet/${name}`, import.meta.url))
const lines = (name: string): string[] => fixture(name).toString().trimEnd().split('\n')

const read = async (file: Buffer, name = 'x.parquet'): Promise<string[]> =>
  (await jsonOf(parquet, sourceOf(file, name))).map((line) => line.replace(/^row \d+ /, ''))

/** A source in memory, and the ranges that were read of it. */
function recorded(file: Buffer): { source: Source; ranges: [start: number, end: number][] } {
  const ranges: [number, number][] = []
  const access = {
    size: file.length,
    read: async (start: number, end: number) => {
      ranges.push([start, end])
      return Uint8Array.from(file.subarray(start, end))
    },
  }
  const unused = () => {
    throw new Error('a Parquet file is read by offsets')
  }
  return { source: { name: 'x.parquet', peek: unused, read: unused, close() {}, random: async () => access }, ranges }
}

/** Runs `visit` on each batch that the gate lets in. */
async function each(source: Source, needs: Partial<Needs>, visit: (batch: Columns) => unknown): Promise<Gate> {
  const gate = new Gate(policy)
  const how = { needs: { paths: gate.paths, labels: gate.names, ...needs }, reject: () => {} }
  for await (const sealed of parquet.decode!(source, how)) await visit(gate.admit(sealed) as never)
  source.close()
  return gate
}

/** Where a column's data begins in each row group, by hyparquet's reading of the footer. */
const CHUNKS = { id: 0, year: 1, score: 2, text: 3 }
const chunkStarts = async (file: Buffer, column: keyof typeof CHUNKS): Promise<number[]> => {
  const { parquetMetadata } = await import('hyparquet')
  const footer = parquetMetadata(Uint8Array.from(file).buffer)
  return footer.row_groups.map(({ columns }) => Number(columns[CHUNKS[column]]?.meta_data?.data_page_offset))
}
/** The row groups of which it was read. The footer comes with what happens to stand before it, which does not count. */
const readOf = (ranges: [number, number][], starts: number[]): number[] =>
  starts.flatMap((start, group) => (ranges.some(([from]) => from === start) ? [group] : []))

describe('types, codecs and pages', () => {
  const truth = [
    '{"id":"p1","i64":9007199254740993,"u64":18446744073709551615,"dec":12345678901234567890123456.78,' +
      '"ts_us":"2024-05-06T07:08:09.123456","ts_ns":"2024-05-06T07:08:09.123456789","tstz":"1899-12-31T23:59:59.000001Z",' +
      '"d":"0001-01-01","st":{"a":1,"b":{"c":"x"}},"li":[1,null,3],"ls":[{"k":"u","v":null}],"cat":"alpha","f64":1.0,"f32":0.1}',
    '{"id":"p2","i64":-9223372036854775808,"u64":0,"dec":-0.01,' +
      '"ts_us":"1969-12-31T23:59:59.999999","ts_ns":"1969-12-31T23:59:59.999999999","tstz":null,' +
      '"d":null,"st":null,"li":[],"ls":[],"cat":"alpha","f64":"NaN","f32":"Infinity"}',
    '{"id":"p3","i64":null,"u64":null,"dec":null,"ts_us":null,"ts_ns":null,"tstz":null,' +
      '"d":null,"st":{"a":null,"b":null},"li":null,"ls":null,"cat":"beta","f64":-0.0,"f32":null}',
  ]

  it.each(['none', 'snappy', 'gzip', 'zstd-v1', 'zstd-v2'])('DuckDB, %s', async (codec) => {
    expect(await read(fixture(`types.${codec}.parquet`))).toEqual(truth)
  })

  it.each(['none-v1', 'snappy-v2', 'gzip-v1', 'zstd-v2', 'lz4-v1', 'brotli-v2'])('Arrow, %s', async (codec) => {
    expect(await read(fixture(`arrow-types.${codec}.parquet`))).toEqual(lines('arrow-types.ndjson'))
  })

  it('enums, JSON, UUIDs, intervals, times', async () => {
    expect(await read(fixture('duckdb-types.parquet'))).toEqual([
      '{"id":1,"mood":"ok","doc":"{\\"a\\": 1}","uid":"5d1a7f3e-0000-4000-8000-00000000002a","span":"P14M3DT1.5S","t1":"12:34:56.500000","t2":"23:59:59.000000","f":1.5}',
      '{"id":2,"mood":null,"doc":null,"uid":null,"span":null,"t1":null,"t2":null,"f":null}',
      '{"id":3,"mood":"sad","doc":"[1, null]","uid":"ffffffff-ffff-ffff-ffff-ffffffffffff","span":"P0M0DT0S","t1":"00:00:00.000000","t2":"00:00:00.000001","f":-0.0}',
    ])
  })

  it('timestamps of 96 bits', async () => {
    expect(await read(fixture('int96.parquet'))).toEqual(lines('int96.ndjson'))
  })

  it.each(['encodings-v2', 'encodings-fallback'])('%s, many pages a chunk', async (name) => {
    expect(await read(fixture(`${name}.parquet`))).toEqual(lines('encodings.ndjson'))
  })

  it('lists without a list annotation, and of two levels', async () => {
    expect(await read(fixture('two-level-lists.parquet'))).toEqual([
      '{"id":1,"plain":["a","b"],"groups":[{"a":1,"b":["x","y"]},{"a":null,"b":[]}],"ints":[1,2],' +
        '"pairs":[{"x":1,"y":"p"},{"x":2,"y":null}],"tuples":[{"only":7},{"only":8}]}',
      '{"id":2,"plain":[],"groups":[],"ints":[],"pairs":[],"tuples":[]}',
      '{"id":3,"plain":[],"groups":[],"ints":null,"pairs":null,"tuples":null}',
    ])
  })

  it('row groups in order, with a dictionary', async () => {
    const rows = await jsonOf(parquet, sourceOf(fixture('dict.zstd.parquet')))
    const colours = ['red', 'green', 'blue']
    expect(rows).toEqual(
      Array.from({ length: 5000 }, (_, i) => `row ${i + 1} {"id":"r${i}","cat":"${colours[i % 3]}","n":${i}}`),
    )
  })

  it('a file without rows gives its columns', async () => {
    const seen: unknown[] = []
    await each(sourceOf(fixture('no-rows.parquet')), {}, (batch) => {
      seen.push(batch.size, batch.columns)
    })
    expect(seen).toEqual([
      0,
      [
        { name: 'a', nullable: true, type: { kind: 'int', bits: 32, signed: true } },
        { name: 's', nullable: true, type: { kind: 'text' } },
      ],
    ])
  })
})

describe('what is read', () => {
  const file = fixture('groups.parquet')
  const year = [Path.of('year')]
  const above =
    (limit: number): Needs['excludes'] =>
    (stats) => {
      const { max } = stats('year') as Stats
      return typeof max === 'number' && max <= limit
    }

  it('at first only the columns that are needed, the others when the batch is loaded', async () => {
    const { source, ranges } = recorded(file)
    await each(source, { paths: year }, async (batch) => {
      const group = batch.stretch.before / 100
      expect(readOf(ranges, await chunkStarts(file, 'year'))).toContain(group)
      expect(readOf(ranges, await chunkStarts(file, 'text'))).not.toContain(group)
      if (group === 3) await batch.load()
    })
    expect(readOf(ranges, await chunkStarts(file, 'year'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(readOf(ranges, await chunkStarts(file, 'text'))).toEqual([3])
    expect(readOf(ranges, await chunkStarts(file, 'id'))).toEqual([3])
  })

  it('nothing of a group without a kept row is loaded', async () => {
    const { source, ranges } = recorded(file)
    await each(source, { paths: year }, async (batch) => {
      await batch.select(Int32Array.of()).load()
    })
    expect(readOf(ranges, await chunkStarts(file, 'text'))).toEqual([])
  })

  it('no group that statistics exclude', async () => {
    const { source, ranges } = recorded(file)
    const years: unknown[] = []
    await each(source, { paths: year, excludes: above(2007) as never }, (batch) => {
      years.push(batch.field(Path.of('year'))(0), batch.at(0).n)
    })
    expect(years).toEqual([2008, 801, 2009, 901])
    expect(readOf(ranges, await chunkStarts(file, 'year'))).toEqual([8, 9])
  })

  it('an empty batch when all are excluded', async () => {
    const sizes: number[] = []
    await each(sourceOf(file), { paths: year, excludes: () => true }, (batch) => {
      sizes.push(batch.size)
    })
    expect(sizes).toEqual([0])
  })

  it('the labels of a group that statistics exclude', async () => {
    const sizes: number[] = []
    const gate = await each(
      sourceOf(fixture('groups-labelled.parquet')),
      { paths: [...year, Path.of('id')], excludes: () => true },
      (batch) => {
        sizes.push(batch.size)
      },
    )
    expect(sizes).toEqual([99, ...Array(9).fill(100)])
    expect(gate.dropped).toBe(1)
  })

  it('only the pages of the kept rows', async () => {
    const rows: [number, string][] = []
    await each(sourceOf(file), { paths: year }, async (batch) => {
      const some = batch.select(Int32Array.of(3, 41, 99))
      await some.load()
      for (let i = 0; i < 3; i++) rows.push([some.at(i).n, some.field(Path.of('id'))(i) as string])
      expect(some.cell(3, 1)).toBe(`text ${batch.stretch.before + 41} `.repeat(5))
    })
    expect(rows).toHaveLength(30)
    for (const [n, id] of rows) expect(id).toBe(`d${String(n - 1).padStart(4, '0')}`)
  })

  it('other rows, when they are loaded later', async () => {
    await each(sourceOf(file), { paths: year }, async (batch) => {
      const text = (part: Columns, i: number) => part.cell(CHUNKS.text, i)
      const expected = (row: number) => `text ${batch.stretch.before + row} `.repeat(5)
      const [some, others] = [batch.select(Int32Array.of(1)), batch.select(Int32Array.of(50, 98))]
      await some.load()
      expect(text(some, 0)).toBe(expected(1))
      expect(() => text(others, 0)).toThrow('not among those to be loaded')
      await others.load()
      expect([text(others, 0), text(others, 1), text(some, 0)]).toEqual([50, 98, 1].map(expected))
    })
  })

  it('any kept rows of any column are those of a whole read', async () => {
    const whole = await read(fixture('encodings-v2.parquet'))
    const rowsOf = fc.uniqueArray(fc.nat(299), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rowsOf, async (some) => {
        const rows = Int32Array.from(some).sort()
        const got: string[] = []
        await each(sourceOf(fixture('encodings-v2.parquet')), { paths: [] }, async (batch) => {
          const kept = batch.select(rows)
          await kept.load()
          for (let i = 0; i < kept.size; i++) got.push(Buffer.from(kept.row(i).json()).toString())
        })
        expect(got).toEqual([...rows].map((row) => whole[row]))
      }),
      { numRuns: 40 },
    )
  })
})

describe('statistics', () => {
  const statsOf = async (name: string, column: string): Promise<(Stats | undefined)[]> => {
    const seen: (Stats | undefined)[] = []
    await each(
      sourceOf(fixture(name)),
      {
        labels: { fields: [], containers: [] },
        excludes: (stats) => {
          seen.push(stats(column))
          return true
        },
      },
      () => {},
    )
    return seen
  }
  const num = (token: string): Value => ({ token }) as Value

  it('show as JSON shows the values', async () => {
    expect((await statsOf('groups.parquet', 'year'))[3]).toEqual({ min: 2003, max: 2003 })
    expect((await statsOf('groups.parquet', 'id'))[3]).toEqual({ min: 'd0300', max: 'd0399' })
    expect((await statsOf('groups.parquet', 'score'))[3]).toEqual({ min: num('30.0'), max: num('39.9') })
    const [dec] = await statsOf('types.none.parquet', 'dec')
    expect(dec).toEqual({ min: num('-0.01'), max: num('12345678901234567890123456.78') })
    expect(await statsOf('types.none.parquet', 'ts_us')).toEqual([
      { min: '1969-12-31T23:59:59.999999', max: '2024-05-06T07:08:09.123456' },
    ])
    expect(await statsOf('types.none.parquet', 'u64')).toEqual([{ min: 0, max: num('18446744073709551615') }])
    expect(await statsOf('types.none.parquet', 'f64')).toEqual([{}])
  })

  it('are not told where they say nothing', async () => {
    expect(await statsOf('types.none.parquet', 'li')).toEqual([undefined])
    expect(await statsOf('types.none.parquet', 'none')).toEqual([{ absent: true }])
    expect(await statsOf('encodings-v2.parquet', 'bin')).toEqual([{}])
    expect((await statsOf('groups.parquet', 'none'))[9]).toEqual({ allNull: true })
    expect(await statsOf('int96.parquet', 'ts')).toEqual([{}])
  })
})

describe('what is no Parquet file', () => {
  const whole = fixture('types.snappy.parquet')
  const fault = (file: Buffer) => faultOf(read(file))

  it('is bad input, told in one line', async () => {
    expect(await fault(Buffer.alloc(0))).toEqual({ code: 3, message: 'x.parquet: an empty file is no Parquet file' })
    expect(await fault(Buffer.from('PAR1'))).toEqual({ code: 3, message: 'x.parquet: no Parquet file: it has 4 bytes' })
    expect(await fault(Buffer.from('{"a":1,"b":2}'))).toEqual({
      code: 3,
      message: 'x.parquet: no Parquet file: it does not begin with PAR1',
    })
    expect(await fault(whole.subarray(0, -100))).toEqual({
      code: 3,
      message: 'x.parquet: a cut or damaged Parquet file: it does not end with PAR1',
    })
    const long = Buffer.from(whole)
    long.writeUInt32LE(1 << 30, long.length - 8)
    expect(await fault(long)).toEqual({
      code: 3,
      message: 'x.parquet: a cut or damaged Parquet file: its footer is longer than the file',
    })
    expect(await fault(Buffer.concat([Buffer.from('PARE'), whole.subarray(4)]))).toEqual({
      code: 3,
      message: 'x.parquet: encrypted Parquet files are not supported',
    })
  })

  it('names row group and column of what is damaged', async () => {
    const damaged = Buffer.from(fixture('checksum.parquet'))
    const at = damaged.indexOf('three')
    damaged[at] = 0x54
    expect(await fault(damaged)).toEqual({
      code: 3,
      message: 'x.parquet: row group 1: column "s": a page does not match its checksum',
    })
  })

  it('a text that is not UTF-8 is a bad record', async () => {
    const file = Buffer.from(fixture('arrow-types.none-v1.parquet'))
    // It stands in the statistics of the page first.
    const at = file.indexOf('a"b\\c\n', file.indexOf('a"b\\c\n') + 1)
    file[at] = 0xff
    expect(await fault(file)).toEqual({ code: 3, message: 'x.parquet: row 3: s: expected UTF-8' })
  })

  it('whatever bytes are damaged, there are records or one fault, and it quotes nothing', async () => {
    const files = [
      'types.zstd-v2',
      'arrow-types.snappy-v2',
      'arrow-types.none-v1',
      'two-level-lists',
      'encodings-fallback',
    ]
    const change = fc.tuple(fc.nat(), fc.nat(255))
    const changes = fc.record({
      name: fc.constantFrom(...files),
      fromEnd: fc.boolean(),
      bytes: fc.array(change, { minLength: 1, maxLength: 4 }),
      cut: fc.option(fc.nat(), { freq: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(changes, async ({ name, fromEnd, bytes, cut }) => {
        let file = Buffer.from(fixture(`${name}.parquet`))
        const tail = file.readUInt32LE(file.length - 8) + 8
        for (const [at, byte] of bytes) file[fromEnd ? file.length - 1 - (at % tail) : at % file.length] = byte
        if (cut !== null) file = file.subarray(0, cut % file.length)
        let thrown: unknown
        try {
          await read(file)
        } catch (error) {
          thrown = error
        }
        if (thrown === undefined) return
        expect(thrown).toMatchObject({ name: 'Fault', code: 3 })
        expect((thrown as Error).message).not.toMatch(/\n|alpha|漢字|key-/)
      }),
      { numRuns: 400 },
    )
  })
})
