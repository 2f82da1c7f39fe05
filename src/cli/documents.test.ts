// Documents and folders as inputs, and the settings of a command that keeps what is restricted.
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, test } from 'vitest'
import filter from '../commands/filter.js'
import { realWorld } from '../io/world.js'
import { Flags } from '../registry/options.js'
import type { World } from '../registry/ports.js'
import { scratch } from '../testkit/outside.js'
import { inProcess } from '../testkit/world.js'
import { main } from './main.js'
import { settle } from './settings.js'
import { sharedBy } from './shared.js'

const folder = scratch()
let here = ''
beforeEach(() => {
  here = fs.mkdtempSync(path.join(folder, 'run-'))
})
function put(files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(here, name)), { recursive: true })
    fs.writeFileSync(path.join(here, name), text)
  }
}
/** Which documents came out, and what was said. */
async function chunk(...args: string[]): Promise<{ ids: string[]; err: string; code: number }> {
  const { out, err, code } = await inProcess(['chunk', ...args], here)
  const ids = out.toString().split('\n').filter(Boolean)
  return { ids: ids.map((line) => (JSON.parse(line) as { doc_id: string }).doc_id), err, code }
}

describe('a folder', () => {
  test('stands for its documents, among other inputs', async () => {
    put({ 'docs/b.md': 'B', 'docs/a/c.txt': 'C', 'z.ndjson': '{"doc_id":"r","text":"R"}\n', 'x.mdx': 'X' })
    expect(await chunk('z.ndjson', 'docs/', './docs/a', 'x.mdx')).toEqual({
      ids: ['r', 'docs/a/c.txt', 'docs/b.md', './docs/a/c.txt', 'x.mdx'],
      err: '',
      code: 0,
    })
  })

  test('has one note of what was left out of all folders, unless -q', async () => {
    put({ 'a/.x.md': 'x', 'a/b.md': 'B', 'a/c.json': '{}', 'd/.git/e.md': 'e', 'd/f.txt': '\0', 'd/g.md': 'G' })
    fs.symlinkSync('.', path.join(here, 'd/loop'))
    const ids = ['a/b.md', 'd/g.md']
    const err =
      'sluice chunk: left out 5 entries: 2 hidden, 1 binary, 1 of another kind, 1 link that is not to a file\n'
    expect(await chunk('a', 'd')).toEqual({ ids, err, code: 0 })
    expect(await chunk('-q', 'a', 'd')).toEqual({ ids, err: '', code: 0 })
  })

  test('without documents makes nothing, says so and reads no standard input', async () => {
    put({ 'a/b.json': '{}', stdin: '{"doc_id":"never","text":"read"}\n' })
    fs.mkdirSync(path.join(here, 'bare'))
    expect(await chunk('a', 'bare')).toEqual({
      ids: [],
      err: 'sluice chunk: no document in a, bare; left out 1 entry: 1 of another kind\n',
      code: 0,
    })
    expect(await chunk('bare', '-q')).toEqual({ ids: [], err: '', code: 0 })
  })

  test('is none to other commands, and no records', async () => {
    put({ 'docs/a.md': 'A' })
    expect(await inProcess(['filter', 'docs'], here)).toMatchObject({
      err: 'sluice filter: docs: is a directory\n',
      code: 3,
    })
    expect(await chunk('--from', 'ndjson', 'docs')).toEqual({
      ids: [],
      err: 'sluice chunk: docs: of a folder documents are read, not --from ndjson; name the files\n',
      code: 2,
    })
    expect(await chunk('--from', 'document', 'docs')).toMatchObject({ ids: ['docs/a.md'], code: 0 })
  })

  test('may hold the output: listed before it is there, then an input like any other', async () => {
    put({ 'docs/a.md': 'A' })
    const args = ['docs', '--to', 'ndjson', '-o', 'docs/x.md']
    const documents = () => fs.readFileSync(path.join(here, 'docs/x.md'), 'utf8').match(/"doc_id":"[^"]*"/g)
    expect((await chunk(...args)).code).toBe(0)
    expect(documents()).toEqual(['"doc_id":"docs/a.md"'])
    expect((await chunk(...args)).code).toBe(0)
    expect(documents()).toEqual(['"doc_id":"docs/a.md"', '"doc_id":"docs/x.md"'])
    for (const flag of ['--rejects', '--summary'])
      expect(await chunk('docs', flag, 'docs/a.md')).toEqual({
        ids: [],
        err: `sluice chunk: ${flag} docs/a.md: this file is also an input\n`,
        code: 2,
      })
    expect(fs.readFileSync(path.join(here, 'docs/a.md'), 'utf8')).toBe('A')
  })
})

describe('a file', () => {
  test('is a document by its ending, whatever its case, or by --from', async () => {
    put({ 'a.MD': '{"doc_id":"no"}', 'b.markdown': 'B', 'c.TXT.gz': gzipSync('C'), 'd.rst': 'D', stdin: 'E' })
    expect((await chunk('a.MD', 'b.markdown', 'c.TXT.gz')).ids).toEqual(['a.MD', 'b.markdown', 'c.TXT.gz'])
    expect((await chunk('--from', 'document', 'd.rst', '-')).ids).toEqual(['d.rst', 'stdin'])
    expect((await chunk('--from', 'document')).ids).toEqual(['stdin'])
    expect(await chunk('d.rst')).toEqual({
      ids: [],
      err: 'sluice chunk: d.rst: cannot tell the format; name it with --from (there are: ndjson json parquet arrow trec csv tsv document)\n',
      code: 3,
    })
  })

  test('that is binary or not UTF-8 ends the run; the latter can be skipped', async () => {
    put({ 'a.md': 'A', 'b.md': 'a\0b', 'c.md': Buffer.from('One\n\xff', 'latin1') })
    expect(await chunk('b.md')).toEqual({ ids: [], err: 'sluice chunk: b.md: is binary; expected text\n', code: 3 })
    expect(await chunk('c.md', 'a.md')).toEqual({ ids: [], err: 'sluice chunk: c.md:2: expected UTF-8\n', code: 3 })
    expect(await chunk('c.md', 'a.md', '--rejects', 'r.ndjson')).toEqual({
      ids: ['a.md'],
      err: 'sluice chunk: skipped 1 bad record\n',
      code: 0,
    })
    expect(JSON.parse(fs.readFileSync(path.join(here, 'r.ndjson'), 'utf8'))).toMatchObject({
      file: 'c.md',
      line: 2,
      reason: 'expected UTF-8',
    })
  })

  test('is no document to a command that takes none', async () => {
    put({ 'a.md': '{"chunk_id":"a"}\n' })
    expect(await inProcess(['filter', '--from', 'document', 'a.md'], here)).toMatchObject({
      code: 2,
      err: 'sluice filter: unknown format "document" (there are: ndjson json parquet arrow trec csv tsv)\n',
    })
    expect((await inProcess(['filter', 'a.md'], here)).out.toString()).toBe('{"chunk_id":"a"}\n')
  })
})

describe('a command that keeps what is restricted', () => {
  const GATE = ['--on-restricted', '--label-field', '--restricted-label', '--labels', '--unlabelled']

  test.each(GATE)('has no %s', async (flag) => {
    put({ 'a.md': 'A' })
    const err = `sluice chunk: ${flag}: chunk keeps restricted records and their labels; filter drops them\n`
    expect(await chunk('a.md', flag, 'open')).toEqual({ ids: [], err, code: 2 })
    expect(await chunk('a.md', `${flag}=open`)).toEqual({ ids: [], err, code: 2 })
    expect((await inProcess(['chunk', '--help'], here)).out.toString()).not.toContain(flag)
    expect((await inProcess(['filter', '--help'], here)).out.toString()).toContain(flag)
  })

  test('drops and counts nothing, in one input or in several', async () => {
    const record = (id: string) => `{"doc_id":"${id}","text":"T","sensitivity":"RESTRICTED"}\n`
    put({ 'a.ndjson': record('a'), 'b.ndjson': record('b') })
    expect(await chunk('a.ndjson')).toEqual({ ids: ['a'], err: '', code: 0 })
    expect(await chunk('a.ndjson', 'b.ndjson', '--summary', 's.json')).toEqual({ ids: ['a', 'b'], err: '', code: 0 })
    expect(JSON.parse(fs.readFileSync(path.join(here, 's.json'), 'utf8'))).toMatchObject({ read: 2, restricted: 0 })
  })

  test('reads each of several inputs once, where another command reads twice', async () => {
    put({ 'a.ndjson': '{"doc_id":"a","text":"A"}\n', 'docs/b.md': 'B', 'docs/c.md': 'C' })
    const opened: string[] = []
    const real = realWorld()
    const world: World = {
      ...real,
      open: (file) => {
        opened.push(path.relative(here, file))
        return real.open(file)
      },
    }
    const file = (name: string): string => path.join(here, name)
    expect(await main(['chunk', file('a.ndjson'), file('docs'), '-o', file('out.ndjson')], world)).toBe(0)
    expect(opened).toEqual(['a.ndjson', 'docs/b.md', 'docs/c.md'])
    opened.length = 0
    put({ 'd.ndjson': '{"chunk_id":"d"}\n' })
    expect(await main(['filter', file('a.ndjson'), file('d.ndjson'), '-o', file('out.ndjson')], world)).toBe(0)
    expect(opened).toEqual(['a.ndjson', 'd.ndjson', 'a.ndjson', 'd.ndjson'])
  })

  it('is the only one whose policy does so: no flag, setting or variable of another can', async () => {
    const record = '{"chunk_id":"a","sensitivity":"RESTRICTED"}\n{"chunk_id":"b"}\n'
    const values = ['keep', 'keeps', 'true', 'open', 'drop', 'sensitivity=keeps']
    const flags = [...filter.options, ...sharedBy(filter)]
    expect(flags.length).toBeGreaterThan(15)
    for (const { flags: spelt } of flags) {
      const name = (/--([a-z-]+)/.exec(spelt)?.[1] ?? '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
      for (const value of values.flatMap((text) => [text, [text]])) {
        let keeps: boolean | undefined = false
        try {
          keeps = settle(new Flags({ [name]: value }), undefined, filter.keepsRestricted === true).policy.keeps
        } catch (error) {
          expect(error).toMatchObject({ code: 2 })
        }
        expect(keeps).toBe(false)
      }
    }
    put({ 'in.ndjson': record })
    for (const flag of ['--keeps', '--keep', '--keeps-restricted', '--restricted=keep', '--on-restricted=keep']) {
      const { out, code } = await inProcess(['filter', flag, 'in.ndjson'], here)
      expect([flag, code, out.toString()]).toEqual([flag, 2, ''])
    }
    for (const key of ['keeps', 'keepsRestricted', 'keeps_restricted', 'restricted'])
      for (const settings of [{ [key]: true }, { sensitivity: { [key]: true } }]) {
        put({ 'sluice.json': JSON.stringify(settings) })
        expect((await inProcess(['filter', 'in.ndjson'], here)).code).toBe(2)
      }
    put({ 'sluice.json': '{"sensitivity":{"unlabelled":"open"},"chunker":"keeps"}' })
    const env = Object.fromEntries(['KEEPS', 'KEEPS_RESTRICTED', 'CHUNKER'].map((name) => [`SLUICE_${name}`, 'true']))
    expect(await inProcess(['filter', 'in.ndjson'], here, env)).toMatchObject({
      out: Buffer.from('{"chunk_id":"b"}\n'),
    })
  })
})

describe('--meta', () => {
  test.each(['text', 'chunk_id', 'start', 'window_text'])('may not name %s, which a chunk has itself', async (key) => {
    put({ 'a.md': 'A' })
    const err = `sluice chunk: --meta ${key}: chunk writes this field itself\n`
    expect(await chunk('a.md', '--meta', `${key}=MADE UP`)).toEqual({ ids: [], err, code: 2 })
  })

  test('names each key once', async () => {
    put({ 'a.md': 'A' })
    const twice = ['--meta', 'a=1', '--meta', 'a=2']
    expect(await chunk('a.md', ...twice)).toEqual({ ids: [], err: 'sluice chunk: --meta a was given twice\n', code: 2 })
  })
})

describe('the name of a method', () => {
  const LAYOUT = /"parent_id"/
  const made = async (env: Record<string, string>, ...args: string[]) =>
    (await inProcess(['chunk', 'a.md', ...args], here, env)).out.toString()

  test('is the flag, else the environment, else the settings, else the default', async () => {
    put({ 'a.md': '# T\n\nText.\n' })
    expect(await made({})).not.toMatch(LAYOUT)
    expect(await made({ SLUICE_CHUNKER: 'layout' })).toMatch(LAYOUT)
    expect(await made({ SLUICE_CHUNKER: 'layout' }, '--strategy', 'default')).not.toMatch(LAYOUT)
    put({ 'sluice.json': '{"chunker":"layout"}' })
    expect(await made({})).toMatch(LAYOUT)
    expect(await made({ SLUICE_CHUNKER: '' })).toMatch(LAYOUT)
    expect(await made({ SLUICE_CHUNKER: 'default' })).not.toMatch(LAYOUT)
    expect(await made({}, '--strategy', 'default')).not.toMatch(LAYOUT)
  })

  test('is a text, and known', async () => {
    put({ 'a.md': 'A', 'sluice.json': '{"chunker":7}' })
    expect(await chunk('a.md')).toMatchObject({
      code: 2,
      err: 'sluice chunk: sluice.json:1: chunker: expected a text\n',
    })
    put({ 'sluice.json': '{"chunkers":"layout"}' })
    expect(await chunk('a.md')).toMatchObject({ code: 2, err: expect.stringContaining('did you mean chunker?') })
    fs.rmSync(path.join(here, 'sluice.json'))
    const { code, err } = await inProcess(['chunk', 'a.md'], here, { SLUICE_CHUNKER: 'layuot' })
    expect([code, err]).toEqual([2, expect.stringContaining('unknown strategy "layuot"')])
  })
})
