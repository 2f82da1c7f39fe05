import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTokens, numberToken } from '../testkit/values.js'
import { compareNumbers, isJsonNumber, numberOf, readNumber } from './number.js'
import { Num } from './value.js'

describe('reading', () => {
  test('plain integers of up to 15 digits are numbers, everything else stays its token', () => {
    for (const token of ['0', '7', '-7', '999999999999999', '-123456789012345'])
      expect(numberOf(token)).toBe(Number(token))
    for (const token of ['-0', '7.0', '1e5', '1E5', '9007199254740993', '1000000000000000', '0.1', '-1.50'])
      expect(numberOf(token)).toEqual(new Num(token))
  })

  test.each(['0', '-0', '1.0', '1e5', '1E+5', '-0.5e-10', '12345678901234567890'])('%s is a JSON number', (token) => {
    expect(isJsonNumber(token)).toBe(true)
  })
  test.each([
    '',
    '-',
    '+1',
    '01',
    '1.',
    '.5',
    '1e',
    '1e+',
    '0x1',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '1_0',
    '1,5',
    '--1',
    '1.5.2',
  ])('%j is none', (token) => expect(isJsonNumber(token)).toBe(false))

  test.each([
    ['7', 7],
    [' 7\t', 7],
    ['+5', new Num('+5')],
    ['.5', new Num('.5')],
    ['5.', new Num('5.')],
    ['007', new Num('007')],
    ['1E3', new Num('1E3')],
    ['-.5e-2', new Num('-.5e-2')],
    ['9007199254740993', new Num('9007199254740993')],
  ])('a person writes %j', (text, number) => {
    expect(readNumber(text)).toEqual(number)
  })
  test.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '1e',
    '0x7',
    'NaN',
    'Infinity',
    '-Infinity',
    '1_000',
    '1,000',
    '1 000',
    '٣',
    'seven',
    '7x',
    '2024-01-01',
  ])('%j is no number', (text) => expect(readNumber(text)).toBeUndefined())
})

describe('comparing', () => {
  const sign = (a: string, b: string): number => Math.sign(compareNumbers(numberOf(a), numberOf(b))) + 0

  test.each([
    ['9007199254740993', '9007199254740992', 1],
    ['9223372036854775807', '9223372036854775808', -1],
    ['0.1000000000000000055511151231257827', '0.1', 1],
    ['0.10000000000000000', '0.1', 0],
    ['1e400', '1e401', -1],
    ['-1e400', '-1e401', 1],
    ['1e400', '10e399', 0],
    ['1e-400', '0', 1],
    ['-1e-400', '0', -1],
    ['1e99999999999999999999', '1e99999999999999999998', 1],
    ['-0', '0', 0],
    ['-0.0', '0e5', 0],
    ['10.0', '10', 0],
    ['1e3', '1000', 0],
    ['999999999999999', '999999999999999.1', -1],
    ['123456789012345e10', '1234567890123450000000000', 0],
    ['2', '10', -1],
    ['-2', '-10', 1],
  ])('%s against %s', (a, b, expected) => {
    expect(sign(a, b)).toBe(expected)
    expect(sign(b, a)).toBe(0 - expected)
  })

  test('is the order of fractions', () => {
    const near = fc
      .tuple(numberToken, fc.nat(3))
      .map(([token, zeros]): [string, string] => [
        token,
        token.includes('.') ? token.replace(/(?=e|$)/, '0'.repeat(zeros)) : token,
      ])
    fc.assert(
      fc.property(fc.oneof(fc.tuple(numberToken, numberToken), near), ([a, b]) => {
        expect(sign(a, b)).toBe(compareTokens(a, b))
      }),
      { numRuns: 3000 },
    )
  })

  test('reads the loose spellings by value', () => {
    const loose: [string, string][] = [
      ['+5', '5'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['007', '7'],
      ['-.5e-2', '-0.005'],
      ['+.5E+1', '5'],
    ]
    for (const [a, b] of loose) expect(compareNumbers(readNumber(a) as Num, numberOf(b)), a).toBe(0)
    expect(compareNumbers(readNumber('00000000000000000001') as Num, 2)).toBeLessThan(0)
  })

  test('NaN has no order, infinities lie beyond every number', () => {
    const [nan, up, down] = ['NaN', 'Infinity', '-Infinity'].map((token) => new Num(token)) as [Num, Num, Num]
    for (const other of [nan, up, down, 0, new Num('1e400')]) {
      expect(compareNumbers(nan, other)).toBeNaN()
      expect(compareNumbers(other, nan)).toBeNaN()
    }
    for (const number of [0, -5, new Num('1e400'), new Num('-1e400'), new Num('9007199254740993'), new Num('1.5')]) {
      expect(compareNumbers(up, number)).toBeGreaterThan(0)
      expect(compareNumbers(number, up)).toBeLessThan(0)
      expect(compareNumbers(down, number)).toBeLessThan(0)
    }
    expect(compareNumbers(up, up)).toBe(0)
    expect(compareNumbers(up, down)).toBeGreaterThan(0)
  })
})
