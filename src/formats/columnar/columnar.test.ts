import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSpool } from '../../io/spool.js'
import type { Batch } from '../../record/batch.js'
import type { Column, Native, Type } from '../../record/schema.js'
import { batchesOf, faultOf, kept, sourceOf } from '../../testkit/codec.js'
import ndjson from '../ndjson.js'
import { columnar } from './columnar.js'

/** The columns that hold all lines, and each line's cells. */
async function typed(
  lines: readonly string[],
): Promise<{ columns: readonly Column[]; cells: Native[][]; sizes: number[] }> {
  const batches = batchesOf(ndjson, [sourceOf(lines.map((line) => `${line}\n`).join(''))])
  let columns: readonly Column[] = []
  const cells: Native[][] = []
  const sizes: number[] = []
  for await (const batch of columnar(batches, { name: 'output', spool: openSpool })) {
    columns = batch.columns
    sizes.push(batch.size)
    for (let i = 0; i < batch.size; i++) cells.push(columns.map((_, c) => batch.cell(c, i)))
  }
  return { columns, cells, sizes }
}

const spelt = (type: Type): string => {
  if (type.kind === 'list') return `[${spelt(type.item.type)}]`
  if (type.kind === 'struct') return `{${type.fields.map((field) => `${field.name}:${spelt(field.type)}`).join(' ')}}`
  return type.kind === 'text' && type.json === true ? 'json' : type.kind === 'int' ? `int${type.bits}` : type.kind
}

/** The type and the cells of column `v` over records with these values. */
async function column(...values: string[]): Promise<[string, ...Native[]]> {
  const { columns, cells } = await typed(values.map((value) => `{"v":${value}}`))
  return [spelt(columns[0]?.type as Type), ...cells.map(([cell]) => cell as Native)]
}

describe('the type of a column', () => {
  it('of one kind', async () => {
    expect(await column('true', 'null', 'false')).toEqual(['bool', true, null, false])
    expect(await column('"a"', '"\\u00e9"')).toEqual(['text', 'a', 'é'])
    expect(await column('null', 'null')).toEqual(['text', null, null])
    expect(await column('0', '-9223372036854775808', '9223372036854775807')).toEqual([
      'int64',
      0n,
      -9223372036854775808n,
      9223372036854775807n,
    ])
    expect(await column('1', '2.5', '1e3', '-0')).toEqual(['float', 1, 2.5, 1000, -0])
  })

  it('of numbers that 64 bits or a double would change is text of the JSON', async () => {
    expect(await column('9223372036854775808', '1')).toEqual(['json', '9223372036854775808', '1'])
    expect(await column('9007199254740993', '0.5')).toEqual(['json', '9007199254740993', '0.5'])
    expect(await column('9007199254740992', '0.5')).toEqual(['float', 9007199254740992, 0.5])
    expect(await column('0.1000000000000000055511151231257827')).toEqual([
      'json',
      '0.1000000000000000055511151231257827',
    ])
    expect(await column('0.30000000000000004', '0.1')).toEqual(['float', 0.30000000000000004, 0.1])
    expect(await column('1e400')).toEqual(['json', '1e400'])
    expect(await column('1e-400')).toEqual(['json', '1e-400'])
  })

  it('of several kinds is text of the JSON', async () => {
    expect(await column('1', '"1"', 'null', '[1, 2]')).toEqual(['json', '1', '"1"', null, '[1, 2]'])
    expect(await column('{"a": 1}', '[]')).toEqual(['json', '{"a": 1}', '[]'])
    expect(await column('true', '1')).toEqual(['json', 'true', '1'])
  })

  it('of lists and objects', async () => {
    expect(await column('[]', 'null', '[ ]')).toEqual(['[text]', [], null, []])
    expect(await column('[1,null]', '[2.5]')).toEqual(['[float]', [1, null], [2.5]])
    expect(await column('[1,"a"]', '[]')).toEqual(['[json]', ['1', '"a"'], []])
    expect(await column('{}', '{}')).toEqual(['json', '{}', '{}'])
    expect(await column('{"b":1}', '{"a":[{"c":null}],"b":2}', '{}')).toEqual([
      '{b:int64 a:[{c:text}]}',
      [1n, null],
      [2n, [[null]]],
      [null, null],
    ])
  })

  it('of texts with half a surrogate pair is text of the JSON', async () => {
    expect(await column('"\\ud83d"', '"a"')).toEqual(['json', '"\\ud83d"', '"a"'])
    expect(await column('"\\ud83d\\ude00"')).toEqual(['text', '😀'])
  })

  it('of a key that comes twice is that of the last value', async () => {
    const { columns, cells } = await typed(['{"v":"x","w":1,"v":2}'])
    expect(columns.map(({ name, type }) => `${name} ${spelt(type)}`)).toEqual(['v int64', 'w int64'])
    expect(cells).toEqual([[2n, 1n]])
  })

  it('keys are told apart by what they spell', async () => {
    const { columns, cells } = await typed(['{"a\\u0062":1,"x\\\\u0062":2}', '{"ab":3,"x\\\\u0062":4}', '{"xb":5}'])
    expect(columns.map(({ name }) => name)).toEqual(['ab', 'x\\u0062', 'xb'])
    expect(cells).toEqual([
      [1n, 2n, null],
      [3n, 4n, null],
      [null, null, 5n],
    ])
  })

  it('what nests too deep, or has too many keys below the top, is text of the JSON', async () => {
    const deep = `${'['.repeat(200)}1${']'.repeat(200)}`
    expect(await column(deep)).toEqual([`${'['.repeat(64)}json${']'.repeat(64)}`, expect.anything()])
    const wide = `{${Array.from({ length: 1001 }, (_, i) => `"k${i}":${i}`).join()}}`
    expect(await column(wide, '{"z":1}')).toEqual(['json', wide, '{"z":1}'])
    expect(await faultOf(typed([`{${Array.from({ length: 10_001 }, (_, i) => `"k${i}":${i}`).join()}}`]))).toEqual({
      code: 3,
      message: 'output: more than 10000 different fields, which cannot all be columns',
    })
  })
})

it('stretches are bounded', async () => {
  const { sizes, cells } = await typed(Array.from({ length: 10_000 }, (_, i) => `{"v":${i}}`))
  expect(sizes).toEqual([8192, 1808])
  expect(cells.every(([cell], i) => cell === BigInt(i))).toBe(true)
  const large = await typed(Array.from({ length: 5 }, (_, i) => `{"v":"${String(i).repeat(5_000_000)}"}`))
  expect(large.sizes).toEqual([2, 2, 1])
})

/** Whether a cell of a type holds exactly a value of JSON. */
function holds(type: Type, cell: Native, value: unknown): boolean {
  if (value === null || value === undefined) return cell === null
  if (type.kind === 'text' && type.json === true)
    return Object.is(JSON.stringify(value), JSON.stringify(JSON.parse(cell as string)))
  if (type.kind === 'int') return cell === BigInt(JSON.stringify(value))
  if (type.kind === 'list')
    return (
      (value as unknown[]).length === (cell as Native[]).length &&
      (value as unknown[]).every((item, i) => holds(type.item.type, (cell as Native[])[i] as Native, item))
    )
  if (type.kind === 'struct') {
    const names = type.fields.map(({ name }) => name)
    return (
      Object.keys(value).every((key) => names.includes(key)) &&
      type.fields.every((field, i) => {
        const inner = Object.getOwnPropertyDescriptor(value, field.name)?.value
        return holds(field.type, (cell as Native[])[i] as Native, inner)
      })
    )
  }
  return Object.is(cell, value)
}

it('any records are held exactly', async () => {
  const key = fc.constantFrom('a', 'b', 'ü"\\', '__proto__', '')
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }))
  const records = fc.array(fc.dictionary(key, value, { minKeys: 1, maxKeys: 4 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const { columns, cells } = await typed(all.map((record) => JSON.stringify(record)))
      const root: Type = { kind: 'struct', fields: columns }
      for (const [i, record] of all.entries()) expect(holds(root, cells[i] as Native[], record)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('gives one batch without rows for no records, and none for no batch', async () => {
  const sizes = async (batches: AsyncIterable<Batch>): Promise<number[]> => {
    const found: number[] = []
    for await (const batch of columnar(batches, { name: 'output', spool: openSpool })) found.push(batch.size)
    return found
  }
  const one = () => batchesOf(ndjson, [sourceOf('{"a":1}\n')])
  expect(await sizes(kept(one(), () => false))).toEqual([0])
  expect(await sizes(batchesOf(ndjson, []))).toEqual([])
})
