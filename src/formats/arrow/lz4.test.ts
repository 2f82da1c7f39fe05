import { describe, expect, it } from 'vitest'
import { lz4Frames } from './lz4.js'

const MAGIC = [0x04, 0x22, 0x4d, 0x18]
const END = [0, 0, 0, 0]
/** Version 1, blocks that may refer to those before, nothing else; blocks of 64 KB; a header checksum, which is not looked at. */
const HEADER = [...MAGIC, 0x40, 0x40, 0x00]
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
const ascii = (s: string): number[] => [...Buffer.from(s)]
const plain = (length: number, ...bytes: number[]): string => text(lz4Frames(Uint8Array.from(bytes), length))

describe('lz4 frames', () => {
  it('copies literals, and matches that overlap themselves', () => {
    // Token: 2 literals, a match of 4 + 3 from 2 back; then 1 literal.
    expect(plain(10, ...HEADER, 7, 0, 0, 0, 0x23, ...ascii('ab'), 2, 0, 0x10, ...ascii('!'), ...END)).toBe('ababababa!')
  })

  it('reads lengths that go on over bytes', () => {
    const long = 'x'.repeat(15 + 255 + 3)
    const block = [0xf0, 255, 3, ...ascii(long)]
    expect(plain(long.length, ...HEADER, block.length & 0xff, block.length >> 8, 0, 0, ...block, ...END)).toBe(long)
  })

  it('refers back over the border of two blocks', () => {
    const first = [0x40, ...ascii('abcd')]
    const second = [0x00, 4, 0, 0x10, ...ascii('.')]
    expect(plain(9, ...HEADER, 5, 0, 0, 0, ...first, 5, 0, 0, 0, ...second, ...END)).toBe('abcdabcd.')
  })

  it('takes stored blocks, checksums, a content size and several frames', () => {
    const flags = [...MAGIC, 0x40 | 0x10 | 0x08 | 0x04, 0x40, 3, 0, 0, 0, 0, 0, 0, 0, 0x00]
    const stored = [3, 0, 0, 0x80, ...ascii('abc'), 1, 2, 3, 4]
    const frame = [...flags, ...stored, ...END, 5, 6, 7, 8]
    expect(plain(6, ...frame, ...frame)).toBe('abcabc')
  })

  it.each([
    ['another magic', 1, [1, 2, 3, 4, 0x40, 0x40, 0, ...END]],
    ['another version', 1, [...MAGIC, 0x80, 0x40, 0, ...END]],
    ['no end', 4, [...HEADER, 5, 0, 0, 0, 0x40, ...ascii('abcd')]],
    ['a block beyond the end', 4, [...HEADER, 9, 0, 0, 0, 0x40, ...ascii('abcd'), ...END]],
    ['literals beyond the end', 4, [...HEADER, 3, 0, 0, 0, 0x40, ...ascii('ab'), ...END]],
    ['a match before the start', 9, [...HEADER, 5, 0, 0, 0, 0x10, ...ascii('a'), 2, 0, 0x00, ...END]],
    ['more than was said', 3, [...HEADER, 5, 0, 0, 0, 0x40, ...ascii('abcd'), ...END]],
    ['less than was said', 5, [...HEADER, 5, 0, 0, 0, 0x40, ...ascii('abcd'), ...END]],
  ])('refuses %s', (_, length, bytes) => {
    expect(() => lz4Frames(Uint8Array.from(bytes), length)).toThrow(RangeError)
  })
})
