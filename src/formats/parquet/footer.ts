// The footer of a Parquet file: schema, row groups, and the statistics of their columns as they stand there.
import type { FileMetaData, RowGroup } from 'hyparquet'
import { parquetMetadata, parquetSchema } from 'hyparquet/src/metadata.js'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import { badFile } from '../../record/fault.js'
import type { RandomAccess } from '../../registry/ports.js'
import { Broken, damaged } from './broken.js'
import { type LeafNode, type Node, treeOf } from './tree.js'

/** What the footer says of one column chunk: bounds as stored bytes, the newer kind and the one of before 2017. */
export interface RawStats {
  readonly min: Uint8Array | undefined
  readonly max: Uint8Array | undefined
  readonly oldMin: Uint8Array | undefined
  readonly oldMax: Uint8Array | undefined
  readonly nulls: bigint | undefined
  readonly nans: bigint | undefined
  /** The newer bounds are in the order of the type. */
  readonly ordered: boolean
}

export interface Footer {
  readonly nodes: readonly Node[]
  readonly leaves: readonly LeafNode[]
  readonly groups: readonly RowGroup[]
  /** Statistics of a leaf in a row group. */
  stats(group: number, leaf: number): RawStats | undefined
}

const MAGIC = 'PAR1'
/** Read at first: the footer of most files is smaller. */
const TAIL = 1 << 16
/** Two magic words and the length of the footer. */
const SHORTEST = 12

/** Reads and checks the footer. Throws a `Fault` that names the file. */
export async function readFooter(access: RandomAccess, file: string): Promise<Footer> {
  const { size } = access
  if (size === 0) throw badFile(file, 'an empty file is no Parquet file')
  if (size < SHORTEST) throw badFile(file, `no Parquet file: it has ${size} bytes`)
  const head = word(await access.read(0, 4))
  if (head === 'PARE') throw badFile(file, 'encrypted Parquet files are not supported')
  if (head !== MAGIC) throw badFile(file, 'no Parquet file: it does not begin with PAR1')
  let tail = await access.read(Math.max(0, size - TAIL), size)
  if (word(tail.subarray(-4)) !== MAGIC) throw badFile(file, 'a cut or damaged Parquet file: it does not end with PAR1')
  const length = new DataView(tail.buffer, tail.byteOffset + tail.length - 8).getUint32(0, true)
  if (length > size - SHORTEST) throw badFile(file, 'a cut or damaged Parquet file: its footer is longer than the file')
  if (length + 8 > tail.length) tail = await access.read(size - length - 8, size)
  try {
    return parse(tail, length)
  } catch (error) {
    throw damaged(file, 'footer', error)
  }
}

const word = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Statistics are read as bytes, see `stats`: these are never looked at. */
const UNREAD = { stringFromBytes: (bytes: Uint8Array) => bytes }

function parse(tail: Uint8Array, length: number): Footer {
  const metadata = parquetMetadata(tail, { geoparquet: false, parsers: UNREAD })
  const { nodes, leaves } = treeOf(parquetSchema(metadata))
  check(metadata, leaves.length)
  let raw: ReturnType<typeof deserializeTCompactProtocol> | undefined
  return {
    nodes,
    leaves,
    groups: metadata.row_groups,
    stats(group, leaf) {
      // https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift: FileMetaData, Statistics
      const view = new DataView(tail.buffer, tail.byteOffset, tail.length)
      raw ??= deserializeTCompactProtocol({ view, offset: tail.length - 8 - length })
      const stats = raw.field_4?.[group]?.field_1?.[leaf]?.field_3?.field_12
      if (stats === undefined) return undefined
      return {
        oldMax: stats.field_1,
        oldMin: stats.field_2,
        nulls: stats.field_3,
        max: stats.field_5,
        min: stats.field_6,
        nans: stats.field_9,
        ordered: raw.field_7?.[leaf]?.field_1 !== undefined,
      }
    },
  }
}

function check({ row_groups: groups }: FileMetaData, leaves: number): void {
  for (const [g, { columns, num_rows }] of groups.entries()) {
    if (columns.length !== leaves)
      throw new Broken(`row group ${g + 1} has ${columns.length} columns, the schema ${leaves}`)
    if (!(num_rows >= 0n && num_rows < 2n ** 31n))
      throw new Broken(`row group ${g + 1} has an impossible number of rows`)
    for (const { meta_data, file_path } of columns) {
      if (file_path !== undefined) throw new Broken('columns in other files are not supported')
      if (meta_data === undefined) throw new Broken('encrypted columns are not supported')
    }
  }
}
