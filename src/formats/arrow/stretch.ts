// A record batch as a stretch of rows, and a dictionary batch as its values. Only the columns that are asked for are read.

import type { Stretch, Vector } from '../../record/columns.js'
import { labelColumns } from '../../record/columns.js'
import { badFile, type Fault } from '../../record/fault.js'
import type { Column, Native } from '../../record/schema.js'
import type { Needs } from '../../registry/format.js'
import { arraysOf, regionsOf } from './arrays.js'
import { cellsOf, type Reading } from './cells.js'
import { inflaterOf } from './compression.js'
import { type ArrowField, columnOf, shown } from './field.js'
import type { BatchHeader, Message, Region } from './metadata.js'

/** Brings regions of a message's body into memory; what it returns finds their bytes. */
export type Body = (regions: readonly Region[]) => Promise<(region: Region) => Uint8Array>

const MOST_ROWS = 2 ** 31 - 1

/** What is known of an input while its batches are read one by one. */
export class Batches {
  readonly columns: readonly Column[]
  /** Columns that the command or the gate reads. */
  readonly #needed: readonly number[]
  readonly #valueFields: ReadonlyMap<bigint, ArrowField>
  readonly #dictionaries = new Map<bigint, Native[]>()
  #read = 0

  /** `before` counts the rows of the input before the first batch. */
  constructor(
    readonly file: string,
    readonly fields: readonly ArrowField[],
    needs: Needs,
    public before: number,
  ) {
    this.columns = fields.map(columnOf)
    const keys = new Set(needs.paths.flatMap(({ ways }) => ways.map(({ key }) => key)))
    const named = [...this.columns.keys()].filter((c) => keys.has((this.columns[c] as Column).name))
    this.#needed = [...new Set([...named, ...labelColumns(this.columns, needs.labels)])]
    this.#valueFields = new Map(fields.flatMap(dictionariesOf))
  }

  get empty(): boolean {
    return this.#read === 0
  }

  /** A stretch without rows: so the columns are known of an input that has no batch. */
  none(): Stretch {
    const vectors = this.columns.map(() => ({ get: () => null }))
    return { file: this.file, before: this.before, size: 0, columns: this.columns, vectors }
  }

  /** Throws a `Fault` that names the batch, and the column where it is one's. */
  async stretch(header: BatchHeader, body: Body): Promise<Stretch> {
    const { columns } = this
    const place = `record batch ${++this.#read}`
    const arrays = this.#sound(place, () => {
      const found = arraysOf(this.fields, header)
      if (header.rows > MOST_ROWS) throw new RangeError('more rows than can be counted')
      if (found.some(({ length }) => length !== header.rows)) throw new RangeError('columns of different length')
      return found
    })
    const vectors = new Array<Vector | undefined>(columns.length).fill(undefined)
    const inflate = await inflaterOf(header.compression)
    const bring = async (wanted: readonly number[]): Promise<void> => {
      const bytesOf = await body(wanted.flatMap((c) => regionsOf(arrays[c] as (typeof arrays)[number])))
      for (const c of wanted) {
        const where = `${place}: column ${shown((columns[c] as Column).name)}`
        const reading = this.#reading(where, (region) => inflate(bytesOf(region)))
        vectors[c] = { get: this.#sound(where, () => cellsOf(arrays[c] as (typeof arrays)[number], reading)) }
      }
    }
    await bring(this.#needed)
    const before = this.before
    this.before += header.rows
    return {
      file: this.file,
      before,
      size: header.rows,
      columns,
      vectors,
      load: () => bring([...columns.keys()].filter((c) => vectors[c] === undefined)),
    }
  }

  /** Takes a dictionary in: its values replace those under its id, or a delta's are added to them. */
  async define(message: Message & { kind: 'dictionary' }, body: Body, replace: boolean): Promise<void> {
    const { id, delta, batch } = message
    const field = this.#valueFields.get(id)
    if (field === undefined) throw badFile(this.file, `dictionary ${id}: no column has it`)
    const place = `dictionary ${id} of column ${shown(field.name)}`
    const known = this.#dictionaries.get(id)
    if (known !== undefined && !delta && !replace)
      throw badFile(this.file, `${place}: stands twice, which only a stream may do`)
    const [array] = this.#sound(place, () => arraysOf([field], batch))
    const bytesOf = await body(regionsOf(array as NonNullable<typeof array>))
    const inflate = await inflaterOf(batch.compression)
    const values = this.#sound(place, () => {
      const cells = cellsOf(
        array as NonNullable<typeof array>,
        this.#reading(place, (region) => inflate(bytesOf(region))),
      )
      return Array.from({ length: (array as NonNullable<typeof array>).length }, (_, i) => cells(i))
    })
    // Batches that were read before use only the values that were there then, so a delta may be appended in place.
    if (delta && known !== undefined) for (const value of values) known.push(value)
    else this.#dictionaries.set(id, values)
  }

  #reading(where: string, bytes: (region: Region) => Uint8Array): Reading {
    return {
      bytes,
      dictionary: (id) => this.#dictionaries.get(id) ?? [],
      fail: (reason): Fault => badFile(this.file, `${where}: ${reason}`),
    }
  }

  /** Runs what throws RangeErrors for buffers that cannot be. */
  #sound<T>(where: string, run: () => T): T {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw badFile(this.file, `${where}: corrupt: ${error.message}`)
    }
  }
}

function dictionariesOf(field: ArrowField): [bigint, ArrowField][] {
  const below = field.children.flatMap(dictionariesOf)
  if (field.dictionary === undefined) return below
  const { dictionary, ...values } = field
  return [...below, [dictionary.id, values]]
}
