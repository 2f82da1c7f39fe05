import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Bytes } from '../../record/bytes.js'
import { Texts } from './texts.js'
import { Spans } from './values.js'

/** Texts from a page in PLAIN encoding, the first `dictionary` of them as a dictionary. */
function textsOf(values: readonly (string | Uint8Array)[], dictionary = 0): Texts {
  const parts = values.flatMap((value) => {
    const bytes = Buffer.from(value as string)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return [length, bytes]
  })
  const page = Buffer.concat(parts)
  const spans = new Spans(true, undefined, Buffer.allocUnsafe)
  spans.reserve(values.length)
  spans.plain([page, 0, page.length], values.length)
  return new Texts(spans, dictionary, (row) => new Error(`row ${row}`))
}

const json = (texts: Texts, place: number): string => {
  const out = new Bytes(1)
  texts.json(place, 0, out)
  return out.view().toString()
}

it('gives every text as it is, and its JSON', () => {
  const anyText = fc.string({
    unit: fc.oneof(fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', 'é', '漢', '😀'), fc.string()),
  })
  const values = fc.array(anyText, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(values, fc.nat(8), (all, dictionary) => {
      const texts = textsOf(all, dictionary)
      for (const [place, text] of all.entries()) {
        for (const _ of [1, 2]) {
          expect(texts.at(place, 0)).toBe(text)
          expect(json(texts, place)).toBe(JSON.stringify(text))
        }
      }
    }),
    { numRuns: 500 },
  )
})

it('refuses what is not UTF-8, and only that', () => {
  const cut = Buffer.from('é').subarray(0, 1)
  const rest = Buffer.from('é').subarray(1)
  const texts = textsOf(['é', cut, rest, 'ok'])
  expect(texts.at(0, 0)).toBe('é')
  expect(json(texts, 3)).toBe('"ok"')
  expect(() => texts.at(1, 7)).toThrow('row 7')
  expect(() => json(texts, 2)).toThrow('row 0')
})
