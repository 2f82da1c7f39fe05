// Writes Parquet: typed columns, row group by row group.
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { ParquetWriter } from 'hyparquet-writer/src/parquet-writer.js'
import type { Columns } from '../../record/columns.js'
import { badRecord, EXIT, Fault } from '../../record/fault.js'
import type { Cleared } from '../../record/gate.js'
import type { Column, Native, Type } from '../../record/schema.js'
import type { Encoding } from '../../registry/format.js'
import { columnar } from '../columnar/columnar.js'
import { hasBounds, type Layout, layoutOf, type SchemaElement, Unstorable, weigh } from './layout.js'

/** A row group ends with the row that reaches one of these: rows, or bytes that its cells take in memory. */
const ROWS = 50_000
const BYTES = 1 << 25

const CREATED_BY = 'sluice version 1'

/**
 * The types, the order and the nullability are those of the first typed batch, or found from all records. Compressed with
 * snappy. Without any record: the schema that is known and no row group; a schema without columns when none is.
 */
export async function* encode(batches: AsyncIterable<Cleared>, how: Encoding): AsyncGenerator<Uint8Array> {
  let file: ParquetFile | undefined
  for await (const batch of columnar(batches, how)) {
    file ??= new ParquetFile(batch.columns, how.name)
    yield* file.rows(batch)
  }
  file ??= new ParquetFile([], how.name)
  yield* file.end()
}

class ParquetFile {
  readonly #layouts: readonly Layout[]
  readonly #bytes = new ByteWriter(1 << 16)
  readonly #writer: ParquetWriter
  readonly #schema: SchemaElement[]
  #cells: unknown[][]
  #size = 0
  #weight = 0

  constructor(
    readonly columns: readonly Column[],
    name: string,
  ) {
    const twice = columns.find(({ name }, i) => columns.findIndex((column) => column.name === name) !== i)
    if (twice !== undefined) throw new Fault(EXIT.input, `${name}: there are two columns ${JSON.stringify(twice.name)}`)
    this.#layouts = columns.map(layoutOf)
    this.#cells = columns.map(() => [])
    const elements = this.#layouts.flatMap((layout) => layout.elements)
    this.#schema = [{ name: 'schema', num_children: columns.length }, ...elements]
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: this.#schema.map(unquoted), createdBy: CREATED_BY })
  }

  /** Takes rows in, and yields the row groups that became full. */
  *rows(batch: Columns): Generator<Uint8Array> {
    for (let i = 0; i < batch.size; i++) {
      for (let c = 0; c < this.columns.length; c++) this.#add(batch, c, i)
      if (++this.#size === ROWS || this.#weight >= BYTES) yield this.#flush()
    }
  }

  #add(batch: Columns, c: number, i: number): void {
    const { name, nullable, type } = this.columns[c] as Column
    const cell: Native = batch.cell(c, i)
    const cells = this.#cells[c] as unknown[]
    this.#weight += weigh(cell)
    if (cell === null) {
      if (!nullable && type.kind !== 'null') throw badRecord(batch.at(i), 'null in a column that may have none', name)
      cells.push(null)
      return
    }
    try {
      cells.push((this.#layouts[c] as Layout).store(cell))
    } catch (error) {
      throw error instanceof Unstorable
        ? badRecord(batch.at(i), `${error.message}, which Parquet cannot hold`, name)
        : error
    }
  }

  *end(): Generator<Uint8Array> {
    if (this.#size > 0) yield this.#flush()
    this.#writer.schema = this.#schema
    this.#writer.finish()
    yield this.#take()
  }

  #flush(): Uint8Array {
    const columnData = this.columns.map(({ name, type }, c) => ({
      name,
      data: this.#cells[c] as unknown[],
      statistics: hasBounds(type),
      // A dictionary would take -0 for 0.
      ...(holdsFloats(type) ? { encoding: 'PLAIN' as const } : {}),
    }))
    this.#writer.write({ columnData, rowGroupSize: this.#size })
    this.#cells = this.columns.map(() => [])
    this.#size = 0
    this.#weight = 0
    return this.#take()
  }

  /** What was written since; its memory is used again by the next row group. */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes()
    this.#bytes.index = 0
    return bytes
  }
}

/** The writer would put the texts of a JSON column into quotes: it is told that they are plain texts until the footer. */
function unquoted(element: SchemaElement): SchemaElement {
  return element.converted_type === 'JSON'
    ? { ...element, converted_type: 'UTF8', logical_type: { type: 'STRING' } }
    : element
}

function holdsFloats(type: Type): boolean {
  return type.kind === 'float' || (type.kind === 'list' && type.item.type.kind === 'float')
}
