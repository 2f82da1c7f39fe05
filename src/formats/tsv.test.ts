import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { batchesOf, faultOf, jsonOf, sourceOf, written } from '../testkit/codec.js'
import csv from './csv.js'
import tsv from './tsv.js'

const fixture = readFileSync(new URL('../../fixtures/formats/tsv/quotes.tsv', import.meta.url))

describe('tsv', () => {
  it('reads cells between tabs, quoted as in CSV', async () => {
    for (const piece of [1, 7, 65536])
      expect(await jsonOf(tsv, sourceOf(fixture, 'quotes.tsv', piece))).toEqual([
        'row 1 {"id":"a, b","text":"a tab\\t, a \\"quote\\"\\nand a line"}',
        'row 2 {"id":"007","text":""}',
      ])
  })

  it('writes the same bytes', async () => {
    for (const piece of [1, 7, 65536])
      expect(await written(tsv, batchesOf(tsv, [sourceOf(fixture, 'quotes.tsv', piece)]))).toEqual(fixture)
  })

  it('does not pass CSV as it stands', async () => {
    expect((await written(tsv, batchesOf(csv, [sourceOf('a,b\n"x,y","\t"\n')]))).toString()).toBe('a\tb\nx,y\t"\t"\n')
  })

  it('refuses a ragged row', async () => {
    expect((await faultOf(jsonOf(tsv, sourceOf('a\tb\n1\n', 'x.tsv')))).message).toBe(
      'x.tsv: row 1: expected 2 cells, as the header has, found 1',
    )
  })
})
