// Arrow's metadata: messages, schemas and footers (format/Message.fbs, Schema.fbs and File.fbs of the Arrow project).
import { badFile, Fault } from '../../record/fault.js'
import { type ArrowField, fieldOf } from './field.js'
import { Table } from './flatbuffer.js'

/** Bytes of a message's body, from its start. */
export interface Region {
  readonly offset: number
  readonly length: number
}

export interface BatchHeader {
  readonly rows: number
  /** One an array, depth first. */
  readonly nodes: readonly { readonly length: number; readonly nulls: number }[]
  readonly regions: readonly Region[]
  readonly compression: 'lz4' | 'zstd' | undefined
  /** How many data buffers each view array has, in the order of the nodes. */
  readonly variadic: readonly number[]
}

export type Message = { readonly bodyLength: number } & (
  | { readonly kind: 'schema'; readonly fields: readonly ArrowField[] }
  | { readonly kind: 'dictionary'; readonly id: bigint; readonly delta: boolean; readonly batch: BatchHeader }
  | { readonly kind: 'batch'; readonly batch: BatchHeader }
)

/** Where a message of a file stands. */
export interface Block {
  readonly offset: number
  readonly metadataLength: number
  readonly bodyLength: number
}

export interface Footer {
  readonly fields: readonly ArrowField[]
  readonly dictionaries: readonly Block[]
  readonly batches: readonly Block[]
}

// MessageHeader
const SCHEMA = 1
const DICTIONARY = 2
const BATCH = 3
/** MetadataVersion V4, of Arrow 0.8: earlier ones lay buffers out in another way. */
const V4 = 3

/** The message in these bytes. Throws a `Fault` that names `file`. */
export function messageOf(bytes: Uint8Array, file: string): Message {
  return reading(file, () => {
    const message = Table.root(bytes)
    checkVersion(message.short(0), file)
    const header = message.table(2)
    if (header === undefined) throw new RangeError('no header')
    const bodyLength = size(message.long(3))
    switch (message.byte(1)) {
      case SCHEMA:
        return { kind: 'schema', bodyLength, fields: fieldsOf(header, file) }
      case DICTIONARY: {
        const data = header.table(1)
        if (data === undefined) throw new RangeError('no data')
        return { kind: 'dictionary', bodyLength, id: header.long(0), delta: header.bool(2), batch: batchOf(data, file) }
      }
      case BATCH:
        return { kind: 'batch', bodyLength, batch: batchOf(header, file) }
      default:
        throw badFile(
          file,
          `an Arrow message of kind ${message.byte(1)}; only schemas, dictionaries and record batches are read`,
        )
    }
  })
}

/** The footer in these bytes. Throws a `Fault` that names `file`. */
export function footerOf(bytes: Uint8Array, file: string): Footer {
  return reading(file, () => {
    const footer = Table.root(bytes)
    checkVersion(footer.short(0), file)
    const schema = footer.table(1)
    if (schema === undefined) throw new RangeError('no schema')
    return {
      fields: fieldsOf(schema, file),
      dictionaries: footer.structs(2, 24, block),
      batches: footer.structs(3, 24, block),
    }
  })
}

/** Whether these first bytes of a message, after its length, are those of a schema. */
export function beginsSchema(bytes: Uint8Array): boolean {
  try {
    const message = Table.root(bytes)
    return message.byte(1) === SCHEMA && message.short(0) >= 0 && message.short(0) <= 4
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function reading<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Fault || !(error instanceof RangeError)) throw error
    throw badFile(file, 'corrupt: its Arrow metadata cannot be read')
  }
}

function checkVersion(version: number, file: string): void {
  if (version < V4) throw badFile(file, 'written by Arrow before 0.8, whose metadata is not read')
}

function fieldsOf(schema: Table, file: string): ArrowField[] {
  if (schema.short(0) !== 0) throw badFile(file, 'holds big-endian Arrow data, which is not read')
  return schema.tables(1).map((field) => fieldOf(field, file, ''))
}

function batchOf(batch: Table, file: string): BatchHeader {
  const compression = batch.table(3)
  return {
    rows: size(batch.long(0)),
    nodes: batch.structs(1, 16, (view, at) => ({
      length: size(view.getBigInt64(at, true)),
      nulls: size(view.getBigInt64(at + 8, true)),
    })),
    regions: batch.structs(2, 16, (view, at) => ({
      offset: size(view.getBigInt64(at, true)),
      length: size(view.getBigInt64(at + 8, true)),
    })),
    compression: compression && codecOf(compression.byte(0), file),
    variadic: batch.structs(4, 8, (view, at) => size(view.getBigInt64(at, true))),
  }
}

function codecOf(codec: number, file: string): 'lz4' | 'zstd' {
  if (codec === 0) return 'lz4'
  if (codec === 1) return 'zstd'
  throw badFile(file, `buffers are compressed by codec ${codec}; lz4 (0) and zstd (1) are read`)
}

const block = (view: DataView, at: number): Block => ({
  offset: size(view.getBigInt64(at, true)),
  metadataLength: view.getInt32(at + 8, true),
  bodyLength: size(view.getBigInt64(at + 16, true)),
})

function size(n: bigint): number {
  if (n < 0n || n > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('no size')
  return Number(n)
}
