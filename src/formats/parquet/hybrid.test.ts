import fc from 'fast-check'
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { expect, it } from 'vitest'
import { readHybrid } from './hybrid.js'

const decode = (bytes: Uint8Array, width: number, count: number): number[] => {
  const out = new Int32Array(count)
  readHybrid([Buffer.from(bytes), 0, bytes.length], width, out)
  return [...out]
}

it('decodes runs and groups', () => {
  // The example of the format's specification: 0 to 7 in three bits each, as one group.
  expect(decode(Uint8Array.of(0b11, 0b10001000, 0b11000110, 0b11111010), 3, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(decode(Uint8Array.of(200, 1, 5), 3, 100)).toEqual(Array(100).fill(5))
  expect(decode(Uint8Array.of(6, 0x34, 0x12), 16, 3)).toEqual([0x1234, 0x1234, 0x1234])
})

it('padding at the end may be missing, numbers may not', () => {
  expect(decode(Uint8Array.of(0b11, 0b10001000), 3, 2)).toEqual([0, 1])
  expect(() => decode(Uint8Array.of(0b11, 0b10001000), 3, 3)).toThrow('too early')
  expect(() => decode(Uint8Array.of(6), 3, 3)).toThrow('too early')
  expect(() => decode(Uint8Array.of(), 3, 1)).toThrow('too early')
})

it('decodes what hyparquet-writer encodes', () => {
  const numbers = fc.integer({ min: 1, max: 24 }).chain((width) =>
    fc.tuple(
      fc.constant(width),
      fc
        .array(fc.tuple(fc.nat(2 ** width - 1), fc.integer({ min: 1, max: 20 })), { maxLength: 20 })
        .map((runs) => runs.flatMap(([n, times]) => Array<number>(times).fill(n))),
    ),
  )
  fc.assert(
    fc.property(numbers, ([width, values]) => {
      const writer = new ByteWriter()
      writeRleBitPackedHybrid(writer, values, width)
      expect(decode(writer.getBytes(), width, values.length)).toEqual(values)
    }),
    { numRuns: 500 },
  )
})
