import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, sourceOf } from '../testkit/codec.js'
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
  it.each([1, 7, 65536])('is one record, read %i bytes at a time', async (piece) => {
    expect(await read(PAGE, piece)).toEqual([{ doc_id: 'docs/page.md', text: PAGE }])
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

  it('is told by its ending', () => {
    for (const name of ['a.md', 'b.MARKDOWN', 'c/d.mdx', 'e.txt', 'f.md.gz']) expect(isDocument(name)).toBe(true)
    for (const name of ['a.ndjson', 'md', 'a.md.parquet', '-']) expect(isDocument(name)).toBe(false)
  })
})
