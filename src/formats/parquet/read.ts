// Reads a Parquet file row group by row group, and of each only the columns that are asked for.
import type { ColumnMetaData, RowGroup } from 'hyparquet'
import { Columns, labelColumns, type Stretch, type Vector } from '../../record/columns.js'
import type { At } from '../../record/fault.js'
import { Sealed } from '../../record/gate.js'
import type { Decoding, Stats } from '../../registry/format.js'
import type { RandomAccess, Source } from '../../registry/ports.js'
import { Broken, columnText, damaged } from './broken.js'
import { type Chunk, readChunk } from './chunk.js'
import { codecsFor } from './codecs.js'
import { type Footer, readFooter } from './footer.js'
import { leavesOf, nestedVector } from './nested.js'
import { statsOf } from './stats.js'
import { columnOf, type LeafNode, type Node } from './tree.js'
import { flatVector } from './vector.js'

/**
 * One batch a row group. What `needs` names is decoded before a batch is given out, the other columns when it is loaded. A row
 * group whose statistics exclude every match is left out, unless the file has a column that may hold labels: the gate must see
 * them all. A file without any batch gives an empty one, for its columns.
 */
export async function* decode(source: Source, { needs }: Decoding): AsyncGenerator<Sealed> {
  const reader = new Reader(await source.random(), source.name)
  await reader.open()
  const { columns } = reader
  const keys = new Set(labelColumns(columns, needs.labels))
  const excludes = keys.size === 0 ? needs.excludes : undefined
  for (const { key } of needs.paths.flatMap(({ ways }) => ways)) {
    const column = columns.findIndex(({ name }) => name === key)
    if (column >= 0) keys.add(column)
  }
  let given = false
  for (let group = 0, before = 0; group < reader.groups.length; group++) {
    const size = Number((reader.groups[group] as RowGroup).num_rows)
    if (size > 0 && excludes?.((name) => reader.stats(group, name)) !== true) {
      const stretch = reader.stretch(group, before, size)
      await reader.fill(stretch, group, [...keys])
      given = true
      yield new Sealed(new Columns(stretch))
    }
    before += size
  }
  const nothing = { get: () => null }
  const empty = { file: source.name, before: 0, size: 0, columns, vectors: columns.map(() => nothing) }
  if (!given) yield new Sealed(new Columns(empty))
}

class Reader {
  #footer: Footer | undefined
  #codecs: Awaited<ReturnType<typeof codecsFor>> | undefined
  #columns: Stretch['columns'] = []
  /** Buffers of byte strings, by leaf; used again for the next row group. */
  readonly #regions = new Map<number, Buffer>()

  constructor(
    readonly access: RandomAccess,
    readonly file: string,
  ) {}

  async open(): Promise<void> {
    this.#footer = await readFooter(this.access, this.file)
    this.#columns = this.footer.nodes.map(columnOf)
    const names = this.groups.flatMap(({ columns }) =>
      columns.map((column) => (column.meta_data as ColumnMetaData).codec),
    )
    try {
      this.#codecs = await codecsFor(names)
    } catch (error) {
      throw damaged(this.file, 'footer', error)
    }
  }

  private get footer(): Footer {
    return this.#footer as Footer
  }

  get columns(): Stretch['columns'] {
    return this.#columns
  }

  get groups(): readonly RowGroup[] {
    return this.footer.groups
  }

  /** Statistics of a top-level column; undefined for one that nests. */
  stats(group: number, name: string): Stats | undefined {
    const node = this.footer.nodes.find((node) => node.name === name)
    if (node === undefined) return { absent: true }
    if (node.kind !== 'leaf') return undefined
    return statsOf(node, this.#metadata(group, node.leaf), this.footer.stats(group, node.leaf))
  }

  #metadata(group: number, leaf: number): ColumnMetaData {
    return (this.groups[group] as RowGroup).columns[leaf]?.meta_data as ColumnMetaData
  }

  stretch(group: number, before: number, size: number): Stretch {
    // The columns that were decoded for some rows only, and which rows these are.
    let partly: readonly number[] = []
    const loaded = new Uint8Array(size)
    const stretch: Stretch = {
      file: this.file,
      before,
      size,
      columns: this.#columns,
      vectors: new Array<Vector | undefined>(this.#columns.length).fill(undefined),
      load: async (rows) => {
        const missing = [...this.#columns.keys()].filter((column) => stretch.vectors[column] === undefined)
        if (missing.length > 0) {
          await this.fill(stretch, group, missing, rows)
          partly = missing
          for (const row of rows) loaded[row] = 1
        } else if (partly.length > 0 && rows.some((row) => loaded[row] === 0)) {
          // Other rows than the first time. What was given out before stays as it is.
          this.#regions.clear()
          await this.fill(stretch, group, partly)
          partly = []
        }
      },
    }
    return stretch
  }

  /** Decodes columns of a row group; only what is needed for `rows`, where they are given. */
  async fill(stretch: Stretch, group: number, columns: readonly number[], rows?: Int32Array): Promise<void> {
    const locate = (row: number): At => ({ file: stretch.file, unit: 'row', n: stretch.before + row + 1 })
    for (const column of columns) {
      const node = this.footer.nodes[column] as Node
      try {
        stretch.vectors[column] = await this.#vector(node, group, stretch.size, locate, rows)
      } catch (error) {
        throw damaged(this.file, `row group ${group + 1}: ${columnText(node.name)}`, error)
      }
    }
  }

  async #vector(
    node: Node,
    group: number,
    size: number,
    locate: (row: number) => At,
    rows?: Int32Array,
  ): Promise<Vector> {
    if (node.kind === 'leaf') return flatVector(node, await this.#chunk(node, group, size, rows), locate)
    const leaves = leavesOf(node, this.footer.leaves)
    const chunks: Chunk[] = []
    for (const leaf of leaves) chunks.push(await this.#chunk(leaf, group, size))
    return nestedVector(node, leaves, chunks, size, locate)
  }

  async #chunk(leaf: LeafNode, group: number, size: number, rows?: Int32Array): Promise<Chunk> {
    const column = this.#metadata(group, leaf.leaf)
    const flat = leaf.rep === 0
    if (column.type !== leaf.element.type) throw new Broken('another type than in the schema')
    if (flat && Number(column.num_values) !== size)
      throw new Broken('another number of values than its row group has rows')
    const start = Number(column.dictionary_page_offset || column.data_page_offset)
    const end = start + Number(column.total_compressed_size)
    if (!(start >= 4 && end >= start && end <= this.access.size)) throw new Broken('it goes beyond the file')
    const bytes = await this.access.read(start, end)
    if (bytes.length !== end - start) throw new Broken('the file was cut while it was read')
    return readChunk(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      leaf,
      column,
      decompress: this.#codecs?.get(column.codec) as (source: Uint8Array, size: number) => Uint8Array,
      allocate: (length) => this.#region(leaf.leaf, length),
      rows: flat ? rows : undefined,
    })
  }

  #region(leaf: number, length: number): Buffer {
    let region = this.#regions.get(leaf)
    if (region === undefined || region.length < length) {
      region = Buffer.allocUnsafe(length)
      this.#regions.set(leaf, region)
    }
    return region
  }
}
