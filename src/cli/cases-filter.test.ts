// What a filter must hold, from small inputs that failed in other tools.
import { describe, expect, test } from 'vitest'
import { caseOf, idsOf } from '../testkit/cases.js'

describe('14 missing, null and empty', () => {
  const { sluice, read } = caseOf('14-missing-null-empty')
  const kept = async (where: string): Promise<unknown[]> => {
    const { code, out } = await sluice('filter', '--where', where, 'in.ndjson')
    expect(code).toBe(0)
    return idsOf(out)
  }

  test('ne keeps those that have another value, not those that have none; null counts as none', async () => {
    expect(await kept('lang ne en')).toEqual(['x2', 'x5'])
  })

  test('so does nin', async () => {
    expect(await kept('lang nin ["en","fr"]')).toEqual(['x5'])
    expect(await kept('lang nin en,fr')).toEqual(['x5'])
  })

  test('the empty text is a value of its own', async () => {
    expect(await kept('lang eq ""')).toEqual(['x5'])
    expect(await kept('lang eq en')).toEqual(['x1'])
    expect(await kept('lang empty')).toEqual(['x4', 'x5'])
  })

  test('kept lines stand in the order of the input, byte for byte', async () => {
    const { out } = await sluice('filter', '--where', 'lang in fr,en', 'in.ndjson')
    expect(out).toBe('{"id":"x1","lang":"en"}\n{"id":"x2", "lang":"fr"}\n')
    expect((await sluice('filter', 'in.ndjson')).out).toBe(read('in.ndjson'))
  })

  test('a literal key with dots wins over a nested path; a pointer tells them apart', async () => {
    expect(await kept('meta.lang eq en')).toEqual(['x6'])
    expect(await kept('meta.lang eq fr')).toEqual([])
    expect(await kept('/meta/lang eq fr')).toEqual(['x6'])
  })
})

describe('15 numbers, texts and booleans', () => {
  const { sluice } = caseOf('15-number-text-boolean-compare')
  const filter = async (where: string): Promise<string> => (await sluice('filter', '--where', where, 'in.ndjson')).out

  test('the value of the record decides how to compare', async () => {
    expect(idsOf(await filter('n lt 20'))).toEqual(['r1', 'r2', 'r5', 'r7'])
  })

  test('between takes both ends', async () => {
    expect(idsOf(await filter('n between 9,10'))).toEqual(['r1', 'r2'])
  })

  test('true is the boolean and the text, not 1', async () => {
    expect(idsOf(await filter('ok eq true'))).toEqual(['r1', 'r2'])
  })

  test('numbers keep their spelling', async () => {
    expect(await filter('n in 10,1000,0')).toBe(
      '{"id":"r2","n":10.0,"ok":"true","tag":"a"}\n{"id":"r5","n":"10"}\n{"id":"r6","n":1e3}\n{"id":"r7","n":-0}\n',
    )
  })

  test('1000 is 1e3', async () => {
    expect(idsOf(await filter('n eq 1000'))).toEqual(['r6'])
  })

  test('a list equals when an element does; ne is the exact complement among those that have the field', async () => {
    expect(idsOf(await filter('tag eq a'))).toEqual(['r1', 'r2'])
    expect(idsOf(await filter('tag ne a'))).toEqual(['r3', 'r4'])
    expect(idsOf(await filter('tag in a,A'))).toEqual(['r1', 'r2', 'r4'])
    expect(idsOf(await filter('tag nin a,A'))).toEqual(['r3'])
  })
})

describe('16 a filter that is none', () => {
  const { sluice } = caseOf('16-unknown-operator-passes-all')

  test.each([
    ['bad-op.json', 'gtee'],
    ['bad-shape.json', 'bad-shape.json: unknown key "y"'],
    ['empty.json', 'empty.json: expected JSON with a condition'],
  ])('%s ends with a usage fault, and nothing is written', async (file, names) => {
    expect(await sluice('filter', '--filter', file, 'in.ndjson')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining(names),
    })
  })

  test('in an empty list is nothing, in none of it is everything that has the field', async () => {
    expect(await sluice('filter', '--filter', 'in-empty.json', 'in.ndjson')).toEqual({ code: 0, out: '', err: '' })
    expect(idsOf((await sluice('filter', '--where', 'y nin []', 'in.ndjson')).out)).toEqual(['a', 'b'])
  })

  test('between with its ends reversed keeps nothing, as the help says', async () => {
    expect(await sluice('filter', '--where', 'y between 5,1', 'in.ndjson')).toEqual({ code: 0, out: '', err: '' })
    expect((await sluice('filter', '--help')).out).toContain('a first above the second keeps nothing')
  })
})
