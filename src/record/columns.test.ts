import { describe, expect, test } from 'vitest'
import { Bytes } from './bytes.js'
import { Columns, labelColumns } from './columns.js'
import { Path } from './path.js'
import type { Column, Native, Type } from './schema.js'
import type { Value } from './value.js'

const column = (name: string, type: Type): Column => ({ name, type, nullable: true })
const text: Type = { kind: 'text' }
const bytes: Type = { kind: 'bytes' }
const int: Type = { kind: 'int', bits: 64, signed: true }
const struct = (...fields: Column[]): Type => ({ kind: 'struct', fields })
const list = (type: Type): Type => ({ kind: 'list', item: column('item', type) })
const map = (key: Type, value: Type): Type => ({ kind: 'map', key: column('key', key), value: column('value', value) })

/** A stretch of rows, column by column. */
function batch(columns: readonly [Column, readonly Native[]][]): Columns {
  const vectors = columns.map(([, cells]) => ({ get: (row: number): Native => cells[row] ?? null }))
  return new Columns({
    file: 'x.parquet',
    before: 100,
    size: columns[0]?.[1].length ?? 0,
    columns: columns.map(([c]) => c),
    vectors,
  })
}

const jsonOf = (rows: Columns): string[] =>
  Array.from({ length: rows.size }, (_, i) => {
    const out = new Bytes()
    rows.json(i, out)
    return out.view().toString()
  })

describe('a batch of columns', () => {
  const rows = batch([
    [column('id', int), [1n, 9007199254740993n, null]],
    [column('meta', struct(column('team', text), column('tags', list(text)))), [['a', ['x', 'y']], null, [null, []]]],
    [column('a.b', text), ['dotted', null, 'z']],
    [column('a', struct(column('b', text))), [['nested'], ['n2'], null]],
  ])

  test('shows its rows as JSON, in the order of its columns, nulls and all', () => {
    expect(jsonOf(rows)).toEqual([
      '{"id":1,"meta":{"team":"a","tags":["x","y"]},"a.b":"dotted","a":{"b":"nested"}}',
      '{"id":9007199254740993,"meta":null,"a.b":null,"a":{"b":"n2"}}',
      '{"id":null,"meta":{"team":null,"tags":[]},"a.b":"z","a":null}',
    ])
    expect(jsonOf(batch([]))).toEqual([])
  })

  test('finds fields by path, a column with dots before a struct', () => {
    const all = (path: string): (Value | undefined)[] => [0, 1, 2].map(rows.field(Path.of(path)))
    expect(all('meta.team')).toEqual(['a', undefined, null])
    expect(all('meta.tags.1')).toEqual(['y', undefined, undefined])
    expect(all('a.b')).toEqual(['dotted', null, 'z'])
    expect(all('/a/b')).toEqual(['nested', 'n2', undefined])
    expect(all('nothing')).toEqual([undefined, undefined, undefined])
  })

  test('selects of what was selected, and says where a row stands', () => {
    const some = rows.select(Int32Array.of(0, 2)).select(Int32Array.of(1))
    expect([some.size, some.at(0), jsonOf(some)[0]?.slice(0, 10)]).toEqual([
      1,
      { file: 'x.parquet', unit: 'row', n: 103 },
      '{"id":null',
    ])
    expect(some.row(0).get(Path.of('a.b'))).toBe('z')
    expect(some.native).toBeUndefined()
  })

  test('brings what was not asked for, for the rows that are left', async () => {
    const asked: number[][] = []
    const stretch = {
      file: 'x',
      before: 0,
      size: 3,
      columns: [column('a', int), column('b', int)],
      vectors: [{ get: () => 1n }, undefined] as ({ get: () => bigint } | undefined)[],
      load: async (wanted: Int32Array): Promise<void> => {
        asked.push([...wanted])
        stretch.vectors[1] = { get: () => 2n }
      },
    }
    const some = new Columns(stretch).select(Int32Array.of(0, 2))
    expect(() => some.field(Path.of('b'))).toThrow('column 1 was read before it was loaded')
    await some.load()
    expect([asked, jsonOf(some)]).toEqual([[[0, 2]], ['{"a":1,"b":2}', '{"a":1,"b":2}']])
    await new Columns(stretch).select(new Int32Array()).load()
    expect(asked).toHaveLength(1)
  })
})

describe('labels in columns', () => {
  const names = { fields: ['sensitivity', 'acl'], containers: ['metadata'] }
  const labels = (columns: [Column, readonly Native[]][]): [number, Value, boolean][] => {
    const found: [number, Value, boolean][] = []
    batch(columns).labels(names, (i, value, container) => found.push([i, value, container]))
    return found
  }

  test.each<[string, Column, Native, Value, boolean]>([
    ['a column of that name', column('sensitivity', text), 'x', 'x', false],
    ['in any case, flattened', column('doc_Sensitivity', text), 'x', 'x', false],
    ['of lists', column('sensitivity', list(text)), ['x', 'y'], ['x', 'y'], false],
    ['a field of a struct', column('meta', struct(column('acl', text))), ['x'], 'x', false],
    ['in a list of structs', column('hits', list(struct(column('sensitivity', text)))), [['x']], 'x', false],
    ['a key of a map', column('attributes', map(text, text)), [['Sensitivity', 'x']], 'x', false],
    [
      'in the values of a map',
      column('attributes', map(text, struct(column('acl', text)))),
      [['k', ['x']]],
      'x',
      false,
    ],
    [
      'in a map whose keys are no texts',
      column('attributes', map(int, struct(column('acl', text)))),
      [[7n, ['x']]],
      'x',
      false,
    ],
    ['metadata as text', column('metadata', text), '{}', '{}', true],
    ['metadata as text in a struct', column('payload', struct(column('metadata', text))), ['{}'], '{}', true],
    ['metadata as text in a map', column('m', map(text, text)), [['metadata', '{}']], '{}', true],
    // Old writers mark texts as mere bytes.
    ['bytes', column('sensitivity', bytes), Buffer.from('x'), 'x', false],
    ['bytes in lists', column('sensitivity', list(bytes)), [Buffer.from('x')], ['x'], false],
    ['bytes in a struct', column('meta', struct(column('acl', bytes))), [Buffer.from('x')], 'x', false],
    ['metadata as bytes', column('metadata', bytes), Buffer.from('{}'), '{}', true],
    [
      'metadata as bytes in a struct',
      column('payload', struct(column('metadata', bytes))),
      [Buffer.from('{}')],
      '{}',
      true,
    ],
  ])('%s', (_, label, cell, value, container) => {
    expect(
      labels([
        [column('id', text), ['a', 'b']],
        [label, [null, cell]],
      ]),
    ).toEqual([[1, value, container]])
  })

  test('nothing else is looked at', () => {
    expect(
      labels([
        [column('insensitivity', text), ['x']],
        [column('text', text), ['sensitivity']],
        [column('s', struct(column('a', text))), [['x']]],
      ]),
    ).toEqual([])
  })

  test('the columns that must be read for it', () => {
    const columns = [
      column('id', text),
      column('Sensitivity', text),
      column('metadata', text),
      column('metadata', struct(column('a', text))),
      column('payload', struct(column('a', list(struct(column('acl', int)))))),
      column('m', map(text, int)),
      column('tags', list(text)),
    ]
    expect(labelColumns(columns, names)).toEqual([1, 2, 4, 5])
  })
})

test('a label in a map is found though its key comes twice, or is bytes', () => {
  const names = { fields: ['sensitivity'], containers: ['metadata'] }
  const seen = (key: Type, cell: Native): Value[] => {
    const type: Type = {
      kind: 'map',
      key: { name: 'key', type: key, nullable: false },
      value: { name: 'value', type: key, nullable: true },
    }
    const columns = [{ name: 'metadata', type, nullable: true }]
    const batch = new Columns({ file: 'f', before: 0, size: 1, columns, vectors: [{ get: () => cell }] })
    const values: Value[] = []
    batch.labels(names, (_, value) => values.push(value))
    return values
  }
  expect(
    seen({ kind: 'text' }, [
      ['sensitivity', 'RESTRICTED'],
      ['sensitivity', 'x'],
    ]),
  ).toEqual(['RESTRICTED', 'x'])
  expect(seen({ kind: 'bytes' }, [[Buffer.from('sensitivity'), Buffer.from('RESTRICTED')]])).toEqual(['RESTRICTED'])
  expect(seen({ kind: 'text' }, [[null, 'x']])).toEqual([])
})
