// Writes stretches of columns as Arrow IPC: batches of a size that depends on the records alone, in the form of a file or of
// a stream. Only one batch is in memory.
import { FileBlock, Footer } from 'apache-arrow/ipc/metadata/file'
import { BufferRegion, FieldNode, Message, RecordBatch } from 'apache-arrow/ipc/metadata/message'
import type { Columns } from '../../record/columns.js'
import { badRecord } from '../../record/fault.js'
import type { Cleared } from '../../record/gate.js'
import type { Column } from '../../record/schema.js'
import type { Encoding } from '../../registry/format.js'
import { columnar } from '../columnar/columnar.js'
import { builderOf } from './build-nested.js'
import type { ArrayBuilder, Meter, Parts } from './builder.js'
import { MAGIC } from './file.js'
import { schemaOf } from './types.js'

/** A batch ends with the row that reaches one of these. */
const ROWS = 1 << 16
const BYTES = 1 << 24

const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
const ALIGNMENT = 8

const padding = (length: number): Buffer => Buffer.alloc(-length & (ALIGNMENT - 1))

/**
 * The types, the order and the nullability are those of the first typed batch, or found from all records. A name that ends
 * with `.arrows` gets the stream form, every other the file form. Without any record: the schema that is known and no batch;
 * a schema without columns when none is.
 */
export async function* encode(batches: AsyncIterable<Cleared>, how: Encoding): AsyncGenerator<Uint8Array> {
  const form = /\.arrows$/i.test(how.name) ? 'stream' : 'file'
  let writer: ArrowWriter | undefined
  for await (const batch of columnar(batches, how)) {
    if (writer === undefined) {
      writer = new ArrowWriter(batch.columns, form)
      yield* writer.begin()
    }
    yield* writer.rows(batch)
  }
  if (writer === undefined) {
    writer = new ArrowWriter([], form)
    yield* writer.begin()
  }
  yield* writer.end()
}

class ArrowWriter {
  readonly #schema: ReturnType<typeof schemaOf>
  readonly #builders: readonly ArrayBuilder[]
  readonly #meter: Meter = { bytes: 0 }
  readonly #blocks: FileBlock[] = []
  #rows = 0
  #position = 0

  constructor(
    private readonly columns: readonly Column[],
    private readonly form: 'file' | 'stream',
  ) {
    this.#schema = schemaOf(columns)
    this.#builders = columns.map((column) => builderOf(column, this.#meter))
  }

  *begin(): Generator<Uint8Array> {
    if (this.form === 'file') yield this.#put(Buffer.concat([MAGIC, padding(MAGIC.length)]))
    yield this.#put(framed(Message.from(this.#schema)))
  }

  /** Takes rows in, and yields the batches that became full, in chunks that live until the next is asked for. */
  *rows(batch: Columns): Generator<Uint8Array> {
    for (let i = 0; i < batch.size; i++) {
      for (let c = 0; c < this.#builders.length; c++) this.#append(batch, c, i)
      if (++this.#rows === ROWS || this.#meter.bytes >= BYTES) yield* this.#flush()
    }
  }

  #append(batch: Columns, c: number, i: number): void {
    const cell = batch.cell(c, i)
    const { name, nullable, type } = this.columns[c] as Column
    if (cell === null && !nullable && type.kind !== 'null')
      throw badRecord(batch.at(i), 'null in a column that may have none', name)
    ;(this.#builders[c] as ArrayBuilder).append(cell)
  }

  *end(): Generator<Uint8Array> {
    if (this.#rows > 0) yield* this.#flush()
    yield this.#put(END)
    if (this.form === 'stream') return
    const footer = Footer.encode(new Footer(this.#schema, undefined, this.#blocks, []))
    const length = Buffer.alloc(4)
    length.writeInt32LE(footer.length)
    yield Buffer.concat([footer, length, MAGIC])
  }

  *#flush(): Generator<Uint8Array> {
    const parts: Parts = { nodes: [], buffers: [], variadic: [] }
    for (const builder of this.#builders) builder.finish(parts)
    const regions: BufferRegion[] = []
    let size = 0
    for (const { length } of parts.buffers) {
      regions.push(new BufferRegion(size, length))
      size += length + padding(length).length
    }
    const nodes = parts.nodes.map(({ length, nulls }) => new FieldNode(length, nulls))
    const header = framed(Message.from(new RecordBatch(this.#rows, nodes, regions, null, parts.variadic), size))
    this.#blocks.push(new FileBlock(header.length, size, this.#position))
    yield this.#put(header)
    for (const buffer of parts.buffers) {
      if (buffer.length > 0) yield this.#put(buffer)
      if (buffer.length % ALIGNMENT !== 0) yield this.#put(padding(buffer.length))
    }
    for (const builder of this.#builders) builder.clear()
    this.#rows = 0
    this.#meter.bytes = 0
  }

  #put(bytes: Uint8Array): Uint8Array {
    this.#position += bytes.length
    return bytes
  }
}

/** A message behind its continuation marker and its length, which counts the padding. */
function framed(message: Message): Buffer {
  const bytes = Message.encode(message)
  const prefix = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])
  const end = padding(bytes.length)
  prefix.writeInt32LE(bytes.length + end.length, 4)
  return Buffer.concat([prefix, bytes, end])
}
