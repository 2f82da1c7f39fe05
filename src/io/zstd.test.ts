import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtures, lines, program, scratch, sha256, shell } from '../testkit/outside.js'
import type { Feed } from './input.js'
import { fzstdFrame, nativeFrame, Zstd } from './zstd.js'

const folder = scratch()
const fixture = (name: string) => fs.readFileSync(path.join(fixtures, 'zstd', name))

/** Bytes given out at most `piece` at a time. */
function feedOf(bytes: Uint8Array, piece = Infinity): Feed {
  let at = 0
  return {
    name: 'x.zst',
    read(target) {
      const part = bytes.subarray(at, at + Math.min(piece, target.length))
      target.set(part)
      at += part.length
      return part.length
    },
  }
}

// Node 20 has no zstd of its own, so there this runs once.
const decoders = [['fzstd', fzstdFrame] as const, ...(nativeFrame ? [['node:zlib', nativeFrame] as const] : [])]

describe.each(decoders)('%s', (_, open) => {
  async function decode(bytes: Uint8Array, piece?: number): Promise<Buffer> {
    const zstd = new Zstd(feedOf(bytes, piece), open)
    const parts: Uint8Array[] = []
    for (let part = await zstd.next(); part !== undefined; part = await zstd.next()) parts.push(part.slice())
    zstd.close()
    return Buffer.concat(parts)
  }
  const outcome = (bytes: Uint8Array) =>
    decode(bytes).then(
      (text) => text.toString(),
      (error) => `${error.code} ${error.message}`,
    )

  it.each([1, 7, 65_536])('reads a frame of several blocks, %i bytes at a time', async (piece) => {
    expect((await decode(fixture('lines.ndjson.zst'), piece)).equals(lines())).toBe(true)
  })

  it('reads a frame without a length, with a window larger than itself', async () => {
    expect((await decode(fixture('stream.ndjson.zst'))).equals(lines())).toBe(true)
  })

  it('reads raw blocks and blocks of one byte', async () => {
    // sha256sum of what the zstd tool gives.
    const expected = '290b9facc3e1dc6acdf5be8b6e744fbc7c7679cbccd57b258aeb69982c0492e8'
    expect(sha256(await decode(fixture('blocks.zst')))).toBe(expected)
  })

  it('reads all frames, skippable ones at the start, between and at the end', async () => {
    expect(await outcome(fixture('frames.ndjson.zst'))).toBe('{"id":"z1"}\n{"id":"z2"}\n')
    const many = Buffer.concat([fixture('lines.ndjson.zst'), fixture('empty.ndjson.zst'), fixture('lines.ndjson.zst')])
    expect(sha256(await decode(many))).toBe(sha256(Buffer.concat([lines(), lines()])))
  })

  it('reads the frame of an empty file', async () => {
    expect(await outcome(fixture('empty.ndjson.zst'))).toBe('')
  })

  it('says that a cut file is cut, at every byte but the borders of frames', async () => {
    const bytes = fixture('frames.ndjson.zst')
    const outcomes: [number, string][] = []
    for (let length = 4; length < bytes.length; length++)
      outcomes.push([length, await outcome(bytes.subarray(0, length))])
    expect(outcomes.filter(([, text]) => text !== '3 x.zst: truncated zstd')).toEqual([
      [12, ''],
      // One to three bytes of a magic are no frame, and no cut one that could be told.
      ...[13, 14, 15].map((n) => [n, '3 x.zst: not zstd after the end of its last frame']),
      [41, '{"id":"z1"}\n{"id":"z'],
      ...[42, 43, 44].map((n) => [n, '3 x.zst: not zstd after the end of its last frame']),
      [49, '{"id":"z1"}\n{"id":"z'],
      ...[50, 51, 52].map((n) => [n, '3 x.zst: not zstd after the end of its last frame']),
      [66, '{"id":"z1"}\n{"id":"z2"}\n'],
      ...[67, 68, 69].map((n) => [n, '3 x.zst: not zstd after the end of its last frame']),
    ])
    const long = fixture('lines.ndjson.zst')
    for (const cut of [1, 4, 5, 1000, 30_000, long.length - 20]) {
      expect(await outcome(long.subarray(0, long.length - cut))).toBe('3 x.zst: truncated zstd')
    }
  })

  it('refuses what follows the last frame and is none, zeros too', async () => {
    const expected = '3 x.zst: not zstd after the end of its last frame'
    for (const rest of ['R', 'RUBBISH', '\0\0\0\0\0\0\0\0']) {
      expect(await outcome(Buffer.concat([fixture('lines.ndjson.zst'), Buffer.from(rest)]))).toBe(expected)
    }
  })

  it('refuses a frame whose checksum does not fit', async () => {
    const bytes = fixture('lines.ndjson.zst')
    const changed = (at: number) => bytes.map((byte, k) => (k === at ? byte ^ 1 : byte))
    expect(await outcome(changed(bytes.length - 1))).toMatch(/^3 x\.zst: corrupt zstd: /)
    for (const at of [300, 5000, 40_000]) expect(await outcome(changed(at))).toMatch(/^3 x\.zst: corrupt zstd: /)
  })

  it('reads a frame without a checksum, and refuses it when its length is another', async () => {
    const bytes = fixture('nocheck.ndjson.zst')
    expect(await outcome(bytes)).toBe('{"id":"z1"}\n{"id":"z')
    // Byte 5 is the length.
    expect(await outcome(bytes.map((byte, k) => (k === 5 ? byte + 1 : byte)))).toMatch(/^3 x\.zst: corrupt zstd: /)
  })

  it('refuses impossible headers', async () => {
    const bytes = fixture('nocheck.ndjson.zst')
    const changed = (at: number, to: number) => outcome(bytes.map((byte, k) => (k === at ? to : byte)))
    expect(await changed(4, 0x28)).toBe('3 x.zst: corrupt zstd: a reserved bit is set')
    expect(await changed(6, (bytes[6] as number) | 0x06)).toBe('3 x.zst: corrupt zstd: a block header that cannot be')
    expect(await changed(8, 0xff)).toBe('3 x.zst: corrupt zstd: a block header that cannot be')
  })

  it('refuses a frame that needs a dictionary, or more memory than the zstd tool gives unasked', async () => {
    expect(await outcome(fixture('dictionary.ndjson.zst'))).toBe('3 x.zst: needs a zstd dictionary')
    expect(await outcome(fixture('window.ndjson.zst'))).toBe(
      '3 x.zst: its zstd window of 2048 MB is above the limit of 128 MB',
    )
  })
})

const frames = nativeFrame ? ['fzstdFrame', 'nativeFrame'] : ['fzstdFrame']
it.each(frames)('memory does not grow with the file (%s)', async (open) => {
  const run = await program(
    folder,
    `import * as decoders from 'io/zstd'
    const [kind, count] = process.argv.slice(2)
    // Blocks of 131072 bytes after a header without checksum or length: \`a\` so many times, or bytes as they are.
    const block = (last) => {
      const bytes = kind === 'raw' ? Buffer.alloc(131_075, 'a') : Buffer.from('...a')
      bytes.writeUIntLE((131_072 << 3) | (kind === 'raw' ? 0 : 2) | (last ? 1 : 0), 0, 3)
      return bytes
    }
    const middle = block(false)
    let rest = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3])
    let left = Number(count)
    const feed = {
      name: 'made',
      read(target) {
        if (rest.length === 0 && left > 0) rest = --left === 0 ? block(true) : middle
        const n = rest.copy(target)
        rest = rest.subarray(n)
        return n
      },
    }
    const zstd = new decoders.Zstd(feed, decoders.${open})
    let length = 0
    for (let piece = await zstd.next(); piece !== undefined; piece = await zstd.next()) length += piece.length
    console.log(length, process.resourceUsage().maxRSS)`,
  )
  const { out, err } = await shell(run, 'run raw 200; run raw 1200; run repeat 1200', folder)
  expect(err).toBe('')
  const [few, raw, repeat] = out.split('\n').map((line) => line.split(' ').map(Number))
  expect([few?.[0], raw?.[0], repeat?.[0]]).toEqual([26_214_400, 157_286_400, 157_286_400])
  for (const more of [raw, repeat]) expect((more?.[1] as number) / (few?.[1] as number)).toBeLessThan(1.5)
})
