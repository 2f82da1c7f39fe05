import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fifo, nobody, program, scratch, shell } from '../testkit/outside.js'
import { listFolder } from './walk.js'

const all = scratch()
let folder = ''
/** Prints the paths that it lists, or the fault. */
let run = ''
beforeAll(async () => {
  fs.chmodSync(all, 0o755)
  run = await program(
    all,
    `import { listFolder } from 'io/walk'
    try {
      console.log(listFolder(process.argv[2]).documents.join(' '))
    } catch (error) {
      console.log(error.code, error.message)
    }`,
  )
})
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(all, 'docs-'))
})

const put = (name: string, text = 'text'): void => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), text)
}
const inFolder = (...names: string[]): string[] => names.map((name) => `${folder}/${name}`)
const NONE = { hidden: 0, binary: 0, other: 0, links: 0 }

describe('the documents of a folder', () => {
  it('come in code-point order of their whole paths, those of folders within folders too', () => {
    for (const name of ['b.md', 'B.txt', 'a/z.markdown', 'a.md', 'a/y/x/w.MD', 'ｚ.md', '😀.md', 'é.Txt']) put(name)
    // `.` comes before `/`, U+FF5A before U+1F600.
    const documents = inFolder('B.txt', 'a.md', 'a/y/x/w.MD', 'a/z.markdown', 'b.md', 'é.Txt', 'ｚ.md', '😀.md')
    expect(listFolder(folder)).toEqual({ documents, ...NONE })
  })

  it('begin with the folder as it was given, without slashes at its end', async () => {
    put('sub/a.md')
    const { out } = await shell(run, 'run .; run ./; run ./sub; run sub//; cd sub; run ..', folder)
    expect(out).toBe('sub/a.md\nsub/a.md\n./sub/a.md\nsub/a.md\n../sub/a.md\n')
  })

  it('are without hidden files, binary ones and other endings, which are counted', () => {
    for (const name of ['a.md', '.b.md', 'c/.d.txt', '.git/e.md', '.git/f.md', 'g.json', 'h.mdx', 'md', 'i.md.gz'])
      put(name)
    put('early.txt', `${'x'.repeat(8191)}\0`)
    put('late.txt', `${'x'.repeat(8192)}\0`)
    put('empty.md', '')
    fs.mkdirSync(path.join(folder, 'bare'))
    fifo(path.join(folder, 'fifo.md'))
    expect(listFolder(folder)).toEqual({
      documents: inFolder('a.md', 'empty.md', 'late.txt'),
      hidden: 3,
      binary: 1,
      other: 5,
      links: 0,
    })
  })

  it('may be links to files; links to folders, to nothing and to themselves are counted', () => {
    put('a.md')
    put('sub/b.md')
    for (const [to, link] of [
      ['a.md', 'link.md'],
      ['a.md', 'link.json'],
      ['sub', 'folder.md'],
      ['.', 'loop'],
      ['../sub', 'sub/loop'],
      ['missing.md', 'dangling.md'],
      ['self.md', 'self.md'],
    ] as const)
      fs.symlinkSync(to, path.join(folder, link))
    expect(listFolder(folder)).toEqual({
      documents: inFolder('a.md', 'link.md', 'sub/b.md'),
      ...NONE,
      other: 1,
      links: 5,
    })
    expect(listFolder(path.join(folder, 'loop'))?.documents).toContain(`${folder}/loop/sub/b.md`)
  })

  it('are undefined of what is no folder', () => {
    put('b.md')
    for (const name of ['b.md', 'missing']) expect(listFolder(path.join(folder, name))).toBeUndefined()
    expect(listFolder('-')).toBeUndefined()
  })
})

describe('a fault', () => {
  it('is a path through a file', () => {
    put('b.md')
    expect(() => listFolder(`${folder}/b.md/x`)).toThrow(
      expect.objectContaining({ code: 3, message: `${folder}/b.md/x: no such file` }),
    )
  })

  it.runIf(process.platform === 'linux')('is a name that is not UTF-8', () => {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.of(0xff), Buffer.from('.md')]), 'text')
    expect(() => listFolder(folder)).toThrow(
      expect.objectContaining({ code: 3, message: `${folder}/a\ufffd.md: its name is not UTF-8` }),
    )
  })

  it('is a folder or a file without permission', async () => {
    put('locked/a.md')
    put('sub/secret.md')
    fs.chmodSync(folder, 0o755)
    fs.chmodSync(path.join(folder, 'locked'), 0o311)
    fs.chmodSync(path.join(folder, 'sub/secret.md'), 0)
    const { out } = await shell(run, 'run locked; run .; run sub', folder, nobody)
    expect(out).toBe('3 locked: permission denied\n3 locked: permission denied\n3 sub/secret.md: permission denied\n')
  })
})
