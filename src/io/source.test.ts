import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { collect, fifo, fixtures, nobody, program, scratch, sha256, shell } from '../testkit/outside.js'
import { openSource } from './source.js'

const folder = scratch()
const linux = process.platform === 'linux'
const file = (name: string) => path.join(folder, name)
// 3 MB that repeat with no power of two.
const big = Buffer.from('{"id":"a","text":"lorem"}\n'.repeat(120_000))

let run: string
beforeAll(async () => {
  fs.writeFileSync(file('big'), big)
  fs.writeFileSync(file('alphabet'), 'abcdefghijklmnopqrstuvwxyz')
  fs.writeFileSync(file('empty'), '')
  run = await program(
    folder,
    `import { createHash } from 'node:crypto'
    import { openSource } from 'io/source'
    try {
      const source = openSource(process.argv[2])
      if (process.argv[3] === 'peek') console.log('peek', Buffer.from(await source.peek(3)).toString())
      if (process.argv[3] === 'random') {
        const random = await source.random()
        console.log(random.size, Buffer.from(await random.read(random.size - 4, random.size)).toString())
      }
      const hash = createHash('sha256')
      const target = new Uint8Array(1 << 19)
      let length = 0
      for (let n = await source.read(target); n > 0; n = await source.read(target)) {
        hash.update(target.subarray(0, n))
        length += n
      }
      console.log(source.name, length, hash.digest('hex'))
      source.close()
    } catch (error) {
      console.log(error.code, error.message)
    }`,
  )
})

describe('a regular file', () => {
  it.each([1, 7, 65_536])('gives the same bytes to a target of %i bytes', async (step) => {
    expect((await collect(openSource(file('alphabet')), step)).toString()).toBe('abcdefghijklmnopqrstuvwxyz')
  })

  it('is read synchronously once it has begun, straight into the target', async () => {
    const source = openSource(file('big'))
    const target = new Uint8Array(10)
    expect(await source.read(target)).toBe(10)
    expect(Buffer.from(target).toString()).toBe('{"id":"a",')
    expect(source.read(target)).toBe(10)
    expect(Buffer.from(target).toString()).toBe('"text":"lo')
    source.close()
  })

  it('is whole beyond the point where the event loop gets its turn', async () => {
    fs.writeFileSync(file('long'), Buffer.concat(Array(7).fill(big)))
    let turned = false
    setImmediate(() => (turned = true))
    const all = await collect(openSource(file('long')), 1 << 19)
    expect([all.length, turned]).toEqual([21_840_000, true])
  })

  it('may be empty', async () => {
    const source = openSource(file('empty'))
    expect(await source.peek(10)).toHaveLength(0)
    expect(await collect(source)).toHaveLength(0)
  })

  it('can be peeked at without being consumed, more than once and after a read', async () => {
    const source = openSource(file('alphabet'))
    const text = async (n: number) => Buffer.from(await source.peek(n)).toString()
    expect(await text(2)).toBe('ab')
    expect(await text(6)).toBe('abcdef')
    expect(await text(1)).toBe('a')
    const target = new Uint8Array(3)
    expect(await source.read(target)).toBe(3)
    expect(await text(5)).toBe('defgh')
    expect(await text(100)).toBe('defghijklmnopqrstuvwxyz')
    expect((await collect(source)).toString()).toBe('defghijklmnopqrstuvwxyz')
    expect(await text(1)).toBe('')
  })

  it('is read by offsets, each answer in memory of its own', async () => {
    const source = openSource(file('alphabet'))
    const random = await source.random()
    const [first, last] = [await random.read(0, 3), await random.read(23, 26)]
    expect([random.size, Buffer.from(first).toString(), Buffer.from(last).toString()]).toEqual([26, 'abc', 'xyz'])
    expect([first.byteOffset, first.buffer.byteLength, last.buffer.byteLength]).toEqual([0, 3, 3])
    expect(await random.read(5, 5)).toHaveLength(0)
    await expect(random.read(20, 27)).rejects.toMatchObject({
      code: 3,
      reason: 'truncated or corrupt: bytes 20 to 27 are asked for, it has 26',
    })
    await expect(random.read(-1, 2)).rejects.toMatchObject({ code: 3 })
    source.close()
  })

  it('that shrinks while it is read by offsets is bad input', async () => {
    fs.writeFileSync(file('shrinks'), 'abcdefgh')
    const source = openSource(file('shrinks'))
    const random = await source.random()
    fs.truncateSync(file('shrinks'), 2)
    await expect(random.read(0, 8)).rejects.toMatchObject({ code: 3, reason: 'truncated while it was read' })
    source.close()
  })

  it('is text when its bytes are text, whatever its name ends in', async () => {
    const source = openSource(path.join(fixtures, 'gzip/notgz.gz'))
    expect((await collect(source)).toString()).toBe('{"id":"p"}\n')
  })
})

describe('compressed input', () => {
  it('is peeked at and read by offsets in its decompressed form', async () => {
    const source = openSource(path.join(fixtures, 'gzip/multi.ndjson.gz'))
    expect(Buffer.from(await source.peek(14)).toString()).toBe('{"id":"g1"}\n{"')
    const random = await source.random()
    expect(random.size).toBe(36)
    expect(Buffer.from(await random.read(24, 36)).toString()).toBe('{"id":"g3"}\n')
    source.close()
  })

  it('is told by its first bytes on standard input too', async () => {
    fs.writeFileSync(file('in'), fs.readFileSync(path.join(fixtures, 'zstd/frames.ndjson.zst')))
    expect(await shell(run, 'cat in | run - peek', folder)).toMatchObject({
      out: `peek {"i\nstdin 24 ${sha256(Buffer.from('{"id":"z1"}\n{"id":"z2"}\n'))}\n`,
    })
  })
})

describe('what cannot be read', () => {
  const fault = (name: string) => {
    try {
      openSource(name).close()
    } catch (error) {
      return { code: (error as { code?: number }).code, message: (error as Error).message }
    }
    return undefined
  }

  it('is a missing file', () => {
    expect(fault('nosuch.ndjson')).toEqual({ code: 3, message: 'nosuch.ndjson: no such file' })
    expect(fault(file('big/x'))).toEqual({ code: 3, message: `${file('big/x')}: no such file` })
  })

  it('is a directory', () => {
    expect(fault(folder)).toEqual({ code: 3, message: `${folder}: is a directory` })
  })

  it('is a file or a fifo without permission', async () => {
    fs.chmodSync(folder, 0o755)
    fs.writeFileSync(file('secret'), 'x', { mode: 0 })
    fifo(file('secret-fifo'), '000')
    const { out } = await shell(run, 'run secret; run secret-fifo', folder, nobody)
    expect(out).toBe('3 secret: permission denied\n3 secret-fifo: permission denied\n')
  })

  it.runIf(linux)('is a file whose disk fails: exit 5', async () => {
    const source = openSource('/proc/self/mem')
    await expect(source.peek(4)).rejects.toMatchObject({ code: 5, message: '/proc/self/mem: i/o error' })
    source.close()
  })

  it('is standard input that is a directory', async () => {
    expect((await shell(run, 'run - < .', folder)).out).toBe('3 stdin: is a directory\n')
  })
})

describe('what flows', () => {
  const whole = `3120000 ${sha256(big)}\n`

  it('is standard input from a pipe, a file, a socket, a fifo or a process', async () => {
    const lines = ['cat big | run -', 'run - < big', 'mkfifo fifo; cat big > fifo & run fifo']
    const outs = await Promise.all(lines.map(async (line) => (await shell(run, line, folder)).out))
    expect(outs).toEqual([`stdin ${whole}`, `stdin ${whole}`, `fifo ${whole}`])
    // A pipe made by Node is a pair of sockets.
    const child = spawn(process.execPath, [run, '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(big)
    let out = ''
    for await (const text of child.stdout) out += text
    expect(out).toBe(`stdin ${whole}`)
  })

  it('is read from where it stands, not from the start of its file', async () => {
    fs.writeFileSync(file('lines'), 'one\ntwo\nthree\n')
    // A shell reads a line from a file and leaves the rest of it.
    expect((await shell(run, '{ read line; run - peek; } < lines', folder)).out).toMatch(/^peek two\nstdin 10 /)
  })

  it('is waited for when its writer is slow, and ends when the writer does', async () => {
    const { out } = await shell(run, '{ printf a; sleep 0.1; printf b; sleep 0.02; printf c; } | run - peek', folder)
    expect(out).toBe(`peek abc\nstdin 3 ${sha256(Buffer.from('abc'))}\n`)
  })

  it('is empty when there is nothing', async () => {
    const { out } = await shell(run, ': | run -; run - < /dev/null; run /dev/null; run - <&-', folder)
    const nothing = `0 ${sha256(Buffer.from(''))}\n`
    expect(out).toBe(`stdin ${nothing}stdin ${nothing}/dev/null ${nothing}stdin ${nothing}`)
  })

  it('is spooled to be read by offsets', async () => {
    fs.writeFileSync(file('some'), 'abcdefgh')
    const { out } = await shell(run, 'cat some | run - random; run - random < some', folder)
    expect(out.split('\n').filter((line) => line.startsWith('8'))).toEqual(['8 efgh', '8 efgh'])
  })
})
