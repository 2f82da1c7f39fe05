import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect, it } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { openSink } from './sink.js'

const folder = scratch()
const file = (name: string) => path.join(folder, name)

async function written(name: string, bytes: Uint8Array, step: number, options?: { gzip: boolean }): Promise<Buffer> {
  const sink = openSink(file(name), options)
  const scrap = Buffer.alloc(step)
  for (let at = 0; at < bytes.length; at += step) {
    const n = Buffer.from(bytes).copy(scrap, 0, at, at + step)
    await sink.write(scrap.subarray(0, n))
    // The caller may use its buffer again.
    scrap.fill(0x21)
  }
  await sink.commit()
  return fs.readFileSync(file(name))
}

const bytes = Buffer.from(Array.from({ length: 25_000 }, (_, n) => `{"n":${n},"square":${n * n}}\n`).join(''))

it('is one member that any reader gives back', async () => {
  expect(zlib.gunzipSync(await written('a.gz', bytes, 10_000)).equals(bytes)).toBe(true)
})

it('has no time, no name and no system in its header', async () => {
  expect((await written('a.gz', bytes, 10_000)).subarray(0, 10).toString('hex')).toBe('1f8b08000000000000ff')
})

it('has the same bytes for every size of writes', async () => {
  const whole = await written('whole.gz', bytes, bytes.length)
  for (const step of [997, 262_143, 262_145]) {
    expect((await written('steps.gz', bytes, step)).equals(whole)).toBe(true)
  }
})

it('of nothing is a member of nothing', async () => {
  const empty = await written('empty.gz', Buffer.alloc(0), 1)
  expect([empty.length > 0, zlib.gunzipSync(empty).length]).toEqual([true, 0])
})

it('is decided by the ending, or by who opens it', async () => {
  expect((await written('plain.gz', Buffer.from('text'), 4, { gzip: false })).toString()).toBe('text')
  expect(zlib.gunzipSync(await written('packed', Buffer.from('text'), 4, { gzip: true })).toString()).toBe('text')
})

it('leaves nothing behind when it is aborted half-way', async () => {
  const before = fs.readdirSync(folder)
  const sink = openSink(file('aborted.gz'))
  await sink.write(bytes)
  sink.abort()
  expect(fs.readdirSync(folder)).toEqual(before)
})
