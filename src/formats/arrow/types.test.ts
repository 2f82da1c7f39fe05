// Every type, from files that the Arrow library wrote, and written again for the Arrow library to read.
import * as lib from 'apache-arrow'
import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, sourceOf, written } from '../../testkit/codec.js'
import arrow from '../arrow.js'

type Parts = Parameters<typeof lib.makeData>[0]

/** A column made of raw buffers. */
const column = (parts: object): lib.Vector => new lib.Vector([lib.makeData(parts as Parts)])
const flat = (type: lib.DataType, data: ArrayBufferView, length: number, valid?: number): lib.Vector =>
  column({ type, data, length, ...(valid !== undefined && { nullCount: -1, nullBitmap: Uint8Array.of(valid) }) })
const bigs = (...values: bigint[]): BigInt64Array => BigInt64Array.from(values)
const ints = (...values: number[]): Int32Array => Int32Array.from(values)
const texts = (type: lib.DataType, ...values: (string | null)[]): lib.Vector =>
  lib.vectorFromArray(values, type as lib.Utf8)

function bytesOf(columns: Record<string, lib.Vector>, form: 'file' | 'stream' = 'file'): Uint8Array {
  return lib.tableToIPC(new lib.Table(columns as Record<string, lib.Vector>), form)
}

/** The values of one column in the JSON view, of a file and of a stream alike. */
async function shown(vector: lib.Vector): Promise<unknown> {
  const file = await jsonOf(arrow, sourceOf(bytesOf({ x: vector })))
  expect(await jsonOf(arrow, sourceOf(bytesOf({ x: vector }, 'stream')))).toEqual(file)
  return file.map((line) => line.replace(/^row \d+ \{"x":(.*)\}$/, '$1'))
}

/** The column after we have read and written it, as the Arrow library reads it. */
async function copied(vector: lib.Vector): Promise<lib.Vector> {
  const bytes = await written(arrow, batchesOf(arrow, [sourceOf(bytesOf({ x: vector }))]))
  const again = await written(arrow, batchesOf(arrow, [sourceOf(bytes)]))
  expect(again.equals(bytes)).toBe(true)
  return lib.tableFromIPC(bytes).getChild('x') as lib.Vector
}

const TIMES = bigs(-1n, 253402300799999999n, 9007199254740993n)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A column, what the JSON view shows of it, the type that a copy has, and its raw values when they are numbers. */
const CASES: Record<string, { of: lib.Vector; json: string[]; type?: string; raw?: (number | bigint)[] }> = {
  null: { of: column({ type: new lib.Null(), length: 2 }), json: ['null', 'null'] },
  bool: { of: flat(new lib.Bool(), Uint8Array.of(0b101), 3, 0b011), json: ['true', 'false', 'null'] },
  int8: { of: flat(new lib.Int8(), Int8Array.of(-128, 127), 2), json: ['-128', '127'], raw: [-128, 127] },
  int16: {
    of: flat(new lib.Int16(), Int16Array.of(-32768, 32767), 2),
    json: ['-32768', '32767'],
    raw: [-32768, 32767],
  },
  int32: { of: flat(new lib.Int32(), ints(-(2 ** 31), 2 ** 31 - 1), 2), json: ['-2147483648', '2147483647'] },
  int64: {
    of: flat(new lib.Int64(), bigs(9007199254740993n, -(2n ** 63n), 2n ** 63n - 1n), 3),
    json: ['9007199254740993', '-9223372036854775808', '9223372036854775807'],
    raw: [9007199254740993n, -(2n ** 63n), 2n ** 63n - 1n],
  },
  uint8: { of: flat(new lib.Uint8(), Uint8Array.of(0, 255), 2), json: ['0', '255'], raw: [0, 255] },
  uint16: { of: flat(new lib.Uint16(), Uint16Array.of(0, 65535), 2), json: ['0', '65535'], raw: [0, 65535] },
  uint32: {
    of: flat(new lib.Uint32(), Uint32Array.of(0, 4294967295), 2),
    json: ['0', '4294967295'],
    raw: [0, 4294967295],
  },
  uint64: {
    of: flat(new lib.Uint64(), BigUint64Array.of(0n, 18446744073709551615n), 2),
    json: ['0', '18446744073709551615'],
    raw: [0n, 18446744073709551615n],
  },
  float16: {
    // 1, -2, 65504, the smallest above 0, -0, -infinity, NaN, a third.
    of: flat(new lib.Float16(), Uint16Array.of(0x3c00, 0xc000, 0x7bff, 1, 0x8000, 0xfc00, 0x7e00, 0x3555), 8),
    json: ['1.0', '-2.0', '65504.0', '5.9604645e-8', '-0.0', '"-Infinity"', '"NaN"', '0.33325195'],
    raw: [0x3c00, 0xc000, 0x7bff, 1, 0x8000, 0xfc00, 0x7e00, 0x3555],
  },
  float32: { of: flat(new lib.Float32(), Float32Array.of(0.1, 16777216, 3), 3), json: ['0.1', '16777216.0', '3.0'] },
  float64: { of: flat(new lib.Float64(), Float64Array.of(0.1, -0, 1e21), 3), json: ['0.1', '-0.0', '1e+21'] },
  decimal128: {
    // 12345678901234567890123456789.01234567 as two words, lowest first, and -0.00000001.
    of: flat(new lib.Decimal(8, 38, 128), bigs(...words(1234567890123456789012345678901234567n, 2), -1n, -1n), 2, 0b11),
    json: ['12345678901234567890123456789.01234567', '-0.00000001'],
    type: 'Decimal[38e+8]',
  },
  decimal256: {
    of: flat(new lib.Decimal(2, 76, 256), bigs(...words(-(10n ** 75n) - 7n, 4)), 1),
    json: [`-1${'0'.repeat(73)}.07`],
    type: 'Decimal[76e+2]',
  },
  decimal32: {
    of: flat(new lib.Decimal(2, 9, 32), ints(-5, 999999999), 2),
    json: ['-0.05', '9999999.99'],
    type: 'Decimal[9e+2]',
    raw: [4294967291, 999999999],
  },
  decimal64: {
    of: flat(new lib.Decimal(0, 18, 64), bigs(-(10n ** 17n)), 1),
    json: ['-100000000000000000'],
    type: 'Decimal[18e0]',
  },
  'decimal of negative scale': { of: flat(new lib.Decimal(-3, 10, 128), bigs(12n, 0n), 1), json: ['12000'] },
  date32: {
    of: flat(new lib.DateDay(), ints(-1, 19782, -719162), 3),
    json: ['"1969-12-31"', '"2024-02-29"', '"0001-01-01"'],
  },
  date64: {
    of: flat(new lib.DateMillisecond(), bigs(-86400000n, 1709164800000n), 2),
    json: ['"1969-12-31"', '"2024-02-29"'],
  },
  'time32 seconds': { of: flat(new lib.TimeSecond(), ints(0, 86399), 2), json: ['"00:00:00"', '"23:59:59"'] },
  'time32 milliseconds': {
    of: flat(new lib.TimeMillisecond(), ints(1, 86399999), 2),
    json: ['"00:00:00.001"', '"23:59:59.999"'],
  },
  'time64 microseconds': { of: flat(new lib.TimeMicrosecond(), bigs(1n), 1), json: ['"00:00:00.000001"'], raw: [1n] },
  'time64 nanoseconds': {
    of: flat(new lib.TimeNanosecond(), bigs(86399999999999n), 1),
    json: ['"23:59:59.999999999"'],
    raw: [86399999999999n],
  },
  'timestamp seconds': {
    of: flat(new lib.TimestampSecond(), bigs(-1n, 0n), 2),
    json: ['"1969-12-31T23:59:59"', '"1970-01-01T00:00:00"'],
  },
  'timestamp milliseconds': {
    of: flat(new lib.TimestampMillisecond(), bigs(-1n), 1),
    json: ['"1969-12-31T23:59:59.999"'],
    raw: [-1n],
  },
  'timestamp microseconds': {
    of: flat(new lib.TimestampMicrosecond(), TIMES, 3),
    json: ['"1969-12-31T23:59:59.999999"', '"9999-12-31T23:59:59.999999"', '"2255-06-05T23:47:34.740993"'],
    raw: [...TIMES],
  },
  'timestamp nanoseconds in a zone': {
    of: flat(new lib.TimestampNanosecond('Europe/Berlin'), bigs(-(2n ** 63n), 2n ** 63n - 1n), 2),
    json: ['"1677-09-21T00:12:43.145224192Z"', '"2262-04-11T23:47:16.854775807Z"'],
    type: 'Timestamp<NANOSECOND, Europe/Berlin>',
    raw: [-(2n ** 63n), 2n ** 63n - 1n],
  },
  duration: {
    of: flat(new lib.DurationMicrosecond(), bigs(-1500000n, 9007199254740993n), 2),
    json: ['"-PT1.500000S"', '"PT9007199254.740993S"'],
    type: 'Duration<MICROSECOND>',
    raw: [-1500000n, 9007199254740993n],
  },
  'interval of months': {
    of: flat(new lib.IntervalYearMonth(), ints(14), 1),
    json: ['"P14M0DT0S"'],
  },
  'interval of days and milliseconds': {
    of: flat(new lib.IntervalDayTime(), ints(-2, 1500), 1),
    json: ['"P0M-2DT1.5S"'],
  },
  'interval of months, days and nanoseconds': {
    of: flat(new lib.IntervalMonthDayNano(), ints(1, 2, ...halves(-3000000004n)), 1),
    json: ['"P1M2DT-3.000000004S"'],
  },
  utf8: { of: texts(new lib.Utf8(), 'é', '', null, '日本'), json: ['"é"', '""', 'null', '"日本"'] },
  'large utf8': { of: texts(new lib.LargeUtf8(), 'é', null), json: ['"é"', 'null'] },
  'utf8 view': {
    of: texts(new lib.Utf8View(), 'twelve bytes', 'thirteen byte', null, '日本語日本語'),
    json: ['"twelve bytes"', '"thirteen byte"', 'null', '"日本語日本語"'],
  },
  binary: {
    of: lib.vectorFromArray([Uint8Array.of(0, 255), null, Uint8Array.of()], new lib.Binary()),
    json: ['"AP8="', 'null', '""'],
  },
  'large binary': { of: lib.vectorFromArray([utf8('xyz')], new lib.LargeBinary()), json: ['"eHl6"'] },
  'binary view': {
    of: lib.vectorFromArray([utf8('x'.repeat(15))], new lib.BinaryView()),
    json: ['"eHh4eHh4eHh4eHh4eHh4"'],
  },
  'fixed size binary': {
    of: flat(new lib.FixedSizeBinary(2), Uint8Array.of(1, 2, 3, 4), 2, 0b10),
    json: ['null', '"AwQ="'],
  },
  list: {
    of: lib.vectorFromArray([[1, null], [], null], new lib.List(item(new lib.Int32()))),
    json: ['[1,null]', '[]', 'null'],
  },
  'large list': {
    of: lib.vectorFromArray([['a'], null], new lib.LargeList(item(new lib.Utf8()))),
    json: ['["a"]', 'null'],
  },
  'fixed size list': {
    of: lib.vectorFromArray([[0.5, 1], null, [2, 3]], new lib.FixedSizeList(2, item(new lib.Float32()))),
    json: ['[0.5,1.0]', 'null', '[2.0,3.0]'],
  },
  struct: {
    of: lib.vectorFromArray(
      [{ a: 1, b: 'x' }, null, { a: null, b: null }],
      new lib.Struct<{ a: lib.Int32; b: lib.Utf8 }>([
        new lib.Field('a', new lib.Int32(), true),
        new lib.Field('b', new lib.Utf8(), true),
      ]),
    ),
    json: ['{"a":1,"b":"x"}', 'null', '{"a":null,"b":null}'],
  },
  'list of structs of lists': {
    of: lib.vectorFromArray(
      [[{ a: [1n] }, { a: [] }], [], null],
      new lib.List(
        item(
          new lib.Struct<{ a: lib.List<lib.Int64> }>([new lib.Field('a', new lib.List(item(new lib.Int64())), true)]),
        ),
      ),
    ),
    json: ['[{"a":[1]},{"a":[]}]', '[]', 'null'],
  },
  map: {
    of: lib.vectorFromArray(
      [
        new Map([
          ['k', 1],
          ['l', null],
        ]) as never,
        null,
      ],
      new lib.Map_<lib.Utf8, lib.Int32>(
        new lib.Field(
          'entries',
          new lib.Struct<{ key: lib.Utf8; value: lib.Int32 }>([
            new lib.Field('key', new lib.Utf8(), false),
            new lib.Field('value', new lib.Int32(), true),
          ]),
          false,
        ) as never,
      ),
    ),
    json: ['{"k":1,"l":null}', 'null'],
  },
}

function words(value: bigint, count: number): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt.asIntN(64, value >> BigInt(i * 64)))
}

function halves(value: bigint): number[] {
  return [Number(BigInt.asIntN(32, value)), Number(value >> 32n)]
}

function item<T extends lib.DataType>(type: T): lib.Field<T> {
  return new lib.Field('item', type, true)
}

describe.each(Object.entries(CASES))('%s', (_, { of, json, type, raw }) => {
  it('reads exactly', async () => {
    expect(await shown(of)).toEqual(json)
  })

  it('is written with its type and its values', async () => {
    const copy = await copied(of)
    expect(String(copy.type)).toBe(type ?? String(of.type))
    expect(json.map((_text, i) => copy.get(i) === null)).toEqual(json.map((text) => text === 'null'))
    if (raw !== undefined)
      expect([...((copy.data[0] as lib.Data).values as Iterable<number | bigint>)].slice(0, raw.length)).toEqual(raw)
    expect(await shown(copy)).toEqual(json)
  })
})

describe('dictionaries', () => {
  it('are decoded, whatever their indexes and values are', async () => {
    for (const index of [new lib.Int8(), new lib.Uint8(), new lib.Int16(), new lib.Uint32(), new lib.Int32()]) {
      const vector = lib.vectorFromArray(['red', 'blue', null, 'red'], new lib.Dictionary(new lib.Utf8(), index))
      expect(await shown(vector)).toEqual(['"red"', '"blue"', 'null', '"red"'])
    }
    const numbers = lib.vectorFromArray([2n ** 60n + 1n, null], new lib.Dictionary(new lib.Int64(), new lib.Int32()))
    expect(await shown(numbers)).toEqual(['1152921504606846977', 'null'])
    expect(String((await copied(numbers)).type)).toBe('Int64')
  })

  it('grow by deltas, and serve lists and structs', async () => {
    const type = new lib.Dictionary(new lib.Utf8(), new lib.Int32(), 3)
    const field = new lib.Field('x', new lib.List(new lib.Field('item', type, true)), true)
    const schema = new lib.Schema([field])
    const first = lib.makeData({ type: new lib.Utf8(), length: 1, valueOffsets: ints(0, 3), data: utf8('red') })
    const second = lib.makeData({ type: new lib.Utf8(), length: 1, valueOffsets: ints(0, 4), data: utf8('blue') })
    const batch = (dictionary: lib.Vector, ...indexes: number[]): lib.RecordBatch => {
      const child = lib.makeData({ type, length: indexes.length, data: ints(...indexes), dictionary })
      const list = lib.makeData({ type: field.type, length: 1, valueOffsets: ints(0, indexes.length), child })
      return new lib.RecordBatch(
        schema,
        lib.makeData({ type: new lib.Struct(schema.fields), length: 1, children: [list] }),
      )
    }
    const writer = new lib.RecordBatchStreamWriter()
    writer.write(batch(new lib.Vector([first]), 0, 0))
    writer.write(batch(new lib.Vector([first, second]), 1, 0))
    writer.close()
    expect(await jsonOf(arrow, sourceOf(await writer.toUint8Array()))).toEqual([
      'row 1 {"x":["red","red"]}',
      'row 2 {"x":["blue","red"]}',
    ])
  })

  it('give a fault for an index that they do not have', async () => {
    const type = new lib.Dictionary(new lib.Utf8(), new lib.Int32(), 0)
    const vector = column({ type, length: 1, data: ints(7), dictionary: texts(new lib.Utf8(), 'red') })
    expect(await faultOf(shown(vector))).toEqual({
      code: 3,
      message: 'input: record batch 1: column x: an index beyond its dictionary',
    })
  })
})

describe('what cannot be read', () => {
  it('names the column of a union', async () => {
    const type = new lib.SparseUnion([0], [new lib.Field('a', new lib.Int32(), true)] as never)
    const child = lib.makeData({ type: new lib.Int32(), length: 1, data: ints(1) })
    const union = column({ type, length: 1, typeIds: Int8Array.of(0), children: [child] })
    const nested = column({
      type: new lib.Struct([new lib.Field('u', type, true)]),
      length: 1,
      children: [union.data[0]],
    })
    expect(await faultOf(shown(nested))).toEqual({
      code: 3,
      message: 'input: column x.u: the Arrow type union is not read',
    })
  })

  it('names the column of a text that is not UTF-8', async () => {
    const vector = column({
      type: new lib.Utf8(),
      length: 2,
      valueOffsets: ints(0, 1, 3),
      data: Uint8Array.of(0x61, 0xc3, 0x28),
    })
    const message = 'input: record batch 1: column x: a text that is not UTF-8'
    expect(await faultOf(shown(vector))).toEqual({ code: 3, message })
    // Both bytes of é are there, but not in one text.
    const cut = column({
      type: new lib.Utf8(),
      length: 2,
      valueOffsets: ints(0, 1, 2),
      data: Uint8Array.of(0xc3, 0xa9),
    })
    expect(await faultOf(shown(cut))).toEqual({ code: 3, message })
  })

  it('reads a text beside bytes under a null that are none', async () => {
    const vector = column({
      type: new lib.Utf8(),
      length: 2,
      nullCount: 1,
      nullBitmap: Uint8Array.of(0b01),
      valueOffsets: ints(0, 2, 3),
      data: Uint8Array.of(0xc3, 0xa9, 0xff),
    })
    expect(await shown(vector)).toEqual(['"é"', 'null'])
  })

  it('does not cut the time of day off a date64', async () => {
    expect(await faultOf(shown(flat(new lib.DateMillisecond(), bigs(1n), 1)))).toEqual({
      code: 3,
      message: 'input: record batch 1: column x: a date64 with a time of day',
    })
  })
})
