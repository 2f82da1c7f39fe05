import { describe, expect, test } from 'vitest'
import ndjson from '../../formats/ndjson.js'
import { Path } from '../../record/path.js'
import type { Value } from '../../record/value.js'
import type { Stats } from '../../registry/format.js'
import { batchesOf } from '../../testkit/codec.js'
import { Pieces } from '../../testkit/splitter.js'
import { type Condition, explain, type Group, Narrowing } from './narrowing.js'
import { parseWhere } from './parse.js'

const where = (text: string, compareAsText = false): Promise<Condition> =>
  parseWhere(text, { path: Path.of, compareAsText })
const all = (...parts: (Condition | Group)[]): Group => ({ combine: 'and', parts })
const any = (...parts: (Condition | Group)[]): Group => ({ combine: 'or', parts })

async function batch(records: readonly string[]) {
  for await (const admitted of batchesOf(ndjson, [
    new Pieces(Buffer.from(records.map((record) => `${record}\n`).join(''))),
  ]))
    return admitted
  throw new Error('no records')
}

async function kept(root: Group, records: readonly string[], explained = false): Promise<number[]> {
  const sifted = new Narrowing(root, explained).sift(await batch(records))
  return Array.from({ length: sifted.size }, (_, i) => sifted.at(i).n)
}

const RECORDS = ['{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":2,"b":1}', '{"a":2,"b":2}', '{"a":1}']

describe('groups', () => {
  test('all, any, and one within the other', async () => {
    const a = await where('a = 1')
    const b = await where('b = 1')
    expect(await kept(all(a, b), RECORDS)).toEqual([1])
    expect(await kept(any(a, b), RECORDS)).toEqual([1, 2, 3, 5])
    expect(await kept(all(any(a, b), await where('b = 2')), RECORDS)).toEqual([2])
    expect(await kept(any(all(a, b), all(await where('a = 2'), await where('b = 2'))), RECORDS)).toEqual([1, 4])
    expect(await kept(any(all(a), any(b)), RECORDS)).toEqual([1, 2, 3, 5])
  })

  test('all of nothing keeps everything, any of nothing keeps nothing', async () => {
    expect(await kept(all(), RECORDS)).toEqual([1, 2, 3, 4, 5])
    expect(await kept(any(), RECORDS)).toEqual([])
    expect(await kept(all(any(), await where('a = 1')), RECORDS)).toEqual([])
  })

  test('when all are kept the batch itself comes back', async () => {
    const whole = await batch(RECORDS)
    expect(new Narrowing(all(await where('a not_empty'))).sift(whole)).toBe(whole)
    expect(new Narrowing(all()).sift(whole)).toBe(whole)
  })

  test('a single record is decided alike', async () => {
    const narrowing = new Narrowing(all(await where('a = 1'), await where('b = 2')))
    const whole = await batch(RECORDS)
    expect(RECORDS.map((_, i) => narrowing.keeps(whole.row(i)))).toEqual([false, true, false, false, false])
  })
})

describe('explaining', () => {
  test('counts every condition on every record, in both kinds of groups', async () => {
    for (const combine of [all, any]) {
      const narrowing = new Narrowing(combine(await where('a = 1'), await where('b = 2'), await where('c empty')), true)
      narrowing.sift(await batch(RECORDS))
      expect(explain(narrowing)).toEqual([
        'a eq 1: let 3 through',
        'b eq 2: let 2 through, 1 had no such field',
        'c empty: let 0 through, 5 had no such field',
      ])
    }
  })

  test('keeps the same records as without', async () => {
    const root = all(any(await where('a = 1'), await where('b = 1')), await where('b >= 1'))
    expect(await kept(root, RECORDS, true)).toEqual(await kept(root, RECORDS))
  })
})

describe('passing over a stretch by its statistics', () => {
  const columns = (known: Record<string, Stats>) => (column: string) => known[column]
  const excludes = async (root: Group, known: Record<string, Stats>, explained = false): Promise<boolean> =>
    new Narrowing(root, explained).excludes(columns(known))
  const range = (min: Value, max: Value): Stats => ({ min, max })

  test.each([
    ['year gt 5', range(1, 5), true],
    ['year gt 4', range(1, 5), false],
    ['year gte 6', range(1, 5), true],
    ['year gte 5', range(1, 5), false],
    ['year lt 1', range(1, 5), true],
    ['year lt 2', range(1, 5), false],
    ['year lte 0', range(1, 5), true],
    ['year lte 1', range(1, 5), false],
    ['year eq 6', range(1, 5), true],
    ['year eq 0', range(1, 5), true],
    ['year eq 3', range(1, 5), false],
    ['year eq x', range(1, 5), false],
    ['year in 0,6', range(1, 5), true],
    ['year in 0,3', range(1, 5), false],
    ['year in []', range(1, 5), true],
    ['year between 6,9', range(1, 5), true],
    ['year between -3,0', range(1, 5), true],
    ['year between 5,9', range(1, 5), false],
    ['year ne 3', range(3, 3), false],
    ['lang eq de', range('en', 'fr'), true],
    ['lang eq en', range('en', 'fr'), false],
    ['lang gt \u{1f600}', range('a', '\uffff'), true],
    ['ok eq true', range(false, false), false],
    ['year gt 5', {}, false],
    ['year gt 5', { min: 1 }, false],
    ['year gt 5', { absent: true }, true],
    ['year empty', { absent: true }, true],
    ['year gt 5', { allNull: true }, true],
    ['year not_empty', { allNull: true }, true],
    ['year empty', { allNull: true }, false],
    ['year empty', range(1, 5), false],
    ['year not_empty', range(1, 5), false],
  ] satisfies [string, Stats, boolean][])('%s in %j: %s', async (condition, stats, expected) => {
    expect(await excludes(all(await where(condition)), { year: stats, lang: stats, ok: stats })).toBe(expected)
  })

  test('all need one that excludes, any need every one; nothing excludes nothing', async () => {
    const known = { a: range(1, 5), b: range(1, 5) }
    const out = await where('a > 9')
    const within = await where('b > 2')
    expect(await excludes(all(out, within), known)).toBe(true)
    expect(await excludes(any(out, within), known)).toBe(false)
    expect(await excludes(any(out, out), known)).toBe(true)
    expect(await excludes(all(any(out, all(within, out)), within), known)).toBe(true)
    expect(await excludes(all(), known)).toBe(false)
    expect(await excludes(all(any(), within), known)).toBe(false)
  })

  test('what a range cannot tell is never passed over', async () => {
    const known = { year: range(1, 5), a: range(1, 5), 'a.b': range(1, 5) }
    expect(await excludes(all(await where('unknown > 9')), known)).toBe(false)
    // Below a column, and as text, the order is another.
    expect(await excludes(all(await where('a.b > 9')), known)).toBe(false)
    expect(await excludes(all(await where('year > 9', true)), known)).toBe(false)
    // Counting needs every record.
    expect(await excludes(all(await where('year > 9')), known, true)).toBe(false)
  })

  test('of several spellings the first that the file has decides', async () => {
    const path = (): Path => Path.anyOf('chunk_id', ['chunk_id', 'id', '_id'])
    const root = all(await parseWhere('chunk_id eq x', { path, compareAsText: false }))
    const absent = { absent: true }
    expect(await excludes(root, { chunk_id: absent, id: range('a', 'c'), _id: range('a', 'z') })).toBe(true)
    expect(await excludes(root, { chunk_id: absent, id: absent, _id: range('a', 'z') })).toBe(false)
    expect(await excludes(root, { chunk_id: absent, id: absent, _id: absent })).toBe(true)
    expect(await excludes(root, { chunk_id: range('a', 'c'), id: range('a', 'z') })).toBe(true)
  })
})
