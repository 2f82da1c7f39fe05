// Scores read from bytes: the same double as by their text, or none.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainNumber, scoreToken } from './score.js'

const read = (text: string): number | undefined => {
  const bytes = Buffer.from(`x${text}y`)
  return plainNumber(bytes, 1, bytes.length - 1)
}

test('is the double of the text', () => {
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), fc.bigInt({ min: 0n, max: 10n ** 16n }), fc.integer({ min: 0, max: 18 }))
    .map(([sign, digits, scale]) => {
      const text = digits.toString().padStart(scale + 1, '0')
      return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
    })
  fc.assert(
    fc.property(decimal, (text) => {
      const number = read(text)
      const digits = text.replace(/[-.]/g, '').length
      if (digits <= 15) expect(Object.is(number, Number(text))).toBe(true)
      else expect(number).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test.each(['', '-', '.', '.5', '5.', '01', '-01', '00', '00.5', '1e5', '+1', '1.2.3', 'NaN', '1 ', '--1', '1-'])(
  'leaves %j to others',
  (text) => expect(read(text)).toBeUndefined(),
)

test.each([
  ['+.5', '0.5'],
  ['.5e2', '0.5e2'],
  ['-007.10', '-7.10'],
  ['5.', '5'],
  ['nan', undefined],
  ['inf', undefined],
  ['0x1', undefined],
  ['', undefined],
])('%j is %j', (text, token) => expect(scoreToken(text)).toBe(token))
