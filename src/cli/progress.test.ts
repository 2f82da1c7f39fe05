import { expect, it } from 'vitest'
import { Pieces } from '../testkit/splitter.js'
import { Progress } from './progress.js'

const call = { command: 'chunk', inputs: ['a.md', 'b.md'], documents: true, quiet: false, progress: true }
const pages = (name: string) => new Pieces(Buffer.alloc(3_000_000), name)

it('tells files done of all, documents, MB and their rate', async () => {
  const progress = new Progress(call, { terminal: false })
  const source = progress.file(pages('a.md'))
  expect(progress.text(0)).toBe('0 of 2 files, 0 documents, 0.0 MB, a.md')
  await source.read(new Uint8Array(2_000_000))
  expect(progress.text(4)).toBe('0 of 2 files, 0 documents, 2.0 MB, 0.5 MB/s, a.md')
  await source.read(new Uint8Array(2_000_000))
  progress.records(1)
  progress.fileDone()
  const next = progress.file(pages('b.md'))
  expect(progress.text(10)).toBe('1 of 2 files, 1 document, 3.0 MB, 0.3 MB/s, b.md')
  await (await next.random()).read(500, 1_000_500)
  expect(progress.text(10)).toBe('1 of 2 files, 1 document, 4.0 MB, 0.4 MB/s, b.md')
  progress.end()
})

it('of records has no files when there is one input', () => {
  const progress = new Progress({ ...call, inputs: ['-'], documents: false }, { terminal: false })
  progress.file(pages('stdin'))
  progress.records(2)
  expect(progress.text(1)).toBe('2 records, 0.0 MB, 0.0 MB/s, stdin')
  progress.end()
})

it('leaves the source as it is when nobody is to see it', () => {
  const source = pages('a.md')
  expect(new Progress({ ...call, progress: false }, { terminal: false }).file(source)).toBe(source)
  expect(new Progress({ ...call, quiet: true }, { terminal: true }).file(source)).toBe(source)
})
