// The passes over a text against plain loops in the language itself; texts longer than the window of memory too.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginLines,
  encoded,
  firstOf,
  found,
  kindsOf,
  LINE,
  lines,
  markUnits,
  measured,
  moreLines,
  template,
} from './kernel.js'

const signs = [
  ...'ab \t\u000b\u000c\u00a0\u3000"\\/é検ÿĀ\n\r',
  '\r\n',
  '👍',
  '\ud800',
  '\udc00',
  '\u0000',
  '\u001f',
  '\u007f',
  '\b',
  '\ufeff',
  'eight of ASCII, and more',
]
const texts = fc.array(fc.constantFrom(...signs), { maxLength: 120 }).map((parts) => parts.join(''))
/** Longer than the window of 2^18 units, and what stands at its seams moves with the shift. */
const long = (part: string, shift: number): string => 'x'.repeat(shift) + part.repeat(Math.ceil(300_000 / part.length))
const PARTS = [
  'a',
  '👍',
  '\r\n',
  '検\n',
  '\ud800',
  'one line of prose that goes on for a while\r',
  '\udc00\ud800',
  'é👍\n\r',
]

/** Stretches of a text that cut no pair. */
const stretches = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]): [string, number, number] => {
  const points = [...text]
  const [start = 0, end = 0] = [a, b]
    .map((n) => points.slice(0, n % (points.length + 1)).join('').length)
    .sort((x, y) => x - y)
  return [text, start, end]
})

const pairsIn = (text: string): number => text.length - [...text].length
const bytesIn = (text: string): number => new TextEncoder().encode(text).length

describe('measured and encoded', () => {
  const same = (text: string, start: number, end: number): void => {
    const stretch = text.slice(start, end)
    measured(text, start, end)
    expect(found).toEqual({ pairs: pairsIn(stretch), bytes: bytesIn(stretch) })
    const pieces: Buffer[] = []
    encoded(text, start, end, (bytes, from, to) => pieces.push(Buffer.from(bytes.slice(from, to))))
    expect(found).toEqual({ pairs: pairsIn(stretch), bytes: bytesIn(stretch) })
    expect(Buffer.concat(pieces).toString('utf8') === JSON.stringify(stretch).slice(1, -1)).toBe(true)
  }
  test('any stretch', () =>
    fc.assert(
      fc.property(stretches, ([text, start, end]) => same(text, start, end)),
      { numRuns: 2000 },
    ))
  test.each(PARTS)('longer than the window: %j', (part) => {
    for (const shift of [0, 1, 3]) {
      const text = long(part, shift)
      same(text, 0, text.length)
      same(text, shift + part.length, text.length - part.length)
    }
  })
})

test('every unit is encoded as JSON.stringify does', () => {
  const text = Array.from({ length: 0x10000 }, (_, unit) => `${String.fromCharCode(unit)} `).join('')
  const pieces: Buffer[] = []
  encoded(text, 0, text.length, (bytes, from, to) => pieces.push(Buffer.from(bytes.slice(from, to))))
  expect(Buffer.concat(pieces).toString('utf8') === JSON.stringify(text).slice(1, -1)).toBe(true)
})

test('what a text is made of', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(kindsOf(text)).toEqual({ ascii: !/[^\0-\x7f]/.test(text), plain: !/[\ud800-\udfff]/.test(text) })
    }),
    { numRuns: 2000 },
  )
  const padding = 'x'.repeat(600_000)
  expect(kindsOf(padding)).toEqual({ ascii: true, plain: true })
  expect(kindsOf(`${padding}é`)).toEqual({ ascii: false, plain: true })
  expect(kindsOf(`${padding}\ud800${padding}`)).toEqual({ ascii: false, plain: false })
})

function linesOf(text: string, all: boolean, from?: number, to?: number): number[][] {
  const read: number[][] = []
  beginLines(text, all, from, to)
  for (let n = moreLines(); n > 0; n = moreLines())
    for (let i = 0; i < n; i += LINE) read.push([...lines.subarray(i, i + LINE)])
  return read
}

function naiveLines(text: string, all: boolean): number[][] {
  const read: number[][] = []
  const blank = all ? /^[ \t\v\f\u00a0\u3000]*/ : /^[ \t]*/
  let start = 0
  for (const [line, body = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    if (line === '') continue
    const end = start + body.length
    const sign = start + (blank.exec(body) as RegExpExecArray)[0].length
    read.push([start, end, sign, sign === end ? 0 : text.charCodeAt(sign)])
    start += line.length
  }
  return read
}

describe('lines', () => {
  test('any text', () =>
    fc.assert(
      fc.property(texts, fc.boolean(), (text, all) => {
        expect(linesOf(text, all)).toEqual(naiveLines(text, all))
      }),
      { numRuns: 2000 },
    ))
  test('a stretch', () =>
    expect(linesOf('no\na\r\n b\nno', false, 3, 8)).toEqual([
      [3, 4, 3, 0x61],
      [6, 8, 7, 0x62],
    ]))
  test.each(PARTS)('longer than the window: %j', (part) => {
    for (const shift of [0, 1, 3]) {
      const text = long(part, shift)
      expect(JSON.stringify(linesOf(text, true)) === JSON.stringify(naiveLines(text, true))).toBe(true)
    }
  })
})

test('the first unit of a kind', () => {
  markUnits([0x7e], 2)
  expect(firstOf('a~b~', 0, 4, 2)).toBe(1)
  expect(firstOf('a~b~', 2, 3, 2)).toBe(3)
  expect(firstOf('a~b~', 0, 4, 4)).toBe(4)
  const text = `${'x'.repeat(600_000)}~`
  expect(firstOf(text, 0, text.length, 2)).toBe(600_000)
  expect(firstOf(text, 0, 500_000, 2)).toBe(500_000)
})

test('names and numbers by turns', () => {
  const { values, fill } = template(['a', ',"thirty ASCII signs no more":', ''])
  for (const numbers of [
    [0, 9, 10],
    [4294967295, 4294967294, 1000000000],
    [99, 100, 2147483648],
  ]) {
    values.set(numbers)
    let written = ''
    fill((bytes, from, to) => {
      written += Buffer.from(bytes.slice(from, to)).toString('latin1')
    })
    expect(written).toBe(`a${numbers[0]},"thirty ASCII signs no more":${numbers[1]}${numbers[2]}`)
  }
  expect(() => template(['x'.repeat(31)])).toThrow(RangeError)
})
