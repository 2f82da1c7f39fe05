import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { collect, fixtures, program, scratch, shell } from '../testkit/outside.js'
import { fill } from './input.js'
import { openSource } from './source.js'

const folder = scratch()
const fixture = (name: string) => path.join(fixtures, 'gzip', name)
const three = '{"id":"g1"}\n{"id":"g2"}\n{"id":"g3"}\n'

async function read(name: string, step?: number): Promise<string> {
  const source = openSource(name)
  try {
    return (await collect(source, step)).toString()
  } finally {
    source.close()
  }
}

/** What reading these bytes as a file gives: the text, or the fault's exit code and reason. */
async function outcome(bytes: Uint8Array): Promise<string> {
  fs.writeFileSync(path.join(folder, 'case.gz'), bytes)
  return read(path.join(folder, 'case.gz')).catch((error) => `${error.code} ${error.reason}`)
}

const multi = fs.readFileSync(fixture('multi.ndjson.gz'))

describe('members', () => {
  it.each([1, 7, 65_536])('are one stream, a record may span two (target of %i bytes)', async (step) => {
    expect(await read(fixture('multi.ndjson.gz'), step)).toBe(three)
  })

  it('are found without the ending .gz', async () => {
    expect(await read(fixture('renamed.ndjson'))).toBe(three)
  })

  it('may be of an empty file', async () => {
    expect(await read(fixture('empty.ndjson.gz'))).toBe('')
  })

  it('are many, and cross the blocks that are read', async () => {
    const member = zlib.gzipSync('0123456789'.repeat(1000), { level: 0 })
    expect(await outcome(Buffer.concat(Array(60).fill(member)))).toBe('0123456789'.repeat(60_000))
  })
})

describe('a reader that fills its block, a Buffer, again and again', () => {
  // Packed to half its length, and still longer than any block that is read at once.
  const noise = Buffer.from(crypto.createHash('shake256', { outputLength: 900_000 }).update('noise').digest('hex'))

  it.each([1 << 14, 1 << 18, 1 << 20])('gets what was packed, by blocks of %i bytes', async (size) => {
    fs.writeFileSync(path.join(folder, 'noise.gz'), zlib.gzipSync(noise))
    const source = openSource(path.join(folder, 'noise.gz'))
    const block = Buffer.alloc(size)
    const parts: Buffer[] = []
    for (let n = await fill(source, block); n > 0; n = await fill(source, block))
      parts.push(Buffer.from(block.subarray(0, n)))
    source.close()
    expect(Buffer.concat(parts).equals(noise)).toBe(true)
  })
})

describe('after the last member', () => {
  it('zeros are padding', async () => {
    expect(await read(fixture('padded.ndjson.gz'))).toBe(three)
    expect(await outcome(Buffer.concat([multi, Buffer.alloc(400_000)]))).toBe(three)
  })

  const rubbish = '3 not gzip after the end of its last member'

  it('other bytes are an error', async () => {
    await expect(read(fixture('rubbish.ndjson.gz'))).rejects.toMatchObject({
      code: 3,
      message: `${fixture('rubbish.ndjson.gz')}: not gzip after the end of its last member`,
    })
  })

  it('other bytes behind zeros are an error, wherever they stand', async () => {
    for (const zeros of [1, 100, 131_072 - multi.length, 131_072, 400_000]) {
      expect(await outcome(Buffer.concat([multi, Buffer.alloc(zeros), Buffer.from('R')]))).toBe(rubbish)
      expect(await outcome(Buffer.concat([multi, Buffer.alloc(zeros), multi]))).toBe(rubbish)
    }
  })
})

describe('a cut file', () => {
  it('is an error that says so', async () => {
    await expect(read(fixture('cut.ndjson.gz'))).rejects.toMatchObject({
      code: 3,
      message: `${fixture('cut.ndjson.gz')}: truncated gzip`,
    })
  })

  it('is an error at every byte but the borders of members', async () => {
    const outcomes: string[] = []
    for (let length = 2; length < multi.length; length++) outcomes.push(await outcome(multi.subarray(0, length)))
    const whole = outcomes.flatMap((text, k) => (text === '3 truncated gzip' ? [] : [[k + 2, text]]))
    expect(whole).toEqual([
      [32, '{"id":"g1"}\n'],
      [66, '{"id":"g1"}\n{"id":"g2"}\n{"id":"g'],
    ])
  })

  it('gives all that came before the cut, then the error', async () => {
    fs.writeFileSync(
      path.join(folder, 'cut.gz'),
      zlib.gzipSync(Buffer.alloc(1_000_000, 'ab'), { level: 0 }).subarray(0, 900_000),
    )
    const source = openSource(path.join(folder, 'cut.gz'))
    const target = new Uint8Array(1 << 16)
    let length = 0
    await expect(async () => {
      for (let n = await source.read(target); n > 0; n = await source.read(target)) length += n
    }).rejects.toMatchObject({ reason: 'truncated gzip' })
    // Stored blocks: all bytes but the header and 5 a block came through.
    expect(length).toBeGreaterThan(899_000)
    source.close()
  })
})

describe('a corrupt file', () => {
  it('gives the same bytes before its fault to a slow reader and to a quick one', async () => {
    // Few bytes that become many pieces: the fault is met while the first ones wait for their reader.
    const bytes = zlib.gzipSync(Buffer.alloc(1_000_000))
    bytes[bytes.length - 8] = (bytes[bytes.length - 8] as number) ^ 1
    fs.writeFileSync(path.join(folder, 'corrupt.gz'), bytes)
    const lengths: number[] = []
    for (const pause of [0, 30]) {
      const source = openSource(path.join(folder, 'corrupt.gz'))
      const target = new Uint8Array(1 << 16)
      let length = 0
      await expect(async () => {
        for (let n = await source.read(target); n > 0; n = await source.read(target)) {
          length += n
          if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        }
      }).rejects.toMatchObject({ reason: 'corrupt gzip: incorrect data check' })
      source.close()
      lengths.push(length)
    }
    expect(lengths[0]).toBeGreaterThan(900_000)
    expect(lengths[1]).toBe(lengths[0])
  })

  const flipped = (at: number) => multi.map((byte, k) => (k === at ? byte ^ 0xff : byte))

  it.each([
    ['its checksum', 24, '3 corrupt gzip: incorrect data check'],
    ['its length', 28, '3 corrupt gzip: incorrect length check'],
    ['its method', 2, '3 corrupt gzip: unknown compression method'],
    ['its data', 12, '3 corrupt gzip: incorrect data check'],
  ])('is an error: %s', async (_, at, expected) => {
    expect(await outcome(flipped(at))).toBe(expected)
  })
})

it('memory does not grow with what comes out', async () => {
  const run = await program(
    folder,
    `import { openSource } from 'io/source'
    const source = openSource(process.argv[2])
    const target = new Uint8Array(1 << 19)
    let length = await source.read(target)
    // A slow reader: decoding must wait for it.
    await new Promise((resolve) => setTimeout(resolve, 400))
    for (let n = await source.read(target); n > 0; n = await source.read(target)) length += n
    console.log(length, process.resourceUsage().maxRSS)`,
  )
  const member = zlib.gzipSync(Buffer.alloc(10_000_000))
  fs.writeFileSync(path.join(folder, 'few.gz'), Buffer.concat(Array(3).fill(member)))
  fs.writeFileSync(path.join(folder, 'many.gz'), Buffer.concat(Array(30).fill(member)))
  const [small, large] = (await shell(run, 'run few.gz; run many.gz', folder)).out.trim().split('\n')
  const [, before] = (small as string).split(' ').map(Number)
  const [length, after] = (large as string).split(' ').map(Number)
  expect(length).toBe(300_000_000)
  // One block of input holds 130 MB of these zeros.
  expect((after as number) - (before as number)).toBeLessThan(64_000)
})
