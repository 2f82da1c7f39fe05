import { describe, expect, it } from 'vitest'
import { Bytes } from './bytes.js'
import { Cells } from './cells.js'
import { Path } from './path.js'
import { Num, type Value } from './value.js'

const bytes = Buffer.from('id,n,meta.Sensitivity,metadata\na,1,open,{}\nb,2.0,,x\n\nc,3,é,"\n')
const rows = [
  ['a', '1', 'open', '{}'],
  ['b', '2.0', '', 'x'],
  ['c', '3', Buffer.from('é').toString('latin1'), '"\n'],
]
const cells = new Cells({
  file: 'x.csv',
  format: 'csv',
  unit: 'row',
  columns: [{ name: 'id' }, { name: 'n', number: true }, { name: 'meta.Sensitivity' }, { name: ' metadata' }],
  bytes,
  start: [31, 43, 52],
  end: [43, 52, 62],
  n: [1, 2, 3],
  head: bytes.subarray(0, 31),
  tail: new Uint8Array(0),
  cell: (row, column) => rows[row]?.[column] as string,
})

const runs = (batch: Cells): string[] => {
  const found: string[] = []
  batch.native.runs((b, start, end) => found.push(Buffer.from(b).toString('utf8', start, end)))
  return found
}

describe('Cells', () => {
  it('reads texts and numbers by column name', () => {
    const values = (path: string): (Value | undefined)[] => [0, 1, 2].map(cells.field(Path.of(path)))
    expect(values('id')).toEqual(['a', 'b', 'c'])
    expect(values('n')).toEqual([1, new Num('2.0'), 3])
    expect(values('meta.Sensitivity')).toEqual(['open', '', 'é'])
    expect(values('metadata')).toEqual([undefined, undefined, undefined])
    expect(values('id.x')).toEqual([undefined, undefined, undefined])
  })

  it('falls back on another spelling where the first has no column', () => {
    expect(cells.field(Path.anyOf('chunk_id', ['chunk_id', 'id']))(2)).toBe('c')
  })

  it('visits label columns, and containers as such, whatever spaces stand round the name', () => {
    const seen: [number, Value, boolean][] = []
    const names = { fields: ['sensitivity'], containers: ['metadata'] }
    cells.select(Int32Array.of(0, 2)).labels(names, (i, value, container) => seen.push([i, value, container]))
    expect(seen).toEqual([
      [0, 'open', false],
      [1, 'é', false],
      [0, '{}', true],
      [1, '"\n', true],
    ])
  })

  it('gives rows as slices, neighbours as one', () => {
    expect(runs(cells)).toEqual(['a,1,open,{}\nb,2.0,,x\n\nc,3,é,"\n'])
    expect(runs(cells.select(Int32Array.of(1)))).toEqual(['b,2.0,,x\n'])
    const some = cells.select(Int32Array.of(0, 2))
    expect(runs(some)).toEqual(['a,1,open,{}\n', '\nc,3,é,"\n'])
    expect(runs(some.select(Int32Array.of(1)))).toEqual(['\nc,3,é,"\n'])
    expect(some.at(1)).toEqual({ file: 'x.csv', unit: 'row', n: 3 })
  })

  it('writes JSON, of a row too', () => {
    const out = new Bytes(1)
    cells.json(2, out)
    const json = '{"id":"c","n":3,"meta.Sensitivity":"é"," metadata":"\\"\\n"}'
    expect(out.view().toString()).toBe(json)
    const row = cells.row(2)
    expect(Buffer.from(row.json()).toString()).toBe(json)
    expect(Buffer.from(row.with({ id: 'z' }).json()).toString()).toBe(json.replace('"c"', '"z"'))
  })
})
