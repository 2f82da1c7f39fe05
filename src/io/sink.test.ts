import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fifo, nobody, program, scratch, shell } from '../testkit/outside.js'
import { ClosedPipe, openSink } from './sink.js'

const folder = scratch()
const inside = path.join(folder, 'out')
const file = (name: string) => path.join(inside, name)
const text = (name: string) => fs.readFileSync(file(name), 'utf8')
const write = async (sink: ReturnType<typeof openSink>, ...parts: string[]) => {
  for (const part of parts) await sink.write(Buffer.from(part))
}

let run: string
beforeAll(async () => {
  // Writes numbered lines of 26 bytes: `run LINES [FILE] [fail]`.
  run = await program(
    folder,
    `import { writeStderr } from 'io/stderr'
    import { ClosedPipe, openSink } from 'io/sink'
    const [lines, file, fail] = process.argv.slice(2)
    try {
      const sink = openSink(file || undefined)
      const buffer = Buffer.alloc(26)
      try {
        for (let n = 0; n < Number(lines); n++) {
          buffer.write(\`{"n":\${String(n).padStart(19, '0')}}\\n\`)
          await sink.write(buffer)
        }
        if (fail) throw new Error('data error')
        await sink.commit()
      } catch (error) {
        sink.abort()
        throw error
      }
    } catch (error) {
      if (error instanceof ClosedPipe) process.exit(0)
      writeStderr(\`\${error.code} \${error.message}\\n\`)
      process.exit(error.code ?? 70)
    }`,
  )
  fs.chmodSync(folder, 0o755)
})

afterEach(() => fs.rmSync(inside, { recursive: true, force: true }))
const begin = () => fs.mkdirSync(inside, { recursive: true })

describe('a file', () => {
  it('appears when it is committed, whole, and not before', async () => {
    begin()
    const sink = openSink(file('a'))
    await write(sink, 'one ', 'x'.repeat(300_000), ' two')
    const [hidden, ...others] = fs.readdirSync(inside)
    expect(others).toEqual([])
    expect(hidden).toMatch(/^\.a\./)
    await sink.commit()
    expect(fs.readdirSync(inside)).toEqual(['a'])
    expect(text('a')).toBe(`one ${'x'.repeat(300_000)} two`)
  })

  it('is left as it was by abort, and nothing stays behind', async () => {
    begin()
    fs.writeFileSync(file('a'), 'old')
    const sink = openSink(file('a'))
    await write(sink, 'new')
    sink.abort()
    expect([fs.readdirSync(inside), text('a')]).toEqual([['a'], 'old'])
    const other = openSink(file('b'))
    await write(other, 'x'.repeat(300_000))
    other.abort()
    expect(fs.readdirSync(inside)).toEqual(['a'])
  })

  it('takes bytes that the caller changes right after', async () => {
    begin()
    const sink = openSink(file('a'))
    const bytes = Buffer.from('one ')
    sink.write(bytes)
    bytes.write('two ')
    sink.write(bytes)
    await sink.commit()
    expect(text('a')).toBe('one two ')
  })

  it('keeps its mode, whatever the umask; a new one has the usual mode', async () => {
    begin()
    fs.writeFileSync(file('a'), 'old')
    fs.chmodSync(file('a'), 0o666)
    await openSink(file('a')).commit()
    await openSink(file('b')).commit()
    expect(fs.statSync(file('a')).mode & 0o7777).toBe(0o666)
    expect(fs.statSync(file('b')).mode & 0o7777).toBe(0o666 & ~process.umask())
  })

  it('behind a link is replaced and the link stays, also when it pointed to nothing', async () => {
    begin()
    fs.mkdirSync(file('deep'))
    fs.writeFileSync(file('deep/a'), 'old')
    fs.symlinkSync('deep/a', file('link'))
    fs.symlinkSync('link', file('second'))
    fs.symlinkSync('deep/new', file('dangling'))
    for (const name of ['second', 'dangling']) {
      const sink = openSink(file(name))
      await write(sink, `through ${name}`)
      await sink.commit()
    }
    expect([text('deep/a'), text('deep/new')]).toEqual(['through second', 'through dangling'])
    expect(['link', 'second', 'dangling'].map((name) => fs.readlinkSync(file(name)))).toEqual([
      'deep/a',
      'link',
      'deep/new',
    ])
    expect(fs.readdirSync(file('deep'))).toEqual(['a', 'new'])
  })

  it('can be read while it is replaced', async () => {
    begin()
    fs.writeFileSync(file('a'), 'old and good')
    const reader = fs.openSync(file('a'), 'r')
    const sink = openSink(file('a'))
    await write(sink, 'new')
    await sink.commit()
    expect([fs.readFileSync(reader, 'utf8'), text('a')]).toEqual(['old and good', 'new'])
    fs.closeSync(reader)
  })

  it('may have the longest name there is', async () => {
    begin()
    const name = 'n'.repeat(255)
    await openSink(file(name)).commit()
    expect(fs.readdirSync(inside)).toEqual([name])
  })
})

describe('what cannot be written is exit 5, with the name', () => {
  const fault = (name: string) => {
    begin()
    try {
      openSink(name).abort()
    } catch (error) {
      return [(error as { code?: number }).code, (error as Error).message]
    }
    return undefined
  }

  it('a directory', () => {
    expect(fault(folder)).toEqual([5, `${folder}: is a directory`])
    expect(fault(file('new/'))).toEqual([5, `${file('new/')}: is a directory`])
  })

  it('a file in a missing directory', () => {
    expect(fault(file('no/a'))).toEqual([5, `${file('no/a')}: no such directory`])
  })

  it('links in a circle', () => {
    begin()
    fs.symlinkSync('two', file('one'))
    fs.symlinkSync('one', file('two'))
    expect(fault(file('one'))).toEqual([5, `${file('one')}: too many symbolic links encountered`])
  })

  it('a file, or a directory, without permission', async () => {
    begin()
    fs.writeFileSync(file('a'), 'old', { mode: 0o444 })
    fs.chmodSync(inside, 0o777)
    expect(await shell(run, 'run 1 a; echo $?', inside, nobody)).toEqual({
      out: '5\n',
      err: '5 a: permission denied\n',
      code: 0,
    })
    fs.chmodSync(inside, 0o555)
    expect((await shell(run, 'run 1 b', inside, nobody)).err).toBe('5 b: permission denied\n')
    expect([fs.readdirSync(inside), text('a')]).toEqual([['a'], 'old'])
  })

  const full = fs.existsSync('/dev/full')
  it.runIf(full)('a full disk, under its own name or as standard output, plain or gzip', async () => {
    begin()
    const { out, err } = await shell(
      run,
      'run 100000 /dev/full; echo $?; run 100000 > /dev/full; echo $?; run 1 > /dev/full; echo $?',
      folder,
    )
    expect(out).toBe('5\n5\n5\n')
    expect(err).toBe(
      '5 /dev/full: no space left on device\n5 stdout: no space left on device\n5 stdout: no space left on device\n',
    )
    const sink = openSink('/dev/full', { gzip: true })
    await write(sink, 'x')
    await expect(sink.commit()).rejects.toMatchObject({ code: 5, message: '/dev/full: no space left on device' })
    sink.abort()
  })
})

describe('standard output', () => {
  it('has the same bytes through a pipe as through a file, also when its reader is slow', async () => {
    begin()
    const { out } = await shell(
      run,
      `run 60000 a; wc -c < a; run 60000 > b; cmp a b
       run 60000 - | { head -c 100000 > head; sleep 0.2; cat head -; } | cmp - a; run 60000 | wc -c`,
      inside,
    )
    expect(out.replaceAll(' ', '')).toBe('1560000\n1560000\n')
  })

  it('closed by its reader is a ClosedPipe, quietly', async () => {
    begin()
    const { out, err } = await shell(run, '{ run 60000; echo $? > code; } | head -1', inside)
    expect([out, err, text('code')]).toEqual(['{"n":0000000000000000000}\n', '', '0\n'])
  })

  it('has all that was good before a data error', async () => {
    begin()
    const { out, err } = await shell(run, "run 50001 '' fail | tail -1; run 50001 '' fail | wc -l", inside)
    expect(out.replaceAll(' ', '')).toBe('{"n":0000000000000050000}\n50001\n')
    expect(err).toBe('undefined data error\nundefined data error\n')
  })

  it('under a name of its own is written on from where it stands', async () => {
    begin()
    await shell(run, '{ echo head; run 1 /dev/stdout; run 1 /dev/fd/1; echo foot; } > a', inside)
    expect(text('a')).toBe('head\n{"n":0000000000000000000}\n{"n":0000000000000000000}\nfoot\n')
  })

  it('that is full for now is waited for', async () => {
    begin()
    fifo(file('fifo'))
    const reader = spawn('sh', ['-c', 'exec 3< fifo; sleep 0.1; wc -c <&3'], {
      cwd: inside,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    reader.stdout.on('data', (part) => (out += part))
    // Non-blocking, as another process may have made a standard output that it shares.
    const { writeFully } = await import('./write.js')
    const both = fs.openSync(file('fifo'), fs.constants.O_RDWR | fs.constants.O_NONBLOCK)
    await new Promise((resolve) => setTimeout(resolve, 50))
    writeFully('fifo', both, Buffer.alloc(1_000_000))
    fs.closeSync(both)
    await new Promise((resolve) => reader.on('close', resolve))
    expect(out.trim()).toBe('1000000')
  })
})

describe('a fifo', () => {
  it('is written directly and stays a fifo; without a reader left it is a ClosedPipe', async () => {
    begin()
    fifo(file('fifo'))
    const reader = fs.openSync(file('fifo'), fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    const sink = openSink(file('fifo'))
    await write(sink, 'through')
    await sink.commit()
    const target = Buffer.alloc(20)
    expect(target.toString('utf8', 0, fs.readSync(reader, target))).toBe('through')
    const second = openSink(file('fifo'))
    await write(second, 'lost')
    fs.closeSync(reader)
    await expect(second.commit()).rejects.toBeInstanceOf(ClosedPipe)
    second.abort()
    expect(fs.statSync(file('fifo')).isFIFO()).toBe(true)
  })
})
