import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, type Rejected, sourceOf } from '../testkit/codec.js'
import { Pieces, READ_SIZES } from '../testkit/splitter.js'
import document from './document.js'
import { isDocument } from './index.js'

const PAGE = '\ufeff# Füße\r\n\r\n日本 "quoted" \\ 😀\n'

async function read(bytes: Uint8Array | string, piece?: number): Promise<unknown[]> {
  const records: unknown[] = []
  for await (const batch of batchesOf(document, [sourceOf(bytes, 'docs/page.md', piece)]))
    for (let i = 0; i < batch.size; i++) records.push(JSON.parse(batch.row(i).json().toString()))
  return records
}

describe('a document', () => {
  it.each(READ_SIZES)('is one record, read %i bytes at a time', async (piece) => {
    expect(await read(PAGE, piece)).toEqual([{ doc_id: 'docs/page.md', text: PAGE }])
    expect(await jsonOf(document, new Pieces(Buffer.from('a "b"\t\u0001\n'), 'x.md', piece))).toEqual([
      'line 1 {"doc_id":"x.md","text":"a \\"b\\"\\t\\u0001\\n"}',
    ])
  })

  it.each([0, 1, 2, 3])('keeps characters whole that two blocks share, %i bytes off', async (shift) => {
    for (const sign of ['😀', '語', 'é']) {
      const text = 'x'.repeat(shift) + sign.repeat(70_000)
      expect(await read(text)).toEqual([{ doc_id: 'docs/page.md', text }])
    }
  })

  it('may be empty, and longer than a block', async () => {
    expect(await read('')).toEqual([{ doc_id: 'docs/page.md', text: '' }])
    const long = 'gauge '.repeat(50_000)
    expect(await read(long)).toEqual([{ doc_id: 'docs/page.md', text: long }])
  })

  it('is text in UTF-8', async () => {
    expect(await faultOf(read(Buffer.from('One.\n\nTw\xffo.\n', 'latin1')))).toEqual({
      code: 3,
      message: 'docs/page.md:3: expected UTF-8',
    })
    expect((await faultOf(read(Buffer.from('\ufeffOne', 'utf16le')))).message).toBe(
      'docs/page.md: UTF-16 text; expected UTF-8',
    )
    expect((await faultOf(read('a\0b'))).message).toBe('docs/page.md: is binary; expected text')
  })

  it.each(READ_SIZES)('that is bad is one bad record, read %i bytes at a time', async (piece) => {
    const long = `${'é\n'.repeat(50_000)}`
    for (const [bytes, line] of [
      [Buffer.from('\xff', 'latin1'), 1],
      [Buffer.from('a\r\nb\xc3', 'latin1'), 2],
      [Buffer.from('a\n\xf0\x9f\x98\n\n', 'latin1'), 2],
      [Buffer.concat([Buffer.from(long), Buffer.of(0xe8, 0xaa)]), 50_001],
      [Buffer.concat([Buffer.from(long), Buffer.of(0x80), Buffer.from(long)]), 50_001],
    ] as const) {
      const rejected: Rejected = []
      expect(await jsonOf(document, new Pieces(bytes, 'page.md', piece), rejected)).toEqual([])
      expect(rejected).toEqual([{ message: `page.md:${line}: expected UTF-8`, raw: undefined }])
    }
    for (const [bytes, reason] of [
      [Buffer.from('\ufeffOne', 'utf16le'), 'UTF-16 text; expected UTF-8'],
      [Buffer.from('One', 'utf16le'), 'is binary; expected text'],
      [Buffer.from(`${'x'.repeat(8191)}\0`), 'is binary; expected text'],
    ] as const)
      expect((await faultOf(read(bytes, piece))).message).toBe(`docs/page.md: ${reason}`)
    expect(await read(`${'x'.repeat(8192)}\0`, piece)).toHaveLength(1)
  })

  it('is told by its ending', () => {
    for (const name of ['a.md', 'b.MARKDOWN', 'c/d.mdx', 'e.txt', 'f.md.gz']) expect(isDocument(name)).toBe(true)
    for (const name of ['a.ndjson', 'md', 'a.md.parquet', '-']) expect(isDocument(name)).toBe(false)
  })
})
