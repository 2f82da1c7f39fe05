// What Parquet and Arrow files must keep, from small files that failed in other tools.
import { describe, expect, test } from 'vitest'
import { caseOf, idsOf } from '../testkit/cases.js'

const lines = (text: string): string[] => text.split('\n').slice(0, -1)

describe('52 Parquet types and codecs', () => {
  const { sluice, read, bytes, write } = caseOf('52-parquet-types-and-codecs')
  const TYPES = ['none', 'snappy', 'gzip', 'zstd-v1', 'zstd-v2'].map((codec) => `types.${codec}.parquet`)

  /** Our spelling of the truth: a decimal is a number token; what JSON has no number for is its name as a text. */
  const truth = (): string =>
    read('truth.ndjson')
      .replace(/"dec":"([^"]+)"/g, '"dec":$1')
      .replaceAll(' (not JSON)"', '"')

  test.each(TYPES)(
    '%s shows the same rows: every digit, every null, no epoch in place of a microsecond',
    async (file) => {
      expect(await sluice('filter', file)).toEqual({ code: 0, out: truth(), err: '' })
      expect(truth()).toContain('"dec":12345678901234567890123456.78,')
      expect(truth()).toContain('"f64":"NaN","f32":"Infinity"}')
    },
  )

  test.each(TYPES)('%s to Parquet and to Arrow and back loses nothing', async (file) => {
    for (const to of ['parquet', 'arrow']) {
      expect(await sluice('filter', file, '-o', `copy.${to}`)).toEqual({ code: 0, out: '', err: '' })
      expect((await sluice('filter', `copy.${to}`)).out).toBe(truth())
    }
  })

  test('dictionaries across row groups: 5000 rows in order, three colours cycling', async () => {
    const { out } = await sluice('filter', 'dict.zstd.parquet')
    const rows = lines(out).map((line) => JSON.parse(line) as { n: number; [key: string]: unknown })
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 5000 }, (_, i) => i))
    const colour = Object.keys(rows[0] ?? {}).find(
      (key) => typeof rows[0]?.[key] === 'string' && new Set(rows.map((row) => row[key])).size === 3,
    ) as string
    const three = rows.slice(0, 3).map((row) => row[colour])
    expect(new Set(three).size).toBe(3)
    expect(rows.map((row) => row[colour])).toEqual(rows.map((_, i) => three[i % 3]))
    const last = await sluice('filter', '--where', 'n gte 4999', 'dict.zstd.parquet')
    expect(last.out).toBe(`${lines(out)[4999]}\n`)
  })

  test('exact numbers and nested fields are filtered by', async () => {
    const kept = async (where: string): Promise<unknown[]> =>
      idsOf((await sluice('filter', '--where', where, 'types.none.parquet')).out)
    expect(await kept('i64 eq 9007199254740993')).toEqual(['p1'])
    expect(await kept('i64 eq 9007199254740992')).toEqual([])
    expect(await kept('u64 gt 18446744073709551614')).toEqual(['p1'])
    expect(await kept('dec eq 12345678901234567890123456.78')).toEqual(['p1'])
    expect(await kept('dec lt 0')).toEqual(['p2'])
    expect(await kept('st.b.c eq x')).toEqual(['p1'])
    expect(await kept('ls.k eq u')).toEqual(['p1'])
    expect(await kept('li eq 3')).toEqual(['p1'])
    expect(await kept('ts_us lt 1970-01-01')).toEqual(['p2'])
    expect(await kept('f32 eq 0.1')).toEqual(['p1'])
  })

  test('null cells never match', async () => {
    const kept = async (where: string): Promise<unknown[]> =>
      idsOf((await sluice('filter', '--where', where, 'types.none.parquet')).out)
    expect(await kept('i64 ne 5')).toEqual(['p1', 'p2'])
    expect(await kept('tstz nin x')).toEqual(['p1'])
    expect(await kept('st.b.c ne y')).toEqual(['p1'])
    expect(await kept('li empty')).toEqual(['p2', 'p3'])
    expect(await kept('i64 empty')).toEqual(['p3'])
  })

  test('a file that is cut, or has no bytes, is a data error', async () => {
    for (const file of [...TYPES, 'dict.zstd.parquet']) {
      write('cut.parquet', bytes(file).subarray(0, -100))
      expect(await sluice('filter', 'cut.parquet')).toEqual({
        code: 3,
        out: '',
        err: expect.stringMatching(/^sluice filter: cut\.parquet: [^\n]+\n$/),
      })
    }
    write('zero.parquet', '')
    expect(await sluice('filter', 'zero.parquet')).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/^sluice filter: zero\.parquet: [^\n]+\n$/),
    })
  })
})

describe('53 Arrow timestamps and dictionaries', () => {
  const { sluice, shell, bytes, write } = caseOf('53-arrow-timestamps-and-dictionaries')
  const ROWS = [
    '{"id":"a1","ts":"1969-12-31T23:59:59.999999","n":9007199254740993,"cat":"red"}',
    '{"id":"a2","ts":"1899-12-31T23:59:59.999999","n":-9223372036854775808,"cat":"blue"}',
    '{"id":"a3","ts":"9999-12-31T23:59:59.999999","n":0,"cat":"red"}',
    '{"id":"a4","ts":"2255-06-05T23:47:34.740993","n":9223372036854775807,"cat":null}',
  ]

  test.each(['types.stream.arrow', 'types.file.arrow'])(
    '%s: every microsecond, every integer, and the null',
    async (file) => {
      expect(await sluice('filter', '--where', 'id ne x', file)).toEqual({
        code: 0,
        out: ROWS.map((row) => `${row}\n`).join(''),
        err: '',
      })
    },
  )

  test('a dictionary that was replaced serves the batches after it', async () => {
    const { out } = await sluice('filter', '--where', 'id ne x', 'dict-change.stream.arrow')
    expect(out).toBe(
      '{"id":"b1","cat":"red"}\n{"id":"b2","cat":"green"}\n{"id":"b3","cat":"blue"}\n{"id":"b4","cat":"red"}\n',
    )
    expect(idsOf((await sluice('filter', '--where', 'cat eq green', 'dict-change.stream.arrow')).out)).toEqual(['b2'])
  })

  test('a stream on standard input', async () => {
    const { code, out, err } = await shell("cat types.stream.arrow | sluice filter --where 'n lt 0'")
    expect([code, out, err]).toEqual([0, `${ROWS[1]}\n`, ''])
    expect((await shell('cat types.file.arrow | sluice filter --count')).out).toBe('4\n')
  })

  test('a stream that is cut is a data error', async () => {
    write('cut.arrow', bytes('types.stream.arrow').subarray(0, -100))
    const { code, err } = await sluice('filter', 'cut.arrow')
    expect([code, err]).toEqual([3, expect.stringMatching(/^sluice filter: cut\.arrow: [^\n]+\n$/)])
  })
})
