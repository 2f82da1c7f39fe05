import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { collect, scratch } from '../testkit/outside.js'
import { openSpool } from './spool.js'

const folder = scratch()
const before = process.env.TMPDIR
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
})

describe('a spool', () => {
  it('gives sources over what was written so far, each with a place of its own', async () => {
    const spool = openSpool()
    spool.write(Buffer.from('abc'))
    const first = spool.source('first')
    spool.write(Buffer.from('def'))
    const second = spool.source('second')
    const target = new Uint8Array(2)
    expect([first.read(target), Buffer.from(target).toString()]).toEqual([2, 'ab'])
    expect(Buffer.from(await second.peek(4)).toString()).toBe('abcd')
    expect((await collect(second, 4)).toString()).toBe('abcdef')
    expect(Buffer.from(await first.peek(10)).toString()).toBe('c')
    expect((await collect(first)).toString()).toBe('c')
    expect([first.name, second.name]).toEqual(['first', 'second'])
    const random = await second.random()
    expect([random.size, Buffer.from(await random.read(2, 5)).toString()]).toEqual([6, 'cde'])
    spool.release()
  })

  it('takes more than it gathers, and bytes that the caller changes right after', async () => {
    const spool = openSpool()
    const expected: string[] = []
    const block = Buffer.alloc(1000)
    for (let k = 0; k < 600; k++) {
      block.fill(String(k).padStart(4, '0'))
      spool.write(block)
      expected.push(block.toString())
      if (k === 300) {
        spool.write(Buffer.alloc(300_000, 'x'))
        expected.push('x'.repeat(300_000))
      }
    }
    expect((await collect(spool.source('all'))).toString()).toBe(expected.join(''))
    spool.release()
  })

  it.runIf(process.platform === 'linux')('has no name while it is open, and only its owner may read it', () => {
    process.env.TMPDIR = folder
    const spool = openSpool()
    expect(fs.readdirSync(folder)).toEqual([])
    const opened = fs.readdirSync('/proc/self/fd').flatMap((fd) => {
      const link = `/proc/self/fd/${fd}`
      // The folder was open while it was listed.
      const stat = fs.statSync(link, { throwIfNoEntry: false })
      return stat === undefined ? [] : [{ name: fs.readlinkSync(link), mode: stat.mode & 0o777 }]
    })
    expect(opened.filter(({ name }) => name.startsWith(folder))).toEqual([
      { name: expect.stringMatching(/\(deleted\)$/), mode: 0o600 },
    ])
    spool.release()
    spool.release()
  })

  it('that cannot be made is exit 5 and names the folder', () => {
    process.env.TMPDIR = path.join(folder, 'nosuch')
    expect(() => openSpool()).toThrow(
      expect.objectContaining({ code: 5, message: `temporary file in ${folder}/nosuch: no such directory` }),
    )
  })
})
