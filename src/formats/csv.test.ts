import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Cleared } from '../record/gate.js'
import { Path } from '../record/path.js'
import { batchesOf, faultOf, jsonOf, kept, type Rejected, sourceOf, written } from '../testkit/codec.js'
import csv from './csv.js'

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/formats/csv/${name}`, import.meta.url))
const read = (text: string | Buffer, rejected?: Rejected): Promise<string[]> =>
  jsonOf(csv, sourceOf(text, 'x.csv'), rejected)
const copy = async (text: string | Buffer, piece?: number): Promise<string> =>
  (await written(csv, batchesOf(csv, [sourceOf(text, 'x.csv', piece)]))).toString('latin1')
const keepOnly = async (text: string, ...rows: number[]): Promise<string> =>
  (
    await written(
      csv,
      kept(batchesOf(csv, [sourceOf(text)]), (n) => rows.includes(n)),
    )
  ).toString()

describe('reading', () => {
  it('decodes quotes, line ends in cells and zeros before a number once, and types nothing', async () => {
    const expected = [
      'row 1 {"id":"a","code":"0700","text":"multi\\r\\nline, with \\"quotes\\""}',
      'row 2 {"id":"b","code":"007","text":"lone\\rcr"}',
      'row 3 {"id":"c","code":"+12","text":""}',
      'row 4 {"id":"d","code":"=1+1","text":""}',
    ]
    for (const piece of [1, 7, 65536])
      expect(await jsonOf(csv, sourceOf(fixture('in.csv'), 'in.csv', piece))).toEqual(expected)
  })

  it('keeps what looks like a formula, a number or a truth as text', async () => {
    expect(await read('a,b,c,d\n=1+1,-3,1e5,TRUE\n')).toEqual(['row 1 {"a":"=1+1","b":"-3","c":"1e5","d":"TRUE"}'])
  })

  it('takes a byte-order mark for none of the first name, quoted or not', async () => {
    expect(await read(fixture('bom.csv'))).toEqual(['row 1 {"id":"a","name":"Ann"}'])
    expect(await read(fixture('bomq.csv'))).toEqual(['row 1 {"id":"a","name":"Ann"}'])
    expect(await read('id\na\ufeffb\n')).toEqual(['row 1 {"id":"a\ufeffb"}'])
  })

  it('names UTF-16', async () => {
    expect(await faultOf(read(fixture('utf16.csv')))).toEqual({
      code: 3,
      message: 'x.csv: UTF-16 text; expected UTF-8',
    })
  })

  it('ends rows with LF, CR and LF, both, or CR alone, the last without any', async () => {
    const rows = ['row 1 {"a":"1","b":"2"}', 'row 2 {"a":"3","b":"4"}']
    for (const text of [
      'a,b\n1,2\n3,4\n',
      'a,b\r\n1,2\r\n3,4\r\n',
      'a,b\r\n1,2\n3,4\r\n',
      'a,b\r1,2\r3,4\r',
      'a,b\n1,2\n3,4',
      'a,b\r1,2\r3,4',
    ])
      for (const piece of [1, 3, 65536])
        expect(await jsonOf(csv, sourceOf(text, 'x', piece)), JSON.stringify(text)).toEqual(rows)
    expect(await read('a,b\r\n1,"2"\r\n"3","4"')).toEqual(rows)
  })

  it('tells a CR of the line end from one in quotes', async () => {
    expect(await read('a,b\r\n1,"x\r"\r\n2,"""\r"\r\n"3",y\r\n')).toEqual([
      'row 1 {"a":"1","b":"x\\r"}',
      'row 2 {"a":"2","b":"\\"\\r"}',
      'row 3 {"a":"3","b":"y"}',
    ])
  })

  it('skips blank lines and counts rows', async () => {
    expect(await read('\n\na,b\n\n1,2\r\n\r\n3,4\n\n')).toEqual(['row 1 {"a":"1","b":"2"}', 'row 2 {"a":"3","b":"4"}'])
    expect(await read('a\n""\n\n \n')).toEqual(['row 1 {"a":""}', 'row 2 {"a":" "}'])
  })

  it('finds nothing in an empty file, a header alone, blank lines alone', async () => {
    for (const text of ['', '\ufeff', 'a,b', 'a,b\n', '\n\n', '\r']) expect(await read(text)).toEqual([])
  })

  it('reads a cell of 3 MB', async () => {
    const [row] = await read(`a,b\n"${'é\n'.repeat(1_000_000)}",2\n`)
    expect(row).toBe(`row 1 {"a":"${'é\\n'.repeat(1_000_000)}","b":"2"}`)
  })
})

describe('bad input', () => {
  it.each([
    ['a ragged row', 'id,a\nx,1\ny,1,2\nz\n', 'x.csv: row 2: expected 2 cells, as the header has, found 3'],
    ['an unclosed quote', 'id,a\nx,1\ny,"2\nz,3\n', 'x.csv: row 2: a quote is not closed'],
    [
      'text after a closing quote',
      'id,a\nx,"1"2\n',
      'x.csv: row 1: expected a delimiter or the end of the row after a closing quote',
    ],
    ['bad UTF-8', Buffer.from('69642c610a782c310a792cff0a', 'hex'), 'x.csv: row 2: expected UTF-8'],
    [
      'CR, then CR and LF',
      'id,a\rx,1\r\ny,2\r\n',
      'x.csv: row 2: expected rows that all end with CR, as the first does',
    ],
    ['two columns of one name', 'id,id\n1,2\n', 'x.csv: header: columns 1 and 2 have the same name'],
    ['an unclosed quote in the header', 'id,"a\n1,2\n', 'x.csv: header: a quote is not closed'],
    ['bad UTF-8 in the header', Buffer.from('6964ff0a780a', 'hex'), 'x.csv: header: expected UTF-8'],
  ])('%s', async (_, text, message) => {
    for (const piece of [1, 65536])
      expect(await faultOf(jsonOf(csv, sourceOf(text, 'x.csv', piece)))).toEqual({ code: 3, message })
  })

  it('has given the good rows before it', async () => {
    const seen: number[] = []
    const all = async (): Promise<void> => {
      for await (const batch of batchesOf(csv, [sourceOf(fixture('ragged.csv'), 'ragged.csv')])) seen.push(batch.size)
    }
    expect((await faultOf(all())).message).toBe('ragged.csv: row 2: expected 2 cells, as the header has, found 3')
    expect(seen).toEqual([1])
  })

  it('goes on after a rejected row', async () => {
    const rejected: Rejected = []
    expect(await read(fixture('ragged.csv'), rejected)).toEqual(['row 1 {"id":"x","a":"1"}'])
    expect(rejected).toEqual([
      { message: 'x.csv: row 2: expected 2 cells, as the header has, found 3', raw: 'y,1,2\n' },
      { message: 'x.csv: row 3: expected 2 cells, as the header has, found 1', raw: 'z\n' },
    ])
    rejected.length = 0
    expect(await read('a,b\n1,"2"x\n3,4\n', rejected)).toEqual([])
    expect(rejected.map(({ raw }) => raw)).toEqual(['1,"2"x\n3,4\n'])
  })

  it('never reads what follows an unclosed quote as rows', async () => {
    const rejected: Rejected = []
    expect(await read('id,sensitivity,text\n1,,ok\n2,RESTRICTED,"secret\n3,,"secret too\n4,,x', rejected)).toEqual([
      'row 1 {"id":"1","sensitivity":"","text":"ok"}',
    ])
    expect(rejected).toHaveLength(1)
  })
})

describe('the gate', () => {
  it.each(['sensitivity', 'SENSITIVITY', ' sensitivity', 'metadata.sensitivity', 'meta_sensitivity'])(
    'sees %s',
    async (name) => {
      expect(await read(`id,${name}\na,restricted\nb,"[""RESTRICTED""]"\nc,open\n`)).toHaveLength(1)
    },
  )

  it('looks into JSON in a container column', async () => {
    const text = 'id,metadata\na,"{""sensitivity"":""RESTRICTED""}"\nb,"{""sensitivity"":""open""}"\n'
    expect(await read(text)).toEqual(['row 2 {"id":"b","metadata":"{\\"sensitivity\\":\\"open\\"}"}'])
  })
})

describe('writing what was read', () => {
  const files = {
    plain: 'a,b\n1,2\n3,4\n',
    'no last line end': 'a,b\r\n1,2\r\n3,4',
    'blank lines': '\n\na,b\n\n\n1,2\n\r\n3,4\n\n\n',
    'header alone': 'a,b',
    'header and line end': '\ufeffa,b\r\n',
    'mark alone': '\ufeff',
    'blank lines alone': '\n\r\n\n',
    empty: '',
    'old Mac': 'a,"b\n"\r1,2\r\r3,"4\r"\r',
    mixed: 'a,b\r\n1,2\n"3" ,4\r\n',
    'no name': ',b\n1,2\n',
    'one column': 'a\n""\nx\n',
  }
  it.each(Object.entries(files))('%s: the same bytes', async (_, text) => {
    for (const piece of [1, 7, 65536]) expect(await copy(text, piece)).toBe(Buffer.from(text).toString('latin1'))
  })

  it.each(['in.csv', 'bom.csv', 'bomq.csv'])('%s: the same bytes', async (name) => {
    for (const piece of [1, 7, 65536]) expect(await copy(fixture(name), piece)).toBe(fixture(name).toString('latin1'))
  })

  it('keeps rows as their slices, over more than one block', async () => {
    const row = (i: number): string => `${i},"x, ""y""\n${'é'.repeat(i % 50)}",\r\n`
    const rows = Array.from({ length: 20_000 }, (_, i) => row(i))
    const text = `n,text,z\n${rows.join('')}`
    expect(await copy(text, 4096)).toBe(Buffer.from(text).toString('latin1'))
    expect(await keepOnly(text, 3, 4, 5, 19_998)).toBe(`n,text,z\n${row(3)}${row(4)}${row(5)}${row(19_998)}`)
  })

  it('finds a row by a cell and writes its bytes', async () => {
    async function* found(): AsyncGenerator<Cleared> {
      for await (const batch of batchesOf(csv, [sourceOf(fixture('in.csv'), 'in.csv', 1)])) {
        const code = batch.field(Path.of('code'))
        const rows = Array.from({ length: batch.size }, (_, i) => i).filter((i) => code(i) === '0700')
        yield batch.select(Int32Array.from(rows)) as Cleared
      }
    }
    expect((await written(csv, found())).toString()).toBe('id,code,text\na,0700,"multi\r\nline, with ""quotes"""\n')
  })

  it('ends a last row only when another follows', async () => {
    const two = (a: string, b: string): Promise<string> =>
      written(csv, batchesOf(csv, [sourceOf(a, 'a.csv'), sourceOf(b, 'b.csv')])).then(String)
    expect(await two('a\n1', '\ufeffa\n2')).toBe('a\n1\n2')
    expect(await two('a\r\n1', 'a\n2\n')).toBe('a\r\n1\r\n2\n')
    expect(await two('a\r1', 'a\r2')).toBe('a\r1\r2')
    expect(await two('a', 'a\n2')).toBe('a\n2')
    expect(await keepOnly('a\n1\n2', 0)).toBe('a\n1\n')
  })

  it('writes rows of another header by their values, and refuses a column that has no place', async () => {
    const two = (a: string, b: string): Promise<Buffer> =>
      written(csv, batchesOf(csv, [sourceOf(a, 'a.csv'), sourceOf(b, 'b.csv')]))
    expect((await two('a,b\n1,2\n', 'b,a\n"é,",4\n')).toString()).toBe('a,b\n1,2\n4,"é,"\n')
    expect((await two('a,b\r1,2', 'b\r\n"x\n"\r\n')).toString()).toBe('a,b\r1,2\r,"x\n"\r')
    expect(await faultOf(two('a,b\n1,2\n', 'a,b,c\n1,2,3\n'))).toEqual({
      code: 3,
      message: 'b.csv: column 3 is not in the header that was written already',
    })
  })
})
