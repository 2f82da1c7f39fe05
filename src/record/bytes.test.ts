import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from '../testkit/values.js'
import { Bytes } from './bytes.js'

type Step = { text: string } | { slice: Uint8Array; start: number; end: number } | { byte: number } | { digits: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.oneof(text, fc.string({ unit: 'binary', maxLength: 60 })).map((t) => ({ text: t })),
  fc.tuple(fc.uint8Array({ maxLength: 80 }), fc.nat(80), fc.nat(80)).map(([slice, a, b]) => {
    const [start = 0, end = 0] = [a, b].map((n) => Math.min(n, slice.length)).sort((x, y) => x - y)
    return { slice, start, end }
  }),
  fc.nat(255).map((byte) => ({ byte })),
  fc
    .oneof(fc.nat(), fc.nat(1000), fc.maxSafeNat(), fc.constantFrom(0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31))
    .map((digits) => ({ digits })),
)

function bytesOf(at: Step): Uint8Array {
  if ('text' in at) return Buffer.from(at.text)
  if ('digits' in at) return Buffer.from(String(at.digits))
  return 'slice' in at ? at.slice.slice(at.start, at.end) : Uint8Array.of(at.byte)
}

function append(out: Bytes, at: Step): void {
  if ('text' in at) out.text(at.text)
  else if ('digits' in at) out.digits(at.digits)
  else if ('slice' in at) out.slice(at.slice, at.start, at.end)
  else out.byte(at.byte)
}

test('what is appended stands there, byte for byte, however it grows', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 1, max: 64 }), (steps, capacity) => {
      const out = new Bytes(capacity)
      for (const at of steps) append(out, at)
      const expected = Buffer.concat(steps.map(bytesOf))
      expect(out.view().equals(expected)).toBe(true)
      expect(out.length).toBe(expected.length)
      expect(out.last()).toBe(expected.at(-1))
    }),
  )
})

test('begins again when cleared', () => {
  const out = new Bytes(4)
  out.text('longer than four')
  out.clear()
  expect(out.last()).toBeUndefined()
  out.slice(Buffer.from('abc'))
  expect(out.view().toString()).toBe('abc')
})

test('lends room to write into', () => {
  const out = new Bytes(1)
  out.byte(0x61)
  out.advance(out.reserve(100).write('bcd', out.length))
  out.text('e')
  expect(out.view().toString()).toBe('abcde')
})
