// What runs and CSV files must keep, from small inputs that failed in other tools.
import { describe, expect, test } from 'vitest'
import { caseOf, DRIP, idsOf } from '../testkit/cases.js'

const ndjson = (...records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('42 shapes of a run', () => {
  const { sluice, shell, read, write } = caseOf('42-run-line-shapes')

  test('three documents; tabs, several blanks, CRLF, a mark and no last line end are all accepted', async () => {
    expect((await sluice('filter', 'ok.run')).out).toBe(
      '{"query_id":"7","chunk_id":"IPCC_report,_1992","rank":1,"score":3.5,"run":"r"}\n' +
        '{"query_id":"7","chunk_id":"a|b","rank":2,"score":2.5,"run":"r"}\n' +
        '{"query_id":"7","chunk_id":"x#1","rank":3,"score":1.5,"run":"r"}\n',
    )
    expect((await sluice('filter', '--to', 'trec', 'ok.run')).out).toBe(read('ok.run'))
  })

  test('a line of five columns, or of seven, is an error with nothing on stdout', async () => {
    for (const to of ['ndjson', 'trec'])
      expect(await sluice('filter', '--to', to, 'bad.run')).toEqual({
        code: 3,
        out: '',
        err: 'sluice filter: bad.run:2: expected 6 columns, found 5\n',
      })
    write('bad.run', read('bad.run').replace('7 Q0 b 2 2\n', ''))
    expect(await sluice('filter', 'bad.run')).toEqual({
      code: 3,
      out: '',
      err: 'sluice filter: bad.run:2: expected 6 columns, found 7\n',
    })
  })

  test('an id that holds a blank is refused, not split', async () => {
    write('in.ndjson', ndjson({ query_id: 'q', chunk_id: 'a', score: 2 }, { query_id: 'q', chunk_id: 'b c', score: 1 }))
    const { code, out, err } = await sluice('filter', '--to', 'trec', 'in.ndjson')
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^sluice filter: in\.ndjson:2: chunk_id: [^\n]*white space[^\n]*\n$/)
    expect(err).not.toContain('b c')
  })

  test('written ranks are 1 to n in the order of the scores, and numbers read back as the same', async () => {
    write(
      'in.ndjson',
      '{"query_id":"q","chunk_id":"a","score":0.1000000000000000055511151231257827}\n{"query_id":"q","chunk_id":"b","score":1e3}\n{"query_id":"q","chunk_id":"c","score":0.1}\n{"query_id":"p","chunk_id":"a","score":-0.50}\n',
    )
    const { out } = await sluice('filter', '--to', 'trec', 'in.ndjson')
    expect(out).toBe(
      'q Q0 b 1 1e3 sluice\nq Q0 a 2 0.1000000000000000055511151231257827 sluice\nq Q0 c 3 0.1 sluice\np Q0 a 1 -0.50 sluice\n',
    )
    write('out.run', out)
    expect((await sluice('filter', '--where', 'score gt 0.1', 'out.run')).out).toBe(
      '{"query_id":"q","chunk_id":"b","rank":1,"score":1e3,"run":"sluice"}\n' +
        '{"query_id":"q","chunk_id":"a","rank":2,"score":0.1000000000000000055511151231257827,"run":"sluice"}\n',
    )
  })

  test('a comma or a bar in an id survives every way', async () => {
    const { out } = await shell('sluice filter --to csv ok.run | sluice filter --from csv --to trec')
    expect(out).toBe('7 Q0 IPCC_report,_1992 1 3.5 r\n7 Q0 a|b 2 2.5 r\n7 Q0 x#1 3 1.5 r\n')
  })
})

describe('51 CSV: quotes, line ends, zeros', () => {
  const { sluice, shell, read, write } = caseOf('51-csv-quotes-newlines-zeros')
  const ROWS = [
    '{"id":"a","code":"0700","text":"multi\\r\\nline, with \\"quotes\\""}\n',
    '{"id":"b","code":"007","text":"lone\\rcr"}\n',
    '{"id":"c","code":"+12","text":""}\n',
    '{"id":"d","code":"=1+1","text":""}\n',
  ]

  test('four rows, quotes undone once, fed whole and byte by byte', async () => {
    expect(await sluice('filter', 'in.csv')).toEqual({ code: 0, out: ROWS.join(''), err: '' })
    expect(await shell(`${DRIP} in.csv | sluice filter --from csv`)).toEqual({ code: 0, out: ROWS.join(''), err: '' })
  })

  test('codes with zeros are texts, and the row keeps its bytes', async () => {
    const { out } = await sluice('filter', '--where', 'code eq 0700', '--to', 'csv', 'in.csv')
    expect(out).toBe('id,code,text\na,0700,"multi\r\nline, with ""quotes"""\n')
    expect((await sluice('filter', '--where', 'code eq 700', '--count', 'in.csv')).out).toBe('0\n')
    expect((await shell(`${DRIP} in.csv | sluice filter --from csv --to csv --where 'code eq 0700'`)).out).toBe(out)
    expect((await sluice('filter', '--to', 'csv', 'in.csv')).out).toBe(read('in.csv'))
  })

  test('an empty cell, quoted or not, is the empty text and not missing', async () => {
    for (const where of ['text eq ""', 'text empty', 'text lt a'])
      expect(idsOf((await sluice('filter', '--where', where, 'in.csv')).out)).toEqual(['c', 'd'])
    expect(idsOf((await sluice('filter', '--where', 'text ne x', 'in.csv')).out)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a ragged row is an error with its number, two columns of one name are an error', async () => {
    expect(await sluice('filter', 'ragged.csv')).toEqual({
      code: 3,
      out: '{"id":"x","a":"1"}\n',
      err: 'sluice filter: ragged.csv: row 2: expected 2 cells, as the header has, found 3\n',
    })
    expect(await sluice('filter', 'dup.csv')).toEqual({
      code: 3,
      out: '',
      err: 'sluice filter: dup.csv: header: columns 1 and 2 have the same name\n',
    })
  })

  test('what looks like a number, a formula or a truth stays text', async () => {
    write('texts.csv', 'a,b,c,d\n=1+1,-3,1e5,TRUE\n')
    expect((await sluice('filter', 'texts.csv')).out).toBe('{"a":"=1+1","b":"-3","c":"1e5","d":"TRUE"}\n')
    expect((await sluice('filter', '--count', '--where', 'c eq 100000', 'texts.csv')).out).toBe('0\n')
    expect((await sluice('filter', '--count', '--where', 'd eq true', 'texts.csv')).out).toBe('0\n')
  })
})
