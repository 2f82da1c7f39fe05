// What `chunk` makes, held against the source by other means: slices in characters and bytes, Parquet through another reader.
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeEach, describe, expect, it } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { inProcess } from '../testkit/world.js'

const folder = scratch()
let here = ''
beforeEach(() => {
  here = fs.mkdtempSync(path.join(folder, 'run-'))
})
const put = (name: string, text: string | Buffer): void => fs.writeFileSync(path.join(here, name), text)
const run = (...args: string[]) => inProcess(['chunk', ...args], here)

interface Made {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly byte_start: number
  readonly byte_end: number
}
const lines = (out: Buffer): Made[] =>
  out
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Made)

const PAGE = `\ufeff---\ntitle: Füße\n---\n# 河 😀\r\n\r\nÉtage "un".\\n 👩‍👩‍👧 steht. ${'水位が上がった。'.repeat(20)}\n\n| a | b |\n|---|---|\n${'| 1 | 😀 |\n'.repeat(30)}`

describe('chunks of a page', () => {
  it.each(['default', 'layout', 'parent_child', 'sentence_window', 'semantic', 'laws', 'qa', 'book'])(
    'by %s are slices in code points and in bytes',
    async (strategy) => {
      put('page.md', PAGE)
      const { out, code } = await run('--strategy', strategy, '--max', '60', '--overlap', '20', 'page.md')
      expect(code).toBe(0)
      const made = lines(out)
      expect(made.length).toBeGreaterThan(5)
      const points = Array.from(PAGE.slice(1))
      const bytes = Buffer.from(PAGE)
      for (const { text, start, end, byte_start, byte_end } of made) {
        expect(points.slice(start, end).join('')).toBe(text)
        expect(bytes.subarray(byte_start, byte_end).toString()).toBe(text)
      }
    },
  )

  it('are the same from a record, a compressed file and a folder', async () => {
    put('page.md', PAGE)
    put('page.md.gz', gzipSync(PAGE))
    put('docs.ndjson', `${JSON.stringify({ doc_id: 'page.md', text: PAGE })}\n`)
    const args = ['--strategy', 'parent_child', '--max', '60', '--overlap', '0']
    const { out } = await run(...args, 'page.md')
    expect((await run(...args, 'docs.ndjson')).out.equals(out)).toBe(true)
    expect((await run(...args, 'page.md.gz')).out.toString().replaceAll('page.md.gz', 'page.md')).toBe(out.toString())
    expect((await run(...args, '.')).out.equals(out)).toBe(true)
  })

  it('go to Parquet with their types', async () => {
    put('page.md', PAGE)
    const { code } = await run(
      '--strategy',
      'parent_child',
      '--max',
      '60',
      '--overlap',
      '0',
      'page.md',
      '-o',
      'out.parquet',
    )
    expect(code).toBe(0)
    const bytes = fs.readFileSync(path.join(here, 'out.parquet'))
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
    const { schema } = await parquetMetadataAsync(file)
    const types = Object.fromEntries(schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]))
    expect(types).toMatchObject({
      chunk_id: 'UTF8',
      text: 'UTF8',
      start: 'INT_64',
      byte_end: 'INT_64',
      heading_path: 'LIST',
    })
    const rows = await parquetReadObjects({ file })
    expect(rows[1]).toMatchObject({
      doc_id: 'page.md',
      seq: 1n,
      heading: '河 😀',
      heading_path: ['河 😀'],
      title: 'Füße',
    })
    expect(rows.every(({ text, window_text }) => String(window_text).includes(String(text)))).toBe(true)
  })
})

describe('the gate', () => {
  it('lets no settings file and no flag of another command keep what is restricted', async () => {
    put('in.ndjson', '{"chunk_id":"a","sensitivity":"RESTRICTED"}\n{"chunk_id":"b"}\n')
    put('sluice.json', '{"keeps":true}')
    expect((await inProcess(['filter', 'in.ndjson'], here)).code).toBe(2)
    put('sluice.json', '{"sensitivity":{"keeps":true}}')
    expect((await inProcess(['filter', 'in.ndjson'], here)).code).toBe(2)
    fs.rmSync(path.join(here, 'sluice.json'))
    expect((await inProcess(['filter', '--keeps', 'in.ndjson'], here)).code).toBe(2)
    expect((await inProcess(['filter', 'in.ndjson'], here)).out.toString()).toBe('{"chunk_id":"b"}\n')
  })
})
