import { describe, expect, test } from 'vitest'
import { Path } from '../../record/path.js'
import { Num } from '../../record/value.js'
import { faultOf } from '../../testkit/codec.js'
import eq from './eq.js'
import { Condition, type Group } from './narrowing.js'
import { parseFilterFile, parseWhere, type Reading } from './parse.js'

const reading: Reading = { path: Path.of, compareAsText: false }

async function where(text: string) {
  const { path, operator, operands } = await parseWhere(text, reading)
  return [path.text, operator.summary, operands.map(({ text }) => text)]
}
const refused = (text: string): Promise<{ code: number; message: string }> => faultOf(parseWhere(text, reading))

/** A group as plain data. */
function plain(part: Condition | Group): unknown {
  if (!(part instanceof Condition)) return { [part.combine]: part.parts.map(plain) }
  return [part.text, ...part.operands.map(({ text }) => text)]
}
const file = async (json: string): Promise<unknown> => plain(await parseFilterFile(json, 'f.json', reading))
const refusedFile = (json: string): Promise<{ code: number; message: string }> =>
  faultOf(parseFilterFile(json, 'f.json', reading))

describe('--where', () => {
  test.each([
    ['lang eq en', 'lang', 'equals', ['en']],
    ['  lang   eq   en', 'lang', 'equals', ['en']],
    ['lang = en', 'lang', 'equals', ['en']],
    ['lang=en', 'lang', 'equals', ['en']],
    ['lang =en', 'lang', 'equals', ['en']],
    ['lang= en', 'lang', 'equals', ['en']],
    ['year>=2022', 'year', 'is at least', ['2022']],
    ['year >= 2022', 'year', 'is at least', ['2022']],
    ['year>2022', 'year', 'is greater than', ['2022']],
    ['year<2022', 'year', 'is less than', ['2022']],
    ['year<=2022', 'year', 'is at most', ['2022']],
    ['year != 2022', 'year', 'does not equal', ['2022']],
    ['n gt -1.5e3', 'n', 'is greater than', ['-1.5e3']],
    ['id eq 9007199254740993', 'id', 'equals', ['9007199254740993']],
    ['lang eq ""', 'lang', 'equals', ['']],
    ['lang=""', 'lang', 'equals', ['']],
    ['title eq annual leave', 'title', 'equals', ['annual leave']],
    ['title eq "annual \\"leave\\" \\u00e9"', 'title', 'equals', ['annual "leave" é']],
    ['title eq " leave "', 'title', 'equals', [' leave ']],
    ['title eq "leave" days', 'title', 'equals', ['"leave" days']],
    ['title eq "leave', 'title', 'equals', ['"leave']],
    ['note = a = b', 'note', 'equals', ['a = b']],
    ['note eq > 5', 'note', 'equals', ['> 5']],
    ['title contains a, b', 'title', 'has the text within it', ['a, b']],
    ['meta.lang eq en', 'meta.lang', 'equals', ['en']],
    ['/meta/lang eq en', '/meta/lang', 'equals', ['en']],
    ['"my field" eq en', 'my field', 'equals', ['en']],
    ['"a=b" = c', 'a=b', 'equals', ['c']],
    ['eq eq eq', 'eq', 'equals', ['eq']],
    ['lang in en,de', 'lang', 'equals one of a list', ['en', 'de']],
    ['lang in en , de', 'lang', 'equals one of a list', ['en', 'de']],
    ['lang in "a,b",c', 'lang', 'equals one of a list', ['a,b', 'c']],
    ['lang in ,c', 'lang', 'equals one of a list', ['', 'c']],
    ['lang in ["en","d,e",2022,1.0,true]', 'lang', 'equals one of a list', ['en', 'd,e', '2022', '1.0', 'true']],
    ['lang in []', 'lang', 'equals one of a list', []],
    ['lang nin en', 'lang', 'equals none of a list', ['en']],
    ['year between 2020,2024', 'year', 'lies between two values, both included', ['2020', '2024']],
    ['year between [2020, 2024]', 'year', 'lies between two values, both included', ['2020', '2024']],
    ['tags empty', 'tags', 'is null, "" or []', []],
    ['tags not_empty ', 'tags', 'is there and is not null, "" or []', []],
  ])('%s', async (text, field, summary, values) => {
    expect(await where(text)).toEqual([field, summary, values])
  })

  const THERE_ARE =
    '(there are: eq ne in nin gt gte lt lte between contains not_contains starts_with ends_with empty not_empty = != > >= < <=)'
  test.each([
    ['year gtee 2022', `unknown operator "gtee", did you mean gte? ${THERE_ARE}`],
    ['lang equals en', `unknown operator "equals" ${THERE_ARE}`],
    ['lang EQ en', `unknown operator "EQ", did you mean eq? ${THERE_ARE}`],
    ['lang == en', `unknown operator "==", did you mean =? ${THERE_ARE}`],
    ['lang==en', `unknown operator "==", did you mean =? ${THERE_ARE}`],
    ['year=>2022', `unknown operator "=>", did you mean =? ${THERE_ARE}`],
    ['title start_with x', `unknown operator "start_with", did you mean starts_with? ${THERE_ARE}`],
    ['lang', `--where "lang": expected FIELD OP VALUE, such as 'lang eq en'`],
    ['', `--where "": expected FIELD OP VALUE, such as 'lang eq en'`],
    ['lang eq', `--where "lang eq": eq needs a value ('lang eq ""' for the empty text)`],
    ['lang eq ', `--where "lang eq ": eq needs a value ('lang eq ""' for the empty text)`],
    ['year>=', `--where "year>=": gte needs a value ('year gte ""' for the empty text)`],
    ['tags empty []', '--where "tags empty []": empty takes no value'],
    ['year between 2020', 'year between 2020: between needs two values, such as 2020,2024'],
    ['year between 2020,2022,2024', 'year between 2020,2022,2024: between needs two values, such as 2020,2024'],
    ['lang in [en,de]', '--where: "[en,de]" begins like a JSON array but is none'],
    ['lang in [null]', "a condition's value must be a text, number or boolean, not null"],
    ['lang in [["en"]]', `a condition's value must be a text, number or boolean, not ["en"]`],
  ])('refuses %j', async (text, message) => {
    expect(await refused(text)).toEqual({ code: 2, message })
  })

  test('a field is found where the reading says', async () => {
    const asked: string[] = []
    const path = (field: string): Path => {
      asked.push(field)
      return Path.of('body')
    }
    expect((await parseWhere('text contains x', { path, compareAsText: false })).path.text).toBe('body')
    expect(asked).toEqual(['text'])
  })

  test('numbers are kept exactly', async () => {
    const { operands } = await parseWhere('n in 9007199254740993,0.1000000000000000055511151231257827,7', reading)
    expect(operands.map(({ number }) => number)).toEqual([
      new Num('9007199254740993'),
      new Num('0.1000000000000000055511151231257827'),
      7,
    ])
  })

  test('comparing as text compares everything as it is spelt', async () => {
    const asText = await parseWhere('n lt 20', { ...reading, compareAsText: true })
    expect([1234, 3, new Num('1.0'), '10', true, [3, 1234], new Map()].map((v) => asText.holds(v))).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
      false,
    ])
    const empty = await parseWhere('n empty', { ...reading, compareAsText: true })
    expect([null, '', [], 0, 'null'].map((v) => empty.holds(v))).toEqual([true, true, true, false, false])
  })
})

describe('--filter', () => {
  test('a condition, a group, groups in groups', async () => {
    expect(await file('{"field":"lang","op":"eq","value":"en"}')).toEqual(['lang eq en', 'en'])
    expect(await file('\ufeff{"field":"year","op":">=","value":2022}')).toEqual(['year gte 2022', '2022'])
    expect(
      await file(`{"conditions":[
        {"field":"lang","op":"in","value":["en","de"]},
        {"combine":"or","conditions":[{"field":"year","op":"between","value":[2020,2024]},{"field":"tags","op":"empty"},
          {"combine":"and","conditions":[{"field":"n","op":"nin","value":"a,b"}]}]}]}`),
    ).toEqual({
      and: [
        ['lang in ["en","de"]', 'en', 'de'],
        { or: [['year between [2020,2024]', '2020', '2024'], ['tags empty'], { and: [['n nin a,b', 'a', 'b']] }] },
      ],
    })
  })

  test('numbers and booleans keep their spelling', async () => {
    for (const token of ['9007199254740993', '0.1000000000000000055511151231257827', '1e400', '1.0', '-0', 'true'])
      expect(await file(`{"field":"n","op":"eq","value":${token}}`)).toEqual([`n eq ${token}`, token])
    expect(await file('{"field":"n","op":"in","value":[18446744073709551615,1.0]}')).toEqual([
      'n in [18446744073709551615,1.0]',
      '18446744073709551615',
      '1.0',
    ])
    expect(await file('{"field":"lang","op":"eq","value":""}')).toEqual(['lang eq ', ''])
  })

  const SHAPE = 'expected {"field","op","value"} or {"combine","conditions"}'
  test.each([
    ['', 'f.json: expected JSON with a condition or a group of conditions'],
    ['{"field":"y"', 'f.json: expected JSON with a condition or a group of conditions'],
    ['[]', `f.json: ${SHAPE}`],
    ['null', `f.json: ${SHAPE}`],
    ['{}', `f.json: ${SHAPE}`],
    ['{"field":"y","value":3}', `f.json: ${SHAPE}`],
    ['{"field":7,"op":"eq","value":3}', `f.json: ${SHAPE}`],
    ['{"y":{"$gt":3}}', 'f.json: unknown key "y" (there are: field op value)'],
    ['{"field":"y","op":"eq","value":3,"not":true}', 'f.json: unknown key "not" (there are: field op value)'],
    [
      '{"conditions":[{"field":"y","op":"eq","value":1}],"combin":"or"}',
      'f.json: unknown key "combin", did you mean combine? (there are: combine conditions)',
    ],
    ['{"combine":"and","conditions":[]}', 'f.json: conditions: expected a list that is not empty'],
    ['{"combine":"and"}', 'f.json: conditions: expected a list that is not empty'],
    [
      '{"combine":"xor","conditions":[{"field":"y","op":"empty"}]}',
      'f.json: unknown combine "xor", did you mean or? (there are: and or)',
    ],
    [
      '{"combine":"not","conditions":[{"field":"y","op":"empty"}]}',
      'f.json: unknown combine "not" (there are: and or)',
    ],
    ['{"conditions":[{"field":"y","op":"empty"},[]]}', `f.json: condition 2: ${SHAPE}`],
    ['{"conditions":[{"field":"y","op":"empty","value":[]}]}', 'f.json: condition 1: empty takes no value'],
    [
      '{"conditions":[{"conditions":[{"field":"y","op":"eq"}]}]}',
      'f.json: condition 1: condition 1: y eq: value is missing',
    ],
    ['{"field":"y","op":"eq","value":null}', "f.json: a condition's value must be a text, number or boolean, not null"],
    ['{"field":"y","op":"eq","value":[1]}', "f.json: a condition's value must be a text, number or boolean, not [1]"],
    ['{"field":"y","op":"between","value":[1]}', 'f.json: y between [1]: between needs two values, such as 2020,2024'],
    ['{"field":"","op":"eq","value":1}', 'f.json: a condition names no field:  eq 1'],
  ])('refuses %s', async (json, message) => {
    expect(await refusedFile(json)).toEqual({ code: 2, message })
  })

  test('an unknown operator suggests the nearest', async () => {
    expect((await refusedFile('{"field":"y","op":"gtee","value":3}')).message).toMatch(
      /^f\.json: unknown operator "gtee", did you mean gte\? /,
    )
  })
})

test('the operator is the one that is listed', async () => {
  expect((await parseWhere('lang eq en', reading)).operator).toBe(eq)
})
