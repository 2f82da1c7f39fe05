import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { listFolder } from './walk.js'

const folder = scratch()

it('lists the documents of a folder in code-point order, and counts what it leaves out', () => {
  for (const name of ['b.md', 'B.txt', 'a/z.markdown', 'a/.draft.md', '.git/x.md', 'data.json', 'ｚ.md', '😀.md']) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), 'text')
  }
  fs.writeFileSync(path.join(folder, 'bin.md'), 'a\0b')
  fs.symlinkSync(folder, path.join(folder, 'loop'))
  fs.symlinkSync(path.join(folder, 'b.md'), path.join(folder, 'link.md'))
  const found = listFolder(`${folder}/`)
  expect(found).toEqual({
    documents: ['B.txt', 'a/z.markdown', 'b.md', 'link.md', 'ｚ.md', '😀.md'].map((name) => `${folder}/${name}`),
    hidden: 2,
    binary: 1,
    other: 2,
  })
  expect(listFolder(path.join(folder, 'b.md'))).toBeUndefined()
  expect(listFolder(path.join(folder, 'missing'))).toBeUndefined()
  expect(listFolder('-')).toBeUndefined()
})
