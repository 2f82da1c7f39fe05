// Every format gives the same records, in the same places, and the same bytes back, however its input is cut into reads.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Format } from '../registry/format.js'
import { admitted } from '../testkit/admitted.js'
import { batchesOf, jsonOf, type Rejected, written } from '../testkit/codec.js'
import { Pieces, READ_SIZES } from '../testkit/splitter.js'
import { formatByName, formats } from './index.js'
import ndjson from './ndjson.js'

const RECORDS = [
  {
    query_id: 'q1',
    chunk_id: 'a',
    score: 3.5,
    text: 'one\r\ntwo, "three"\t😀 語',
    lang: 'en',
    tags: ['x', 'y,z'],
    n: 9007199254740991,
  },
  { query_id: 'q1', chunk_id: 'é😀', score: 2, text: 'x'.repeat(300), lang: null, tags: [], n: -1 },
  { query_id: 'q2', chunk_id: 'c', score: 1e-7, text: '', lang: 'ja', tags: ['\u2028', '\\'], n: 0 },
  ...Array.from({ length: 40 }, (_, i) => ({
    query_id: 'q3',
    chunk_id: `d${i}`,
    score: 40 - i,
    text: 'é'.repeat(i),
    lang: 'en',
    tags: [`${i}`],
    n: i,
  })),
]
const LINES = RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('')

/** What a format's own writer makes of the records, and texts that only people write. */
const BY_HAND: Record<string, readonly string[]> = {
  ndjson: [
    LINES,
    '\ufeff\r\n{"id":1}\r\n \n{"a":"\\ud83d\\ude00\\\\","b":"\u2028é😀"}\n\n{"id":3}',
    '{"id":1}\n{"id":\n{"id":"\u00e9}\nnot json\n{"id":4}\n{"id',
  ],
  json: [
    '\ufeff [ {"id":1} ,\n{"a":"]}\\"","b":[[1],{"c":"é😀"}]}\n, {}\n]\n\n',
    '[{"id":1},{"id":tru},7,{"id":"x"},{"a":"\\ud83d"}]',
    ' [ ] ',
  ],
  csv: [
    '\ufeff"id",text\r\na,"multi\r\nline ""q"""\r\n\r\nb,é😀\r\n',
    'id,text\na,"x\ry"\nb,1,2\nc,\n"d","""",\n',
    'id\ra\rb',
  ],
  tsv: ['id\ttext\na\t"multi\nline\t""q"""\nb\té😀\n\nc\t\n', 'id\ttext\r\na\tb\tc\r\nd\t'],
  trec: [
    '\ufeffq1 Q0 é😀 1 3.5 r\r\n\n q1\tQ0  b 2 2.5   r \nq2 Q0 c 1 1e-3 r',
    'q1 Q0 a 1 3 r\nq1 Q0 b 2 2\nq1 Q0 c 3 x r\nq1 Q0 d 4 1 r\n',
  ],
}

function fixtures(name: string): Buffer[] {
  const folder = new URL(`../../fixtures/formats/${name}/`, import.meta.url)
  try {
    return readdirSync(folder)
      .filter((file) => formatByName(file) === name)
      .map((file) => readFileSync(new URL(file, folder)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** All that reading gives: records with their places, what was rejected, and the fault it ended in. */
async function outcome(format: Format, bytes: Uint8Array, piece: number): Promise<unknown> {
  const rejected: Rejected = []
  try {
    return { records: await jsonOf(format, new Pieces(bytes, 'x', piece), rejected), rejected }
  } catch (error) {
    return { fault: (error as Error).message, rejected }
  }
}

const rewritten = async (format: Format, bytes: Uint8Array, piece: number): Promise<string> => {
  try {
    return (await written(format, batchesOf(format, [new Pieces(bytes, 'x', piece)]))).toString('base64')
  } catch (error) {
    return (error as Error).message
  }
}

describe.each(formats.names)('%s', async (name) => {
  const format = await formats.load(name)
  const own =
    format.encode === undefined ? [] : [await written(format, admitted(ndjson, new Pieces(Buffer.from(LINES))))]
  const inputs = [...own, ...(BY_HAND[name] ?? []).map((text) => Buffer.from(text)), ...fixtures(name)]

  test('has something to read', async () => {
    expect(inputs.length).toBeGreaterThan(0)
    const [first] = inputs
    expect(await jsonOf(format, new Pieces(first as Buffer))).toHaveLength(RECORDS.length)
  })

  const whole = Promise.all(
    inputs.map(async (bytes) => ({
      bytes,
      read: await outcome(format, bytes, Number.POSITIVE_INFINITY),
      written: await rewritten(format, bytes, Number.POSITIVE_INFINITY),
    })),
  )

  test.each(READ_SIZES)('reads of %d bytes', async (piece) => {
    for (const { bytes, read, written: copy } of await whole) {
      expect(await outcome(format, bytes, piece)).toEqual(read)
      expect(await rewritten(format, bytes, piece)).toBe(copy)
    }
  })

  test('reads of any size', async () => {
    const all = await whole
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), fc.integer({ min: 1, max: 5000 }), async ({ bytes, read }, piece) => {
        expect(await outcome(format, bytes, piece)).toEqual(read)
      }),
      { numRuns: 20 },
    )
  })
})
