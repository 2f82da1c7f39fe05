import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LABEL_WIDTH, type LineTable, plainScanner, type Scanner, type Wanted } from './scan.js'
import { simdScanner } from './scan-simd.js'

const wanted: Wanted = { keys: ['year', 'id', 'kéy'], endings: ['sensitivity'], textEndings: ['metadata'] }
const both: [string, (wanted: Wanted) => Scanner][] = [
  ['plain', plainScanner],
  ['simd', (w) => simdScanner(w) as Scanner],
]

function scan(scanner: Scanner, bytes: Buffer, from = 0): LineTable {
  scanner
    .block(bytes.length + 7, 0)
    .fill(0x22)
    .set(bytes)
  return scanner.scan(from, bytes.length)
}

/** A table as plain data: per line its slices, its wanted values and its labels. */
function read(make: (wanted: Wanted) => Scanner, text: string | Buffer) {
  const bytes = Buffer.from(text)
  const table = scan(make(wanted), bytes)
  const lines = Array.from({ length: table.count }, (_, i) => {
    const fields = wanted.keys.map((_, k) => {
      const at = (i * wanted.keys.length + k) * 2
      const from = table.fields[at] as number
      return from < 0 ? undefined : bytes.toString('utf8', from, table.fields[at + 1])
    })
    return {
      whole: bytes.toString('utf8', table.first[i], table.next[i]),
      record: bytes.toString('utf8', table.start[i], table.end[i]),
      escaped: table.escaped[i],
      fields: table.escaped[i] === 1 ? [] : fields,
    }
  })
  const labels = Array.from({ length: table.labelCount }, (_, e) => [
    ...table.labels.slice(e * LABEL_WIDTH, (e + 1) * LABEL_WIDTH),
  ])
  return { lines, labels, stop: table.stop, broken: table.broken >= 0, blanks: table.blanks }
}

describe.each(both)('%s', (_, make) => {
  const fieldsOf = (line: string) => read(make, line).lines[0]?.fields

  test('finds top-level keys only, and the last of duplicates', () => {
    expect(fieldsOf('{"a":{"year":1},"year":2 , "b":[{"year":3}]}')).toEqual(['2', undefined, undefined])
    expect(fieldsOf('{"year":1,"year":"x,}\\"","id":{"year":[1,2]}}')).toEqual([
      '"x,}\\""',
      '{"year":[1,2]}',
      undefined,
    ])
    expect(fieldsOf('{"kéy":true}')).toEqual([undefined, undefined, 'true'])
    expect(fieldsOf('{ "year" \t: -0.5e+7\t}')).toEqual(['-0.5e+7', undefined, undefined])
  })

  test('a key with a backslash is told', () => {
    expect(read(make, '{"\\u0079ear":1}\n').lines[0]?.escaped).toBe(1)
    expect(read(make, '{"a":"\\u0079ear"}\n').lines[0]?.escaped).toBe(0)
  })

  test('line ends: LF, CRLF, none at the end, blank lines before and after', () => {
    const { lines, stop, blanks } = read(make, '\n {}\r\n\n\t\n{"id":1}\n{"id":2}\n\n \n')
    expect(lines.map(({ whole }) => whole)).toEqual(['\n {}\r\n', '\n\t\n{"id":1}\n', '{"id":2}\n'])
    expect(stop).toBe('\n {}\r\n\n\t\n{"id":1}\n{"id":2}\n'.length)
    expect(blanks).toBe(3)
    expect(read(make, '{}').lines.length).toBe(1)
  })

  test('label keys at any depth, in any case, with where their values start', () => {
    const text = '{"a":[{"SensiTivity" : "x"}],"doc.metadata":"{}","metadata":{},"sensitivityx":1}\n'
    expect(read(make, text).labels).toEqual([
      [0, 0, text.indexOf('Sensi'), text.indexOf('" :'), text.indexOf('"x"')],
      [0, 1, text.indexOf('doc.'), text.indexOf('":"{}'), text.indexOf('"{}')],
    ])
  })

  test.each([
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{"a":1 "b":2}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":tru}',
    '{"a":truex}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":1e}',
    '{"a":-}',
    '{"a":NaN}',
    '{"a":"\t"}',
    '{"a":"\\x"}',
    '{"a":"\\u12g4"}',
    '{"a":"x}',
    '{"a":1}}',
    '{"a":1}]',
    '{"a":[1}',
    '{"a":{"b":1]}',
    '{a:1}',
    "{'a':1}",
    '[1]',
    '1',
    'null',
    '"x"',
    '{"a":1}{"b":2}',
    '{"a":1} x',
    '{"a":1,,"b":2}',
    '{"a"::1}',
    '{"a":1:2}',
    '{"a" "b"}',
    '{1:2}',
    '{"a":"x"y}',
    '{"a":"b""c"}',
    '{"a":\v1}',
    '\f{}',
    '{"a":1\u00a0}',
    '{"a":"b\\"}',
    '{"a":\\"b"}',
    '{"a":--1}',
    '{"a":1.5.2}',
    '{"a":1e5.5}',
    '{"a":nul}',
    '{"a":"\\u00"}',
    '{"a":[}',
    '{"a":]}',
    '{"a":{]}',
  ])('refuses %j, and keeps what stood before it', (line) => {
    for (const text of [`{"id":1}\n${line}\n{"id":3}\n`, `{"id":1}\n${line}`]) {
      const { lines, broken, stop } = read(make, text)
      expect([lines.length, broken, stop]).toEqual([1, true, 9])
    }
  })

  test('nesting: 1023 deep is whole, 1025 is refused', () => {
    const deep = (n: number) => `{"a":${'['.repeat(n)}${']'.repeat(n)}}`
    expect(read(make, deep(1023)).lines.length).toBe(1)
    expect(read(make, deep(1025)).broken).toBe(true)
  })

  test('the table ends after 4096 lines; scanning goes on from there', () => {
    const bytes = Buffer.from('{"id":1}\n'.repeat(5000))
    const scanner = make(wanted)
    expect(scan(scanner, bytes)).toMatchObject({ count: 4096, stop: 4096 * 9, broken: -1 })
    expect(scanner.scan(4096 * 9, bytes.length)).toMatchObject({ count: 904, stop: bytes.length })
  })

  test('whatever JSON.stringify writes is found whole, with the value JSON.parse gives', () => {
    const record = fc.dictionary(
      fc.oneof(fc.constantFrom('year', 'id', 'a'), fc.string({ unit: 'grapheme' })),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
        const text = records.map((r) => `${JSON.stringify(r)}\n`).join('')
        const { lines } = read(make, text)
        expect(lines.map(({ record }) => record)).toEqual(records.map((r) => JSON.stringify(r)))
        for (const [i, line] of lines.entries()) {
          if (line.escaped === 1) continue
          const own = JSON.parse(JSON.stringify(records[i])) as Record<string, unknown>
          for (const [k, key] of wanted.keys.entries())
            expect(line.fields[k]).toBe(Object.hasOwn(own, key) ? JSON.stringify(own[key]) : undefined)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('accepts exactly the lines that JSON.parse takes for an object', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      ' ',
      '\t',
      '\r',
      '1',
      '-',
      '0',
      '.',
      'e',
      '+',
      'true',
      'null',
      'false',
      '"a"',
      '"year"',
      '"year":1',
      '{"a":1}',
      '\\u0041',
      '\\"',
      'é',
      '"b":',
      '"x\\\\"',
      '\u0001',
      'a'.repeat(63),
      '"'.concat('b'.repeat(70), '"'),
    )
    const line = fc.array(piece, { maxLength: 14 }).map((pieces) => `{${pieces.join('')}`)
    fc.assert(
      fc.property(line, fc.boolean(), (text, closed) => {
        const whole = closed ? `${text}}` : text
        let valid = true
        try {
          valid = JSON.parse(whole) !== null
        } catch {
          valid = false
        }
        expect(read(make, `${whole}\n`).broken).toBe(!valid)
      }),
      { numRuns: 4000 },
    )
  })
})

test('plain and simd say the same of anything', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '{"year":1}',
      '\n',
      '\r\n',
      '{',
      '}',
      '"',
      '\\',
      ',"sensitivity":"x"',
      '{"metadata":',
      '[',
      ']',
      ' ',
      '0',
      ':',
    ),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.json().map((json) => `{"id":${json},"a\\u0062":1}\n`),
    fc.nat(130).map((n) => `{"t":"${'x'.repeat(n)}\\n","year":${n}}\n`),
    fc.nat(130).map((n) => `{"t":"${'\\\\'.repeat(n)}"}\n`),
    fc
      .tuple(
        fc.array(fc.oneof(fc.double().map(String), fc.constantFrom('1', '-0', '01', ' 2', '[3]', '"x"', 'null')), {
          maxLength: 40,
        }),
        fc.nat(70),
      )
      .map(([numbers, n]) => `{"${'k'.repeat(n)}":[${numbers.join(',')}],"year":[1,[2,3]],"id":"\\\\"}\n`),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = Buffer.from(pieces.join(''))
      expect(read(both[1]?.[1] as never, text)).toEqual(read(plainScanner, text))
    }),
    { numRuns: 3000 },
  )
})
