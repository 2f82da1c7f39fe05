// Columns of lists, structs and maps: the cells of a row are put together from the levels of its leaves when somebody asks
// (Dremel: Melnik et al. 2010, "Interactive Analysis of Web-Scale Datasets", section 4).
//
//     row  li            rep def value     (li: optional list of optional ints: def 0 null, 1 [], 2 null item, 3 item)
//     0    [1, null]     0   3   1
//                        1   2
//     1    []            0   1
//     2    null          0   0
import type { Vector } from '../../record/columns.js'
import { badRecord, Fault } from '../../record/fault.js'
import type { Native } from '../../record/schema.js'
import { Broken } from './broken.js'
import type { Chunk, Levels } from './chunk.js'
import { nativeReader } from './native.js'
import { Texts } from './texts.js'
import type { LeafNode, Node } from './tree.js'
import { Spans } from './values.js'
import type { Locate } from './vector.js'

/** One leaf's entries, with a cursor. */
class Cursor {
  /** The next entry, and the number of values before it. */
  entry = 0
  value = 0
  row = 0
  readonly def: Levels | undefined
  readonly rep: Levels | undefined
  readonly #rows: Int32Array
  readonly #values: Int32Array

  constructor(
    readonly leaf: LeafNode,
    readonly chunk: Chunk,
    rows: number,
  ) {
    this.def = chunk.def
    this.rep = chunk.rep
    this.#rows = new Int32Array(rows + 1)
    this.#values = new Int32Array(rows + 1)
    let row = 0
    let value = 0
    for (let entry = 0; entry < chunk.entries; entry++) {
      if (this.rep === undefined || this.rep[entry] === 0) {
        if (row === rows) throw new Broken('more rows than the row group has')
        this.#rows[row] = entry
        this.#values[row++] = value
      }
      if (this.def === undefined || this.def[entry] === leaf.def) value++
    }
    if (row < rows || (chunk.entries > 0 && this.#rows[0] !== 0)) throw new Broken('fewer rows than the row group has')
    this.#rows[rows] = chunk.entries
    this.#values[rows] = value
  }

  seek(row: number): void {
    this.row = row
    this.entry = this.#rows[row] as number
    this.value = this.#values[row] as number
  }

  /** Whether exactly the row's entries were read. */
  get done(): boolean {
    return this.entry === this.#rows[this.row + 1]
  }

  /** The definition level of the next entry. */
  get level(): number {
    return this.def === undefined ? this.leaf.def : (this.def[this.entry] as number)
  }

  /** The next entry goes on with a list of this repetition level. */
  continues(rep: number): boolean {
    return this.entry < (this.#rows[this.row + 1] as number) && (this.rep as Levels)[this.entry] === rep
  }
}

type Assemble = () => Native

/** `chunks` are those of the node's leaves, in order. */
export function nestedVector(
  node: Node,
  leaves: readonly LeafNode[],
  chunks: readonly Chunk[],
  rows: number,
  locate: Locate,
): Vector {
  const cursors = leaves.map((leaf, i) => new Cursor(leaf, chunks[i] as Chunk, rows))
  const assemble = assembler(node, node.leaf, cursors, locate)
  const broken = (row: number) => badRecord(locate(row), 'damaged data', node.name)
  return {
    get(row) {
      for (const cursor of cursors) cursor.seek(row)
      let cell: Native
      try {
        cell = assemble()
      } catch (error) {
        // Leaves whose levels do not go together lead to values that are not there.
        throw error instanceof Fault ? error : broken(row)
      }
      if (!cursors.every((cursor) => cursor.done)) throw broken(row)
      return cell
    },
  }
}

function assembler(node: Node, base: number, all: readonly Cursor[], locate: Locate): Assemble {
  if (node.kind === 'leaf') return leafAssembler(node, all[node.leaf - base] as Cursor, locate)
  const cursors = all.filter(({ leaf }) => within(node, leaf))
  const first = cursors[0] as Cursor
  // What is not there has one entry in each leaf below.
  const nothing = (): null => {
    for (const cursor of cursors) cursor.entry++
    return null
  }
  const { def } = node
  if (node.kind === 'struct') {
    const fields = node.fields.map((field) => assembler(field, base, all, locate))
    return () => (first.level < def ? nothing() : fields.map((field) => field()))
  }
  const { itemDef, rep } = node
  const item = assembler(node.item, base, all, locate)
  const pair =
    node.kind === 'map' ? ([key, value = null]: readonly Native[]): Native => [key as Native, value] : undefined
  return () => {
    if (first.level < def) return nothing()
    const items: Native[] = []
    if (first.level < itemDef) {
      nothing()
      return items
    }
    do {
      const cell = item()
      items.push(pair === undefined ? cell : pair(cell as readonly Native[]))
    } while (first.continues(rep))
    return items
  }
}

function leafAssembler(leaf: LeafNode, cursor: Cursor, locate: Locate): Assemble {
  const { values, ids, dictionary } = cursor.chunk
  let read: (place: number) => Native
  if (leaf.type.kind === 'text' && values instanceof Spans) {
    const texts = new Texts(values, dictionary, (row) => badRecord(locate(row), 'expected UTF-8', leaf.name))
    read = (place) => texts.at(place, cursor.row)
  } else read = nativeReader(leaf.type, values)
  const { def } = leaf
  return () => {
    const there = cursor.level === def
    cursor.entry++
    if (!there) return null
    const value = cursor.value++
    return read(ids === undefined ? value : (ids[value] as number))
  }
}

/** Whether a leaf lies below a node. */
function within(node: Node, leaf: LeafNode): boolean {
  if (node.kind === 'leaf') return node === leaf
  return node.kind === 'struct' ? node.fields.some((field) => within(field, leaf)) : within(node.item, leaf)
}

/** The leaves below a node, in order. */
export function leavesOf(node: Node, leaves: readonly LeafNode[]): LeafNode[] {
  return leaves.filter((leaf) => within(node, leaf))
}
