import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOf, jsonOf, sourceOf } from '../testkit/codec.js'
import arrow from './arrow.js'

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/formats/arrow/${name}`, import.meta.url))
const rows = (name: string, piece?: number): Promise<string[]> => jsonOf(arrow, sourceOf(fixture(name), name, piece))

/** What reading these bytes ends in: rows, or a fault. */
async function read(bytes: Uint8Array | string, name = 'x.arrow'): Promise<string[]> {
  const source = sourceOf(bytes, name)
  try {
    return await jsonOf(arrow, source)
  } finally {
    source.close()
  }
}
const fault = (bytes: Uint8Array | string, name?: string) => faultOf(read(bytes, name))

const TYPES = [
  'row 1 {"id":"a1","ts":"1969-12-31T23:59:59.999999","n":9007199254740993,"cat":"red"}',
  'row 2 {"id":"a2","ts":"1899-12-31T23:59:59.999999","n":-9223372036854775808,"cat":"blue"}',
  'row 3 {"id":"a3","ts":"9999-12-31T23:59:59.999999","n":0,"cat":"red"}',
  'row 4 {"id":"a4","ts":"2255-06-05T23:47:34.740993","n":9223372036854775807,"cat":null}',
]

describe('reading', () => {
  it('reads timestamps and 64-bit integers exactly, from both forms, however the bytes come', async () => {
    for (const piece of [1, 7, 65536]) {
      expect(await rows('types.stream.arrow', piece)).toEqual(TYPES)
      expect(await rows('types.file.arrow', piece)).toEqual(TYPES)
    }
  })

  it('applies a dictionary that was replaced only to the batches after it', async () => {
    expect(await rows('dict-change.stream.arrow')).toEqual([
      'row 1 {"id":"b1","cat":"red"}',
      'row 2 {"id":"b2","cat":"green"}',
      'row 3 {"id":"b3","cat":"blue"}',
      'row 4 {"id":"b4","cat":"red"}',
    ])
  })

  it('reads what LanceDB loads', async () => {
    expect(await rows('lancedb.arrow')).toEqual([
      'row 1 {"id":"pumps#3","text":"Class B pumps are inspected every twelve months; the seal is replaced at the second inspection.","vector":[0.12,-0.4,0.9]}',
    ])
  })

  it('reads views, large lists and categories as Polars writes them, plain and compressed', async () => {
    for (const name of ['views.arrow', 'views-lz4.arrows', 'views-zstd.arrows']) {
      expect(await rows(name)).toEqual([
        'row 1 {"id":"a1","u64":18446744073709551615,"i8":-128,"f32":0.1,"f64":0.1,"b":true,"d":"2024-02-29","li":[1,2],"cat":"red"}',
        'row 2 {"id":"a2","u64":0,"i8":127,"f32":-1.5,"f64":1e+300,"b":false,"d":"1969-12-31","li":[],"cat":"blue"}',
        'row 3 {"id":"日本語 text longer than twelve bytes","u64":1,"i8":0,"f32":"NaN","f64":-0.0,"b":null,"d":null,"li":null,"cat":"red"}',
        'row 4 {"id":null,"u64":null,"i8":null,"f32":null,"f64":null,"b":true,"d":"0001-01-01","li":[3],"cat":null}',
      ])
    }
  })

  it('reads all types as pyarrow writes them, plain and compressed', async () => {
    const lines = fixture('pyarrow-types.ndjson').toString().trimEnd().split('\n')
    for (const codec of ['none', 'lz4', 'zstd'])
      expect(await rows(`pyarrow-types.${codec}.arrow`)).toEqual(lines.map((line, i) => `row ${i + 1} ${line}`))
  })

  it('adds deltas to dictionaries', async () => {
    for (const name of ['pyarrow-delta.arrow', 'pyarrow-delta.arrows'])
      expect(await rows(name)).toEqual(['red', 'green', 'blue', 'red'].map((x, i) => `row ${i + 1} {"x":"${x}"}`))
  })

  it('reads buffers of many compressed blocks', async () => {
    const sentence = 'The seal is replaced at the second inspection. '
    const expected = Array.from({ length: 1500 }, (_, i) => {
      const v = i % 2 === 0 ? `${(i * 3) / 2}.0` : `${(i * 3) / 2}`
      return `row ${i + 1} {"id":"chunk-${i}","text":"${sentence.repeat(1 + (i % 5))}","v":${v}}`
    })
    expect(await rows('texts-lz4.arrow')).toEqual(expected)
    expect(await rows('texts-zstd.arrow')).toEqual(expected)
  })

  it('reads streams one after the other, and nothing from nothing', async () => {
    const both = Buffer.concat([fixture('types.stream.arrow'), fixture('dict-change.stream.arrow')])
    const lines = await read(both)
    expect(lines).toHaveLength(8)
    expect(lines[3]).toBe(TYPES[3])
    expect(lines[4]).toBe('row 5 {"id":"b1","cat":"red"}')
    expect(await read('')).toEqual([])
  })
})

describe('bad input', () => {
  it('takes a stream that is cut anywhere for a fault', async () => {
    const whole = fixture('types.stream.arrow')
    for (let length = 1; length < whole.length; length++) {
      const { code, message } = await fault(whole.subarray(0, length))
      expect([code, message]).toEqual([3, expect.stringMatching(/^x\.arrow: cut: [^\n]+$/)])
    }
    // Between two batches and before the end marker there is nothing else to tell it by.
    expect((await fault(whole.subarray(0, whole.length - 8))).message).toBe(
      'x.arrow: cut: the end marker of the Arrow stream is missing',
    )
    expect((await fault(whole.subarray(0, whole.length - 9))).message).toBe(
      'x.arrow: cut: it ends within an Arrow message',
    )
  })

  it('takes a file that is cut anywhere for a fault', async () => {
    const whole = fixture('types.file.arrow')
    for (let length = 1; length < whole.length; length++) {
      const { code, message } = await fault(whole.subarray(0, length))
      expect([code, message]).toEqual([3, expect.stringMatching(/^x\.arrow: [^\n]+$/)])
    }
    expect((await fault(whole.subarray(0, whole.length - 1))).message).toBe(
      'x.arrow: cut or corrupt: an Arrow file that does not end with ARROW1',
    )
  })

  it('ends in rows or in a fault whichever byte is damaged', async () => {
    let faults = 0
    const steps = { 'types.stream.arrow': 2, 'types.file.arrow': 2, 'views-lz4.arrows': 5, 'views-zstd.arrows': 20 }
    for (const [name, step] of Object.entries(steps)) {
      const whole = fixture(name)
      for (let at = 0; at < whole.length; at += step) {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] as number) ^ ([0xff, 0x80, 0x01][at % 3] as number)
        const problem = await read(damaged, 'x').then(
          () => undefined,
          (error: unknown) => error as { code: number; message: string },
        )
        if (problem === undefined) continue
        expect([problem.code, problem.message], `${name} ${at}`).toEqual([3, expect.stringMatching(/^x: [^\n]+$/)])
        faults++
      }
    }
    expect(faults).toBeGreaterThan(200)
  })

  it('names what is not Arrow', async () => {
    expect(await fault('{"id":"a"}\n{"id":"b"}\n', 'x.ndjson')).toEqual({
      code: 3,
      message: 'x.ndjson: is not Arrow: neither a file nor a stream begins so',
    })
    expect(await fault('FEA1....')).toEqual({
      code: 3,
      message: 'x.arrow: Feather version 1, which is not Arrow IPC, is not read',
    })
    expect(await fault(Buffer.concat([fixture('types.stream.arrow'), Buffer.from('more')]))).toEqual({
      code: 3,
      message: 'x.arrow: is not Arrow: neither a file nor a stream begins so',
    })
  })

  it('names the column and the type that it does not read', async () => {
    const says = async (name: string) => (await fault(fixture(name), name)).message
    expect(await says('run-end-encoded.arrow')).toBe(
      'run-end-encoded.arrow: column lang: the Arrow type run_end_encoded is not read',
    )
    expect(await says('list-view.arrow')).toBe('list-view.arrow: column x: the Arrow type list_view is not read')
    expect(await says('union.arrow')).toBe('union.arrow: column x: the Arrow type union is not read')
  })
})

describe('first bytes', () => {
  it('knows files and streams by them, and nothing else', () => {
    const sniff = (bytes: Uint8Array): boolean | undefined => arrow.sniff?.(bytes.subarray(0, 4096))
    for (const name of ['types.file.arrow', 'types.stream.arrow', 'views-lz4.arrows', 'views.arrow'])
      expect(sniff(fixture(name)), name).toBe(true)
    for (const text of [
      '',
      'ARROW',
      '{"id":1}',
      'PAR1',
      '\xff\xff\xff\xff',
      '\xff\xff\xff\xff\x10\x00\x00\x00junkjunkjunkjunk',
    ])
      expect(sniff(Buffer.from(text, 'latin1')), text).toBe(false)
  })
})
