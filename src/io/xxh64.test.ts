import { expect, it } from 'vitest'
import { lines } from '../testkit/outside.js'
import { Xxh64 } from './xxh64.js'

function hash(bytes: Uint8Array, step = bytes.length): bigint {
  const hash = new Xxh64()
  for (let at = 0; at < bytes.length; at += step) hash.update(bytes.subarray(at, at + step))
  return hash.digest()
}

// From python-xxhash 3.
it.each([
  ['', 0xef46db3751d8e999n],
  ['a', 0xd24ec4f1a98c6e5bn],
  ['abc', 0x44bc2cf5ad770999n],
  ['xxhash', 3665147885093898016n],
  ['Nobody inspects the spammish repetition', 0xfbcea83c8a378bf1n],
])('%o', (text, expected) => {
  expect(hash(Buffer.from(text))).toBe(expected)
})

it.each([
  [4, 0xffced8604453cc1en],
  [8, 0x884a173614b81b8dn],
  [12, 0x424af23f1f08dca5n],
  [31, 0xc346d2b59b4d8ee1n],
  [32, 0xcbf59c5116ff32b4n],
  [33, 0x0c535d1acafb8eadn],
  [100, 0x6ac1e58032166597n],
])('the bytes 0 to %i, its end not included', (n, expected) => {
  expect(hash(Uint8Array.from({ length: n }, (_, k) => k))).toBe(expected)
})

it.each([1, 31, 32, 33, 4096, 358_228])('agrees with the zstd tool on a long input, in steps of %i bytes', (step) => {
  // `zstd -lv` prints the low half for fixtures/io/zstd/lines.ndjson.zst.
  expect(hash(lines(), step) & 0xffffffffn).toBe(0xc9900cefn)
})
