import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, kept, type Rejected, sourceOf, written } from '../testkit/codec.js'
import csv from './csv.js'
import json from './json.js'
import ndjson from './ndjson.js'

const fixture = readFileSync(new URL('../../fixtures/formats/json/pretty.json', import.meta.url))
const read = (text: string | Buffer, rejected?: Rejected, piece?: number): Promise<string[]> =>
  jsonOf(json, sourceOf(text, 'x.json', piece), rejected)
const copy = async (text: string | Buffer, piece?: number): Promise<string> =>
  (await written(json, batchesOf(json, [sourceOf(text, 'x.json', piece)]))).toString('latin1')
const keepOnly = async (text: string, ...items: number[]): Promise<string> =>
  (
    await written(
      json,
      kept(batchesOf(json, [sourceOf(text)]), (n) => items.includes(n)),
    )
  ).toString()
const joined = async (...texts: string[]): Promise<string> =>
  (
    await written(
      json,
      batchesOf(
        json,
        texts.map((text) => sourceOf(text)),
      ),
    )
  ).toString()

describe('reading', () => {
  it('finds the items of an array in any layout', async () => {
    for (const piece of [1, 7, 65536])
      expect(await read(fixture, undefined, piece)).toEqual([
        'item 1 {"id":"a","n":1.50,"list":[{"sensitivity":"open"},"]","\\","]}',
        'item 2 {"id":"b","n":9007199254740993}',
        'item 3 {}',
      ])
  })

  it('finds nothing in an empty file and an empty array', async () => {
    for (const text of ['', ' \n', '\ufeff', '[]', '\ufeff [ \n ] \n']) expect(await read(text)).toEqual([])
  })

  it('reads small records by the block, and one of 3 MB whole', async () => {
    const big = `{"t":"${'x'.repeat(3_000_000)}"}`
    const text = `[${Array.from({ length: 200_000 }, (_, i) => `{"i":${i}}`).join(',\n')},${big}]`
    let records = 0
    let largest = 0
    for await (const batch of batchesOf(json, [sourceOf(text)])) {
      records += batch.size
      largest = Math.max(largest, batch.size)
    }
    expect(records).toBe(200_001)
    expect(largest).toBeLessThanOrEqual(4096)
  })

  it('drops restricted items', async () => {
    expect(await read('[{"id":1},{"id":2,"m":[{"Sensitivity":" restricted"}]},{"id":3}]')).toEqual([
      'item 1 {"id":1}',
      'item 3 {"id":3}',
    ])
  })

  it('is known by its first bytes', () => {
    expect(json.sniff?.(Buffer.from('\ufeff\n ['))).toBe(true)
    expect(json.sniff?.(Buffer.from('{"a":1}'))).toBe(false)
  })
})

describe('bad input', () => {
  it.each([
    ['an object', '{"a":1}', 'x.json: expected an array of records'],
    ['a number', ' 7', 'x.json: expected an array of records'],
    ['UTF-16', Buffer.from('fffe5b005d00', 'hex'), 'x.json: UTF-16 text; expected UTF-8'],
    ['text after it', '[{"a":1}]\n[]', 'x.json: text after the closing bracket'],
    ['no bracket after it', '[{"a":1}', 'x.json: the array is not closed'],
    ['no bracket after a comma', '[{"a":1},\n', 'x.json: the array is not closed'],
    ['no item', '[', 'x.json: the array is not closed'],
    ['a cut record', '[{"a":1},{"a":"]', 'x.json: item 2: a: the file ends within this record'],
    ['a cut number', '[{"a":1},{"a":1', 'x.json: item 2: a: the file ends within this record'],
    ['no comma', '[{"a":1} {"a":2}]', 'x.json: item 1: expected a comma or the closing bracket after it'],
    ['an item that is no object', '[{"a":1},2]', 'x.json: item 2: expected a JSON object'],
    ['a comma before the end', '[{"a":1},]', 'x.json: item 2: expected a JSON object'],
    ['a comma at the start', '[,{"a":1}]', 'x.json: item 1: expected a JSON object'],
    ['a broken item', '[{"a":1},{"a":tru}]', 'x.json: item 2: a: expected JSON, it breaks off at byte 6 of the item'],
    ['too many brackets', '[{"a":1}}]', 'x.json: item 1: expected a comma or the closing bracket after it'],
    ['bad UTF-8', Buffer.from('5b7b7d2c7b2261223a22ff227d5d', 'hex'), 'x.json: item 2: expected UTF-8'],
  ])('%s', async (_, text, message) => {
    for (const piece of [1, 65536]) expect(await faultOf(read(text, undefined, piece))).toEqual({ code: 3, message })
  })

  it('has given the good records before it', async () => {
    const seen: number[] = []
    const all = async (): Promise<void> => {
      for await (const batch of batchesOf(json, [sourceOf('[{"a":1},{"a":2},{"a":', 'x.json')])) seen.push(batch.size)
    }
    expect((await faultOf(all())).message).toBe('x.json: item 3: a: the file ends within this record')
    expect(seen).toEqual([2])
  })

  it('goes on after a rejected item', async () => {
    const rejected: Rejected = []
    const text = Buffer.concat([
      Buffer.from('[ 1 ,{"a":2}, {"a":[tru]},{"a":"'),
      Buffer.from([0xff]),
      Buffer.from('"},{"a":5},]'),
    ])
    expect(await read(text, rejected)).toEqual(['item 2 {"a":2}', 'item 5 {"a":5}'])
    expect(rejected.map(({ message, raw }) => [message, raw])).toEqual([
      ['x.json: item 1: expected a JSON object', '1'],
      ['x.json: item 3: a: expected JSON, it breaks off at byte 7 of the item', '{"a":[tru]}'],
      ['x.json: item 4: expected UTF-8', '{"a":"\ufffd"}'],
      ['x.json: item 6: expected a JSON object', ''],
    ])
    const good = await written(json, batchesOf(json, [sourceOf('[1, {"a":2} , [], {"a":3}]')], []))
    expect(good.toString()).toBe('[ {"a":2}, {"a":3}]')
  })
})

describe('writing', () => {
  it.each(['', '\n', '[]', ' [\n] \n\n', '[{}]', '\ufeff[ {} , {} ]\n', '[\n{"a":1}\n,\n{"a":2}\n]'])(
    '%j: the same bytes',
    async (text) => {
      for (const piece of [1, 7, 65536]) expect(await copy(text, piece)).toBe(Buffer.from(text).toString('latin1'))
    },
  )

  it('the same bytes of a larger file, over more than one block and table', async () => {
    const items = Array.from(
      { length: 30_000 },
      (_, i) => `${' '.repeat(i % 40)}{ "i" : ${i}, "é":"x" }${'\n'.repeat(i % 3)}`,
    )
    const text = `[${items.join(',')}\n]\n`
    expect(await copy(text, 65536)).toBe(Buffer.from(text).toString('latin1'))
    expect(await copy(fixture, 7)).toBe(fixture.toString('latin1'))
  })

  it('keeps items as their slices in a valid array', async () => {
    const pretty = '[\n  {"a":1},\n  {"a":2} ,\n  {"a":3}\n]\n'
    expect(await keepOnly(pretty)).toBe('[\n]\n')
    expect(await keepOnly(pretty, 0)).toBe('[\n  {"a":1}\n]\n')
    expect(await keepOnly(pretty, 1)).toBe('[\n  {"a":2}\n]\n')
    expect(await keepOnly(pretty, 0, 2)).toBe('[\n  {"a":1} ,\n  {"a":3}\n]\n')
    expect(await keepOnly(pretty, 1, 2)).toBe('[\n  {"a":2} ,\n  {"a":3}\n]\n')
  })

  it('joins arrays', async () => {
    expect(await joined('[{"a":1}]\n', '[]', '\ufeff[ {"a":2} ] ', '')).toBe('[{"a":1}, {"a":2} ] ')
    expect(await joined('[]', '[{"a":1}]')).toBe('[{"a":1}]')
  })

  it('writes other records one on a line', async () => {
    const from = async (text: string, format = ndjson): Promise<string> =>
      (await written(json, batchesOf(format, [sourceOf(text)]))).toString()
    expect(await from('')).toBe('[]\n')
    expect(await from('{"a": 1.0}\r\n\n{"b":"é"}')).toBe('[\n{"a": 1.0},\n{"b":"é"}\n]\n')
    expect(await from('a,b\n1,"x\n"\n', csv)).toBe('[\n{"a":"1","b":"x\\n"}\n]\n')
  })

  it('puts a pretty record on one line of NDJSON', async () => {
    const out = await written(ndjson, batchesOf(json, [sourceOf('[{\n "a" : "x y",\r\n "b": [1,\n2]}, { "a": 1 }]')]))
    expect(out.toString()).toBe('{"a":"x y","b":[1,2]}\n{ "a": 1 }\n')
  })
})

describe('properties', () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 3 })
  const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))

  it('JSON.parse reads the same records, whichever are kept and wherever the text is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(record, fc.boolean(), space, space), { maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        async (items, piece) => {
          const text = `[${items.map(([item, , a, b]) => a + JSON.stringify(item, null, a) + b).join(',')}]`
          expect(await copy(text, piece)).toBe(Buffer.from(text).toString('latin1'))
          const some = written(
            json,
            kept(batchesOf(json, [sourceOf(text, 'x', piece)]), (n) => items[n]?.[1] === true),
          )
          expect(JSON.parse((await some).toString())).toEqual(
            JSON.parse(JSON.stringify(items.filter(([, keep]) => keep).map(([item]) => item))),
          )
        },
      ),
    )
  })
})
