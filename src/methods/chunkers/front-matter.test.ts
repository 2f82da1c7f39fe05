// Front matter: values by literals, errors by line and reason, and the quick way against the package.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { toJson } from '../../record/value.js'
import { FrontMatterError, loadFrontMatter, metadataOf } from './front-matter.js'

beforeAll(loadFrontMatter)

const json = (yaml: string) => toJson(metadataOf(yaml))
const failure = (yaml: string) => {
  try {
    metadataOf(yaml)
  } catch (error) {
    if (error instanceof FrontMatterError) return [error.line, error.reason]
    throw error
  }
  return undefined
}

describe('values', () => {
  test.each([
    ['title: Demo\ntags: [a, b]\nnote: "a: b # c"\n', '{"title":"Demo","tags":["a","b"],"note":"a: b # c"}'],
    ['a: 1\nb: 1.50\nc: 1e5\nd: -0\ne: 9007199254740993', '{"a":1,"b":1.50,"c":1e5,"d":-0,"e":9007199254740993}'],
    [
      'a: 0x1F\nb: 0o17\nc: .inf\nd: .nan\ne: 007\nf: +5\ng: .5\nh: 5.',
      '{"a":"0x1F","b":"0o17","c":".inf","d":".nan","e":"007","f":"+5","g":".5","h":"5."}',
    ],
    [
      'a: 2024-01-31\nb: 2020/12/21\nc: 12:30:45\nd: 2001-12-14t21:59:43.10-05:00',
      '{"a":"2024-01-31","b":"2020/12/21","c":"12:30:45","d":"2001-12-14t21:59:43.10-05:00"}',
    ],
    ['a: true\nb: False\nc: yes\nd: No\ne: on', '{"a":true,"b":false,"c":"yes","d":"No","e":"on"}'],
    ['a: null\nb: ~\nc:\nd: ""\ne: "null"\nf: "1"', '{"a":null,"b":null,"c":null,"d":"","e":"null","f":"1"}'],
    ['a:\n  - x y\n  - 2\n\n  - "z"\nb:\n- null\nc: d', '{"a":["x y",2,"z"],"b":[null],"c":"d"}'],
    ['a:\n  b:\n    - 1\n    - {c: [d, 2.0]}\n  e: f', '{"a":{"b":[1,{"c":["d",2.0]}],"e":"f"}}'],
    [
      'a: |\n  one\n  two\nb: >-\n  three\n  four\nc: five\n  six',
      '{"a":"one\\ntwo\\n","b":"three four","c":"five six"}',
    ],
    ["a: 'it''s'\nb: \"\\u0041\\n\"\nc: don't", '{"a":"it\'s","b":"A\\n","c":"don\'t"}'],
    ['1: a\ntrue: b\n"c d": e\nnull: f', '{"1":"a","true":"b","c d":"e","null":"f"}'],
    ['a: b \u3000  \nc: "d"  \ne:   ', '{"a":"b \u3000","c":"d","e":null}'],
    ['a: b # c\n# d\ne: f#g', '{"a":"b","e":"f#g"}'],
    ['标题: 检索\ntitle: 介绍 "零" 打包', '{"标题":"检索","title":"介绍 \\"零\\" 打包"}'],
    ['a: !!str 5\nb: !own c', '{"a":"5","b":"c"}'],
    ['base: &b {x: 1}\nuse: *b\n', '{"base":{"x":1},"use":{"x":1}}'],
    ['base: &b {x: 1}\nuse:\n  <<: *b\n  y: 2', '{"base":{"x":1},"use":{"<<":{"x":1},"y":2}}'],
    ['__proto__: 1\nconstructor: 2', '{"__proto__":1,"constructor":2}'],
    ['a: 1\r\nb: [x,\r\n  y]\r\n', '{"a":1,"b":["x","y"]}'],
    ['a: 1\rb: [x,\r  y]\r', '{"a":1,"b":["x","y"]}'],
    ['{a: 1, "b": x}', '{"a":1,"b":"x"}'],
    ['', '{}'],
    ['\n  \n', '{}'],
    ['# nothing\n', '{}'],
  ])('%j', (yaml, want) => {
    expect(json(yaml)).toBe(want)
  })

  test('a plain integer is a number, others keep their token', () => {
    expect([...metadataOf('a: 41\nb: 41.0').values()]).toEqual([41, { token: '41.0' }])
  })
})

describe('what cannot be read', () => {
  test.each([
    ['a: 1\nb: 2\na: 3\n', 3, 'a key comes twice'],
    ['x: {a: 1,\n  a: 2}', 2, 'a key comes twice'],
    ['1: a\n"1": b', 2, 'a key comes twice'],
    ['- a\n- b', 1, 'expected a mapping of fields'],
    ['# c\njust text', 2, 'expected a mapping of fields'],
    ['~', 1, 'expected a mapping of fields'],
    ['a: "secret', 1, 'a missing quote, bracket or comma'],
    ['a: [secret', 1, 'wrong indentation, or a bracket that is not closed'],
    ['a: 1\nb: *secret', 2, 'an alias of nothing'],
    ['? [a]\n: b', 1, 'a key that is no text'],
    ['a: &a [*a]', 1, 'nested too deep'],
    [`a: ${'['.repeat(200)}${']'.repeat(200)}`, 1, 'nested too deep'],
    [`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 1, 'nested too deep'],
  ])('%#', (yaml, line, reason) => {
    const found = failure(yaml)
    expect(found).toEqual([line, reason])
    expect(found?.join()).not.toContain('secret')
  })

  test('aliases that multiply', () => {
    const lines = ['a: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let i = 1; i < 9; i++)
      lines.push(
        `b${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      )
    expect(failure(lines.join('\n'))?.[1]).toBe('aliases repeat too much')
  })
})

test('plain lines are read as the package reads them', () => {
  const value = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'ab1 :#\'"\\,[]{}-?!&*|>%@`~.+e\t\u3000\u00a0検é') }),
    fc.constantFrom(
      'true',
      'Null',
      'NULL ',
      '~',
      '0x1f',
      '1e3',
      '-1',
      '1.',
      '01',
      '1_0',
      'a: b',
      'a #b',
      'a:',
      '"a"  ',
      "'b'",
    ),
    fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, '')),
  )
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b_c', 'd-e', 'null', 'f'), fc.constantFrom(': ', ':', ':  '), value),
    fc.tuple(fc.constantFrom('a', 'b', 'f'), fc.constantFrom(':', ': ')),
    fc.tuple(fc.constantFrom('- ', '  - ', ' -  ', '-'), fc.oneof(fc.constantFrom('x', '"y"', '2'), value)),
  )
  const outcome = (yaml: string) => failure(yaml)?.slice(1) ?? json(yaml)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const yaml = lines.map((parts) => parts.join('')).join('\n')
      // A comment is not a plain line: with it, all go to the package.
      expect(outcome(yaml)).toEqual(outcome(`# c\n${yaml}`))
    }),
    { numRuns: 1000 },
  )
})

test('a plain value with a second colon is a text as written', () => {
  const fields = metadataOf("title: One: two # not this\nnote: it's: so\nlist:\n  - a\nsensitivity: RESTRICTED\n")
  expect([...fields]).toEqual([
    ['title', 'One: two'],
    ['note', "it's: so"],
    ['list', ['a']],
    ['sensitivity', 'RESTRICTED'],
  ])
})
