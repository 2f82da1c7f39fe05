// What reading NDJSON must hold, from small inputs that failed in other tools: lines, marks, numbers, gzip.
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { caseOf, DRIP, idsOf } from '../testkit/cases.js'

describe('45 lines are ended by LF alone', () => {
  const { sluice, shell, read, write } = caseOf('45-line-split-inside-text')

  test('three records, byte for byte, fed whole and byte by byte', async () => {
    expect(await sluice('filter', '--where', 'id ne zzz', 'in.ndjson')).toEqual({
      code: 0,
      out: read('in.ndjson'),
      err: '',
    })
    expect((await sluice('filter', '--count', 'in.ndjson')).out).toBe('3\n')
    expect(await shell(`${DRIP} in.ndjson | sluice filter --where 'id ne zzz'`)).toEqual({
      code: 0,
      out: read('in.ndjson'),
      err: '',
    })
  })

  test('NEL within a text does not end a line; VT and FF are no JSON there, but as escapes', async () => {
    write('nel.ndjson', '{"id":1,"t":"a\u0085b"}\n{"id":2,"t":"a\\u000b\\fb"}\n')
    expect(await sluice('filter', 'nel.ndjson')).toEqual({ code: 0, out: read('nel.ndjson'), err: '' })
    write('vt.ndjson', '{"id":1}\n{"id":2,"t":"a\u000bb"}\n')
    expect(await sluice('filter', 'vt.ndjson')).toEqual({
      code: 3,
      out: '{"id":1}\n',
      err: 'sluice filter: vt.ndjson:2: t: expected JSON, it breaks off at byte 15 of the line\n',
    })
  })

  test('blank lines go with the record after them, and are counted', async () => {
    expect((await sluice('filter', 'blank.ndjson')).out).toBe(read('blank.ndjson'))
    expect((await sluice('filter', '--where', 'id eq b1', 'blank.ndjson')).out).toBe('{"id":"b1"}\n')
    expect((await sluice('filter', '--where', 'id eq b2', 'blank.ndjson')).out).toBe('\n   \n{"id":"b2"}\n')
    write('blank.ndjson', `${read('blank.ndjson')}{"id":`)
    expect((await sluice('filter', 'blank.ndjson')).err).toBe(
      'sluice filter: blank.ndjson:5: id: the file ends within this record\n',
    )
  })

  test('the last record needs no line end, and gets none', async () => {
    expect((await sluice('filter', 'notail.ndjson')).out).toBe('{"id":"n1"}\n{"id":"n2"}')
    expect((await sluice('filter', '--where', 'id eq n1', 'notail.ndjson')).out).toBe('{"id":"n1"}\n')
  })

  test('a line of 20 MB passes', async () => {
    const long = `{"id":"long","text":"${'é'.repeat(10_000_000)}","n":1}\n`
    write('long.ndjson', `{"id":"a","n":1}\n${long}{"id":"b","n":2}\n`)
    const { code, out } = await sluice('filter', '--where', 'n eq 1', 'long.ndjson')
    expect(code).toBe(0)
    // Not compared by the assertion itself, which would print it.
    expect(out === `{"id":"a","n":1}\n${long}`).toBe(true)
  })
})

describe('46 a byte-order mark before the first record', () => {
  const { sluice, read, write } = caseOf('46-bom-on-first-record')

  test('NDJSON: the first record is found; the mark stays where a file begins', async () => {
    expect((await sluice('filter', '--where', 'id eq a', 'bom.ndjson')).out).toBe('\ufeff{"id":"a"}\n')
    expect((await sluice('filter', 'bom.ndjson')).out).toBe(read('bom.ndjson'))
    expect((await sluice('filter', 'inner.ndjson', 'bom.ndjson')).out).toBe(
      `${read('inner.ndjson')}{"id":"a"}\n{"id":"b"}\n`,
    )
  })

  test.each(['bom.csv', 'bomq.csv'])('%s: the first column is id', async (file) => {
    expect((await sluice('filter', '--where', 'id eq a', file)).out).toBe('{"id":"a","name":"Ann"}\n')
    expect((await sluice('filter', '--to', 'csv', file)).out).toBe(read(file))
  })

  test('UTF-16 is named', async () => {
    expect(await sluice('filter', 'utf16.csv')).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/^sluice filter: utf16\.csv: .*UTF-16.*\n$/),
    })
    write('utf16.ndjson', Buffer.from('\ufeff{"id":1}\n', 'utf16le'))
    expect(await sluice('filter', 'utf16.ndjson')).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/^sluice filter: utf16\.ndjson: .*UTF-16.*\n$/),
    })
  })

  test('within a value it is a character', async () => {
    expect((await sluice('filter', '--where', 't eq x\ufeffy', 'inner.ndjson')).out).toBe(read('inner.ndjson'))
    expect((await sluice('filter', '--where', 't eq xy', 'inner.ndjson')).out).toBe('')
  })

  test('JSON and TREC: likewise', async () => {
    write('bom.json', '\ufeff[{"id":"a"}]')
    expect((await sluice('filter', '--where', 'id eq a', 'bom.json')).out).toBe('{"id":"a"}\n')
    write('bom.run', '\ufeffq1 Q0 a 1 2 r\n')
    expect((await sluice('filter', '--where', 'query_id eq q1', '--count', 'bom.run')).out).toBe('1\n')
  })
})

describe('47 integers beyond 2^53 and long decimals', () => {
  const { sluice, shell, read } = caseOf('47-int64-and-decimals-rounded')
  const keys = async (where: string): Promise<string[]> =>
    [...(await sluice('filter', '--where', where, 'in.ndjson')).out.matchAll(/"k":"(n\d)"/g)].map(
      ([, key]) => key as string,
    )

  test('pass as they are', async () => {
    expect((await sluice('filter', 'in.ndjson')).out).toBe(read('in.ndjson'))
  })

  test('are compared exactly', async () => {
    expect(await keys('id eq 9007199254740993')).toEqual(['n1'])
    expect(await keys('id gt 9007199254740992')).toEqual(['n1', 'n3'])
    expect(await keys('id eq 0.1000000000000000055511151231257827')).toEqual(['n4'])
    expect(await keys('id eq 0.1')).toEqual([])
  })

  test.each(['parquet', 'arrow'])('go to %s and back exactly, or are refused', async (to) => {
    const { out } = await shell(`sluice filter --where 'k ne n4' in.ndjson -o ids.${to} && sluice filter ids.${to}`)
    expect(out).toBe(
      '{"id":9007199254740993,"k":"n1"}\n{"id":9007199254740992,"k":"n2"}\n{"id":9223372036854775807,"k":"n3"}\n',
    )
    // No one type holds all four numbers: the long decimal may not be rounded either.
    const all = await shell(`sluice filter in.ndjson -o all.${to} && sluice filter all.${to}`)
    const values = [...all.out.matchAll(/"id":"?([^",]+)/g)].map(([, token]) => token)
    expect(values).toEqual([
      '9007199254740993',
      '9007199254740992',
      '9223372036854775807',
      '0.1000000000000000055511151231257827',
    ])
  })

  test('keep their spelling in CSV', async () => {
    expect((await sluice('filter', '--to', 'csv', 'in.ndjson')).out).toBe(
      'id,k\n9007199254740993,n1\n9007199254740992,n2\n9223372036854775807,n3\n0.1000000000000000055511151231257827,n4\n',
    )
  })
})

describe('50 gzip: members, truncation, rubbish', () => {
  const { sluice, read, write } = caseOf('50-gzip-members-and-truncation')
  const filter = (file: string) => sluice('filter', '--where', 'id ne x', file)

  test('all members are read; a record may span two', async () => {
    expect(idsOf((await filter('multi.ndjson.gz')).out)).toEqual(['g1', 'g2', 'g3'])
  })

  test('a file that is cut is an error, whatever came before', async () => {
    const { code, err } = await filter('cut.ndjson.gz')
    expect([code, err]).toEqual([3, 'sluice filter: cut.ndjson.gz: truncated gzip\n'])
    write('out.ndjson', 'what was there')
    expect((await sluice('filter', 'cut.ndjson.gz', '-o', 'out.ndjson')).code).toBe(3)
    expect(read('out.ndjson')).toBe('what was there')
  })

  test('gzip is told by its first bytes, not by its name', async () => {
    expect(idsOf((await filter('renamed.ndjson')).out)).toEqual(['g1', 'g2', 'g3'])
  })

  test('what is named .gz and is plain text is read as text', async () => {
    expect(await filter('notgz.gz')).toEqual({ code: 0, out: read('notgz.gz'), err: '' })
  })

  test('zeros after the last member are padding, anything else is an error', async () => {
    const padded = await filter('padded.ndjson.gz')
    expect([padded.code, idsOf(padded.out)]).toEqual([0, ['g1', 'g2', 'g3']])
    const rubbish = await filter('rubbish.ndjson.gz')
    expect([rubbish.code, rubbish.err]).toEqual([
      3,
      expect.stringMatching(/^sluice filter: rubbish\.ndjson\.gz: [^\n]+\n$/),
    ])
  })

  test('gzip of nothing holds no records', async () => {
    expect(await filter('empty.ndjson.gz')).toEqual({ code: 0, out: '', err: '' })
    write('empty.gz', gzipSync(''))
    expect(await filter('empty.gz')).toEqual({ code: 0, out: '', err: '' })
  })
})
