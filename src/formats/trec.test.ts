import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, kept, type Rejected, sourceOf, written } from '../testkit/codec.js'
import trec from './trec.js'

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/formats/trec/${name}`, import.meta.url))
const read = (text: string | Buffer, rejected?: Rejected, piece?: number): Promise<string[]> =>
  jsonOf(trec, sourceOf(text, 'x.run', piece), rejected)
const copy = async (text: string | Buffer, piece?: number): Promise<string> =>
  (await written(trec, batchesOf(trec, [sourceOf(text, 'x.run', piece)]))).toString('latin1')

describe('reading', () => {
  it('takes tabs, several blanks, CRLF, a byte-order mark and a missing last line end', async () => {
    for (const piece of [1, 7, 65536])
      expect(await read(fixture('ok.run'), undefined, piece)).toEqual([
        'line 1 {"query_id":"7","chunk_id":"IPCC_report,_1992","rank":1,"score":3.5,"run":"r"}',
        'line 2 {"query_id":"7","chunk_id":"a|b","rank":2,"score":2.5,"run":"r"}',
        'line 3 {"query_id":"7","chunk_id":"x#1","rank":3,"score":1.5,"run":"r"}',
      ])
  })

  it('ranks each query by score, then by id descending in byte order, whatever the file says', async () => {
    const lines = [
      '1 Q0 b 1 1.0 r',
      '1 Q0 a 2 1 r',
      '1 Q0 c 3 10 r',
      '1 Q0 \uffee 4 1e0 r',
      '1 Q0 😀 5 1.00 r',
      '2 Q0 b 9 -1 r',
      '2 Q0 a x 2 r',
    ]
    const records = (await read(lines.join('\n'))).map((line) => JSON.parse(line.replace(/^\S+ \S+ /, '')))
    expect(records.map(({ query_id, chunk_id, rank }) => [query_id, chunk_id, rank])).toEqual([
      ['1', 'b', 4],
      ['1', 'a', 5],
      ['1', 'c', 1],
      ['1', '\uffee', 3],
      ['1', '😀', 2],
      ['2', 'b', 2],
      ['2', 'a', 1],
    ])
  })

  it('compares scores beyond what a double holds', async () => {
    const records = await read(
      '1 Q0 a 0 9007199254740992 r\n1 Q0 b 0 9007199254740993 r\n1 Q0 c 0 0.1 r\n1 Q0 d 0 0.10000000000000000001 r\n',
    )
    expect(records.map((line) => /"rank":(\d)/.exec(line)?.[1])).toEqual(['2', '1', '4', '3'])
  })

  it('keeps the token of a score, and spells as JSON what JSON cannot spell', async () => {
    const scores = ['1.50', '1e-5', '-0', '+3', '.5', '-.5', '3.', '007', '+00.10E+2', '5.e3']
    const records = await read(scores.map((score, i) => `${i} Q0 d 0 ${score} r`).join('\n'))
    expect(records.map((line) => /"score":([^,]*)/.exec(line)?.[1])).toEqual([
      '1.50',
      '1e-5',
      '-0',
      '3',
      '0.5',
      '-0.5',
      '3',
      '7',
      '0.10E+2',
      '5e3',
    ])
  })

  it('ranks a query that is longer than a block', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `q Q0 doc-${String(i).padStart(6, '0')} 0 ${i} run-name-of-some-length`,
    )
    const records = await read(`p Q0 x 0 1 r\n${lines.join('\n')}\nr Q0 y 0 1 r\n`, undefined, 65536)
    expect(records).toHaveLength(20_002)
    expect(records[1]).toBe(
      'line 2 {"query_id":"q","chunk_id":"doc-000000","rank":20000,"score":0,"run":"run-name-of-some-length"}',
    )
    expect(records[20_000]).toMatch(/^line 20001 .*"chunk_id":"doc-019999","rank":1,/)
  })

  it('finds nothing in an empty file and in blank lines', async () => {
    for (const text of ['', '\ufeff', '\n \r\n\t\n']) expect(await read(text)).toEqual([])
  })

  it('is known by its first line', () => {
    expect(trec.sniff?.(fixture('ok.run'))).toBe(true)
    expect(trec.sniff?.(Buffer.from('7 Q0 a 1 3 r'))).toBe(true)
    expect(trec.sniff?.(Buffer.from('a,b\n7 Q0 a 1 3 r\n'))).toBe(false)
    expect(trec.sniff?.(Buffer.from('7 Q0 a 1 3\n'))).toBe(false)
  })
})

describe('bad input', () => {
  it('refuses five and seven columns at their line, and gives nothing of that query', async () => {
    const bad = fixture('bad.run')
    const seen: number[] = []
    const all = async (): Promise<void> => {
      for await (const batch of batchesOf(trec, [sourceOf(bad, 'bad.run')])) seen.push(batch.size)
    }
    expect(await faultOf(all())).toEqual({ code: 3, message: 'bad.run:2: expected 6 columns, found 5' })
    expect(seen).toEqual([])
    const without = bad.toString().split('\n').toSpliced(1, 1).join('\n')
    expect((await faultOf(read(without))).message).toBe('x.run:2: expected 6 columns, found 7')
  })

  it.each(['x', 'nan', 'NaN', 'inf', '-Infinity', '0x1p3', '1,5', '1e', '--1'])('the score %s', async (score) => {
    for (const piece of [1, 65536])
      expect(await faultOf(read(`1 Q0 a 1 2 r\n\n2 Q0 a 1 ${score} r\n`, undefined, piece))).toEqual({
        code: 3,
        message: 'x.run:3: score: expected a number',
      })
  })

  it('bad UTF-8 and UTF-16', async () => {
    const bytes = Buffer.concat([Buffer.from('1 Q0 a 1 2 r\n1 Q0 '), Buffer.from([0xe9]), Buffer.from(' 1 2 r\n')])
    expect((await faultOf(read(bytes))).message).toBe('x.run:2: expected UTF-8')
    expect((await faultOf(read(Buffer.from('\ufeff1', 'utf16le')))).message).toBe('x.run: UTF-16 text; expected UTF-8')
  })

  it('goes on after a rejected line, with the ranks of the lines that are left', async () => {
    for (const piece of [1, 65536]) {
      const rejected: Rejected = []
      expect(await read('1 Q0 a 1 1 r\nx\n1 Q0 b 1 2 r\n2 Q0 c 1 z r\n\n2 Q0 d 1 1 r', rejected, piece)).toEqual([
        'line 1 {"query_id":"1","chunk_id":"a","rank":2,"score":1,"run":"r"}',
        'line 3 {"query_id":"1","chunk_id":"b","rank":1,"score":2,"run":"r"}',
        'line 6 {"query_id":"2","chunk_id":"d","rank":1,"score":1,"run":"r"}',
      ])
      expect(rejected).toEqual([
        { message: 'x.run:2: expected 6 columns, found 1', raw: 'x\n' },
        { message: 'x.run:4: score: expected a number', raw: '2 Q0 c 1 z r\n' },
      ])
    }
  })

  it('has no rank for a query whose lines stand apart, but passes them', async () => {
    const text = '1 Q0 a 1 2 r\n2 Q0 a 1 2 r\n1 Q0 b 2 1 r\n'
    expect(await faultOf(read(text))).toEqual({
      code: 3,
      message: 'x.run:3: rank: the lines of its query do not stand together',
    })
    expect(await copy(text)).toBe(text)
    const far = `1 Q0 a 1 2 r\n${Array.from({ length: 20_000 }, (_, i) => `q${i} Q0 doc 1 1 r\n`).join('')}1 Q0 b 1 2 r\n`
    expect((await faultOf(read(far))).message).toBe('x.run:20002: rank: the lines of its query do not stand together')
    expect(await copy(far)).toBe(far)
  })
})

describe('writing what was read', () => {
  it.each([
    '',
    '\ufeff',
    '\n\n',
    '\ufeff\r\n 1 Q0\ta  1 +2. r \r\n\n2 Q0 é 1 1 r\n\n \t\n',
    '1 Q0 a 1 2 r\n1 Q0 b 1 3 r',
  ])('%j: the same bytes', async (text) => {
    for (const piece of [1, 7, 65536]) expect(await copy(text, piece)).toBe(Buffer.from(text).toString('latin1'))
  })

  it('the same bytes of a larger file, and lines as their slices', async () => {
    const line = (i: number): string => `${Math.floor(i / 7)}  Q0\tdoc${i} ${i} ${i % 5}.50 tag\r\n`
    const text = Array.from({ length: 30_000 }, (_, i) => line(i)).join('')
    expect(await copy(text, 65536)).toBe(text)
    const some = await written(
      trec,
      kept(batchesOf(trec, [sourceOf(text)]), (n) => [0, 6, 7, 29_999].includes(n)),
    )
    expect(some.toString()).toBe(line(0) + line(6) + line(7) + line(29_999))
  })

  it('joins runs', async () => {
    const sources = ['\ufeff1 Q0 a 1 2 r', '\ufeff2 Q0 a 1 2 r\n'].map((text) => sourceOf(text))
    expect((await written(trec, batchesOf(trec, sources))).toString()).toBe('\ufeff1 Q0 a 1 2 r\n2 Q0 a 1 2 r\n')
  })
})
