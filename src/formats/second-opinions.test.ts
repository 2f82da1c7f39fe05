// Our reading held against packages that share nothing with it, where they can read the file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { parse } from 'ndjson'
import { ParquetReader, ParquetSchema, ParquetWriter } from 'parquetjs-lite'
import { describe, expect, test } from 'vitest'
import type { Format } from '../registry/format.js'
import { admitted } from '../testkit/admitted.js'
import { wildObject } from '../testkit/json-text.js'
import { scratch } from '../testkit/outside.js'
import { Pieces } from '../testkit/splitter.js'
import ndjson from './ndjson.js'
import parquet from './parquet.js'

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url))
const folder = scratch()

/** The records as JSON.parse sees them; bad ones are left out. */
async function ours(format: Format, bytes: Uint8Array, piece?: number): Promise<unknown[]> {
  const records: unknown[] = []
  for await (const batch of admitted(format, new Pieces(bytes, 'x', piece), { reject: () => {} })) {
    await batch.load()
    for (let i = 0; i < batch.size; i++) records.push(JSON.parse(Buffer.from(batch.row(i).json()).toString()))
  }
  return records
}

describe('NDJSON, by the ndjson package', () => {
  function theirs(bytes: Uint8Array): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      const values: unknown[] = []
      const stream = parse({ strict: false })
      stream.on('data', (value) => values.push(value))
      stream.on('end', () => resolve(values))
      stream.on('error', reject)
      stream.end(Buffer.from(bytes))
    })
  }

  // What restricts is ours alone to know.
  const open = (lines: string): Buffer => Buffer.from(lines.replaceAll('"RESTRICTED"', '"PUBLIC"'))

  test.each(['bm25.ndjson', 'trigram.ndjson', 'passages.ndjson', 'queries.ndjson'])('demo/%s', async (file) => {
    const bytes = open(readFileSync(`${fixtures}/demo/${file}`, 'utf8'))
    const expected = await theirs(bytes)
    expect(expected.length).toBeGreaterThan(10)
    expect(await ours(ndjson, bytes)).toEqual(expected)
  })

  test('any objects, whatever ends their lines', async () => {
    const end = fc.constantFrom('\n', '\r\n', '\n\n', '\n \n')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(wildObject, end)), fc.integer({ min: 1, max: 100 }), async (lines, piece) => {
        const bytes = Buffer.from(lines.flat().join(''))
        expect(await ours(ndjson, bytes, piece)).toEqual(await theirs(bytes))
      }),
    )
  })

  test('any lines: what is an object for one is one for the other', async () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '1',
      '-',
      'e5',
      'null',
      '"a"',
      '"a":1',
      '{"b":2}',
      '\\u0041',
      'é',
      '\u2028',
    )
    const line = fc.oneof(
      wildObject,
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    )
    const isObject = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value)
    await fc.assert(
      // A lone null ends its stream.
      fc.asyncProperty(fc.array(line.filter((text) => text.trim() !== 'null')), async (lines) => {
        const bytes = Buffer.from(lines.join('\n'))
        expect(await ours(ndjson, bytes)).toEqual((await theirs(bytes)).filter(isObject))
      }),
      { numRuns: 300 },
    )
  })
})

describe('Parquet, by parquetjs-lite', () => {
  async function theirs(file: string): Promise<unknown[]> {
    const reader = await ParquetReader.openFile(file)
    const cursor = reader.getCursor()
    const rows: unknown[] = []
    for (let row = await cursor.next(); row !== null; row = await cursor.next()) rows.push(plain(row))
    await reader.close()
    return rows
  }

  /** It gives integers of 64 bits as BigInt. Times it cannot read at all. */
  const plain = (row: unknown): unknown =>
    JSON.parse(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)))

  /** It leaves nulls out of objects, and has no list that is empty. */
  function withoutNulls(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutNulls)
    if (value === null || typeof value !== 'object') return value
    const kept = Object.entries(value).filter(
      ([, inner]) => inner !== null && !(Array.isArray(inner) && inner.length === 0),
    )
    return Object.fromEntries(kept.map(([key, inner]) => [key, withoutNulls(inner)]))
  }

  const CODECS = ['UNCOMPRESSED', 'GZIP', 'SNAPPY']
  const schema = (compression: string): ParquetSchema => {
    const fields = {
      id: { type: 'UTF8' },
      n: { type: 'INT64' },
      small: { type: 'INT32', optional: true },
      score: { type: 'DOUBLE', optional: true },
      ok: { type: 'BOOLEAN', optional: true },
      tags: { type: 'UTF8', repeated: true },
      numbers: { type: 'INT32', repeated: true },
    }
    return new ParquetSchema(
      Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, compression }])),
    )
  }
  const row = fc.record(
    {
      id: fc.string({ unit: 'binary' }),
      n: fc.maxSafeInteger(),
      small: fc.integer(),
      score: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      ok: fc.boolean(),
      tags: fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
      numbers: fc.array(fc.integer(), { maxLength: 3 }),
    },
    { requiredKeys: ['id', 'n'] },
  )

  test.each(CODECS)('any rows that it wrote, %s', async (codec) => {
    const file = path.join(folder, `${codec}.parquet`)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const writer = await ParquetWriter.openFile(schema(codec), file)
        for (const one of rows) await writer.appendRow(one)
        await writer.close()
        const found = (await ours(parquet, readFileSync(file))).map(withoutNulls)
        const expected = (await theirs(file)).map(withoutNulls)
        expect(found).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  test('lists as old writers have them', async () => {
    const file = `${fixtures}/formats/parquet/two-level-lists.parquet`
    const found = (await ours(parquet, readFileSync(file))) as Record<string, unknown>[]
    const expected = (await theirs(file)) as Record<string, unknown>[]
    expect(expected).toHaveLength(3)
    for (const [i, one] of found.entries()) {
      // The wrapping of such lists it shows as it stands in the file.
      const { ints, pairs, tuples, ...same } = expected[i] as Record<string, Record<string, unknown>>
      const unwrapped = { ...same, ints: ints?.array, pairs: pairs?.bag, tuples: tuples?.tuples_tuple }
      expect(withoutNulls(one)).toEqual(withoutNulls(JSON.parse(JSON.stringify(unwrapped))))
    }
  })

  test('it cannot read what most writers write today', async () => {
    const reasons: Record<string, string> = {
      'types.none.parquet': 'invalid parquet type: DECIMAL',
      'dict.zstd.parquet': 'invalid compression method: ZSTD',
      'encodings-v2.parquet': 'invalid parquet version',
    }
    for (const [file, reason] of Object.entries(reasons))
      await expect(theirs(`${fixtures}/formats/parquet/${file}`), file).rejects.toMatch(reason)
  })
})
