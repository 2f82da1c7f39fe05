import { readFileSync } from 'node:fs'
import {
  type Data,
  RecordBatchReader,
  Table,
  type Timestamp,
  tableFromIPC,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow'
import { describe, expect, it } from 'vitest'
import { openSpool } from '../../io/spool.js'
import type { Cleared } from '../../record/gate.js'
import { batchesOf, faultOf, jsonOf, kept, sourceOf, written } from '../../testkit/codec.js'
import arrow from '../arrow.js'
import ndjson from '../ndjson.js'

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../fixtures/formats/arrow/${name}`, import.meta.url))
const fromNdjson = (text: string, piece?: number): Promise<Buffer> =>
  written(arrow, batchesOf(ndjson, [sourceOf(text, 'x.ndjson', piece)]))
const fromArrow = (...names: string[]): AsyncGenerator<Cleared> =>
  batchesOf(
    arrow,
    names.map((name) => sourceOf(fixture(name), name)),
  )

async function named(name: string, batches: AsyncIterable<Cleared>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of arrow.encode?.(batches, { name, spool: openSpool }) ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The schema as the Arrow library prints it. */
const schema = (bytes: Uint8Array): string => String(tableFromIPC(bytes).schema)

describe('Arrow to Arrow', () => {
  it('keeps types, order, nullability and values', async () => {
    const bytes = await written(arrow, fromArrow('types.file.arrow'))
    expect(schema(bytes)).toBe('Schema<{ 0: id: Utf8, 1: ts: Timestamp<MICROSECOND>, 2: n: Int64, 3: cat: Utf8 }>')
    const table = tableFromIPC(bytes)
    expect([...((table.getChild('ts') as Vector<Timestamp>).data[0] as Data<Timestamp>).values]).toEqual([
      -1n,
      -2208988800000001n,
      253402300799999999n,
      9007199254740993n,
    ])
    expect([...(table.getChild('n') ?? [])]).toEqual([9007199254740993n, -(2n ** 63n), 0n, 2n ** 63n - 1n])
    expect([...(table.getChild('cat') ?? [])]).toEqual(['red', 'blue', 'red', null])
    expect(table.schema.fields.map(({ nullable }) => nullable)).toEqual([true, true, true, true])
  })

  it('keeps lists of a fixed size, views and large lists', async () => {
    expect(schema(await written(arrow, fromArrow('lancedb.arrow')))).toBe(
      'Schema<{ 0: id: Utf8, 1: text: Utf8, 2: vector: FixedSizeList[3]<Float32> }>',
    )
    expect(schema(await written(arrow, fromArrow('views.arrow')))).toBe(
      'Schema<{ 0: id: Utf8View, 1: u64: Uint64, 2: i8: Int8, 3: f32: Float32, 4: f64: Float64, 5: b: Bool, 6: d: Date32<DAY>, 7: li: LargeList<Int32>, 8: cat: Utf8View }>',
    )
  })

  it('keeps columns that may have no null, and what their fields say', async () => {
    const table = new Table({ id: vectorFromArray(['a']) })
    const [field] = table.schema.fields
    if (field === undefined) throw new Error('no field')
    const told = field.clone({ nullable: false, metadata: new Map([['comment', 'the id']]) })
    table.schema.fields[0] = told
    for (const batch of table.batches) batch.schema.fields[0] = told
    const [copy] = tableFromIPC(await written(arrow, batchesOf(arrow, [sourceOf(tableToIPC(table, 'file'))]))).schema
      .fields
    expect(copy?.nullable).toBe(false)
    expect([...(copy?.metadata ?? [])]).toEqual([['comment', 'the id']])
  })

  it('keeps the schema when no record is left', async () => {
    const bytes = await written(
      arrow,
      kept(fromArrow('types.file.arrow'), () => false),
    )
    expect(tableFromIPC(bytes).numRows).toBe(0)
    expect(schema(bytes)).toBe('Schema<{ 0: id: Utf8, 1: ts: Timestamp<MICROSECOND>, 2: n: Int64, 3: cat: Utf8 }>')
  })

  it('gives the same bytes however the records were cut into batches', async () => {
    const whole = await written(arrow, fromArrow('dict-change.stream.arrow'))
    expect(tableFromIPC(whole).batches).toHaveLength(1)
    expect([...(tableFromIPC(whole).getChild('cat') ?? [])]).toEqual(['red', 'green', 'blue', 'red'])
    const again = await written(arrow, batchesOf(arrow, [sourceOf(whole)]))
    expect(again.equals(whole)).toBe(true)
  })

  it('writes the stream form under a name that ends with .arrows', async () => {
    const bytes = await named('out.arrows', fromArrow('types.file.arrow'))
    expect(bytes.subarray(0, 4).toString('hex')).toBe('ffffffff')
    expect(bytes.subarray(-8).toString('hex')).toBe('ffffffff00000000')
    const reader = RecordBatchReader.from(bytes)
    expect(reader.isStream()).toBe(true)
    expect(tableFromIPC(bytes).numRows).toBe(4)
  })
})

describe('NDJSON to Arrow', () => {
  it('finds types, and integers come back exactly', async () => {
    const lines = [
      '{"id":9007199254740993,"ok":true,"score":0.5,"tags":["a","b"],"meta":{"lang":"en"}}',
      '{"id":9223372036854775807,"ok":false,"score":2.25,"tags":[],"meta":{"lang":"日本"}}',
    ]
    const bytes = await fromNdjson(`${lines.join('\n')}\n`)
    expect(schema(bytes)).toBe(
      'Schema<{ 0: id: Int64, 1: ok: Bool, 2: score: Float64, 3: tags: List<Utf8>, 4: meta: Struct<{lang:Utf8}> }>',
    )
    expect([...(tableFromIPC(bytes).getChild('id') ?? [])]).toEqual([9007199254740993n, 9223372036854775807n])
    expect(await jsonOf(arrow, sourceOf(bytes))).toEqual(lines.map((line, i) => `row ${i + 1} ${line}`))
  })

  it('gives the same bytes whatever the size of the reads', async () => {
    const text = Array.from({ length: 500 }, (_, i) => `{"id":"c${i}","n":${i},"l":[${i}]}\n`).join('')
    const whole = await fromNdjson(text)
    for (const piece of [1, 700]) expect((await fromNdjson(text, piece)).equals(whole), String(piece)).toBe(true)
  })

  it('cuts batches by rows and by bytes', async () => {
    const short = await fromNdjson('{"a":1}\n'.repeat(65_536 + 5))
    expect(tableFromIPC(short).batches.map(({ numRows }) => numRows)).toEqual([65_536, 5])
    // A text of 1 MiB and its offset: the sixteenth goes over 16 MiB.
    const long = await fromNdjson(`{"a":"${'x'.repeat(1 << 20)}"}\n`.repeat(20))
    expect(tableFromIPC(long).batches.map(({ numRows }) => numRows)).toEqual([16, 4])
  })

  it('writes an empty file for no records', async () => {
    const bytes = await fromNdjson('')
    expect(tableFromIPC(bytes).numRows).toBe(0)
    expect(await jsonOf(arrow, sourceOf(bytes))).toEqual([])
  })
})

describe('the gate', () => {
  it('drops restricted rows of dictionaries, structs and texts of JSON, in columns that nobody asked for', async () => {
    const columns = {
      id: vectorFromArray(['a', 'b', 'c', 'd']),
      sensitivity: vectorFromArray(['RESTRICTED', 'open', null, null]),
      meta: vectorFromArray([
        { sensitivity: 'open' },
        { sensitivity: 'restricted ' },
        { sensitivity: 'x' },
        { sensitivity: 'open' },
      ]),
      payload: vectorFromArray(['', '', '{"sensitivity":"Restricted"}', '{}']),
    }
    const bytes = await written(arrow, batchesOf(arrow, [sourceOf(tableToIPC(new Table(columns), 'file'))]))
    expect([...(tableFromIPC(bytes).getChild('id') ?? [])]).toEqual(['d'])
    expect(bytes.toString('latin1').toLowerCase()).not.toContain('restricted')
  })
})

describe('columns that nobody asked for', () => {
  it('are not decoded before they are', async () => {
    const table = new Table({ id: vectorFromArray(['a']), text: vectorFromArray(['b'.repeat(9)], new Utf8()) })
    const bytes = Buffer.from(tableToIPC(table, 'file'))
    bytes[bytes.indexOf('bbbbbbbbb')] = 0xff
    const batches = batchesOf(arrow, [sourceOf(bytes)])
    const { value } = await batches.next()
    expect((value as Cleared).size).toBe(1)
    expect(await faultOf(written(arrow, batchesOf(arrow, [sourceOf(bytes)])))).toEqual({
      code: 3,
      message: 'input: record batch 1: column text: a text that is not UTF-8',
    })
  })
})
