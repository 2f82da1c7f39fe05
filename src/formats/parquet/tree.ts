// The schema of a Parquet file as a tree: which leaves make a column, and at which levels a value, a list or a struct is there.
import type { SchemaElement, SchemaTree } from 'hyparquet'
import type { Column, Type, Unit } from '../../record/schema.js'
import { Broken, columnText } from './broken.js'

interface Place {
  readonly name: string
  readonly nullable: boolean
  /** An entry whose definition level is below this has null here, or further out. */
  readonly def: number
  /** The number of the first leaf in it. */
  readonly leaf: number
}

export interface LeafNode extends Place {
  readonly kind: 'leaf'
  readonly element: SchemaElement
  readonly type: Type
  readonly rep: number
}

export interface GroupNode extends Place {
  readonly kind: 'struct'
  readonly fields: readonly Node[]
}

/** A list, or a map as a list of its pairs. */
export interface ListNode extends Place {
  readonly kind: 'list' | 'map'
  readonly item: Node
  /** Entries below this level, but not below `def`, are an empty list. */
  readonly itemDef: number
  /** The repetition level of an entry that begins another item. */
  readonly rep: number
}

export type Node = LeafNode | GroupNode | ListNode

/** The top-level columns and all leaves, in the order of the schema. Throws `Broken`. */
export function treeOf(root: SchemaTree): { nodes: Node[]; leaves: LeafNode[] } {
  const builder = new Builder()
  return { nodes: root.children.map((child) => builder.field(child, 0, 0)), leaves: builder.leaves }
}

export function columnOf(node: Node): Column {
  return { name: node.name, nullable: node.nullable, type: typeOf(node) }
}

function typeOf(node: Node): Type {
  if (node.kind === 'leaf') return node.type
  if (node.kind === 'struct') return { kind: 'struct', fields: node.fields.map(columnOf) }
  if (node.kind === 'list') return { kind: 'list', item: columnOf(node.item) }
  const [key, value] = (node.item as GroupNode).fields as [Node, Node | undefined]
  return { kind: 'map', key: columnOf(key), value: value === undefined ? NOTHING : columnOf(value) }
}

/** The value of a map that has only keys. */
const NOTHING: Column = { name: 'value', nullable: true, type: { kind: 'null' } }

class Builder {
  readonly leaves: LeafNode[] = []

  /** `def` and `rep` are the levels of what it stands in. */
  field(tree: SchemaTree, def: number, rep: number): Node {
    const { name, repetition_type } = tree.element
    if (repetition_type !== 'REPEATED') {
      const nullable = repetition_type === 'OPTIONAL'
      return this.#content(tree, nullable, nullable ? def + 1 : def, rep)
    }
    // A repeated field outside a list is a list that is never null.
    const leaf = this.leaves.length
    const item = this.#content(tree, false, def + 1, rep + 1)
    return { kind: 'list', name, nullable: false, def, leaf, item, itemDef: def + 1, rep: rep + 1 }
  }

  #content(tree: SchemaTree, nullable: boolean, def: number, rep: number): Node {
    const { element, children } = tree
    const { name } = element
    if (typeof name !== 'string') throw new Broken('a column without a name')
    const leaf = this.leaves.length
    if (children.length === 0) {
      if (element.type === undefined) throw new Broken(`${columnText(name)}: a group without fields`)
      const node: LeafNode = { kind: 'leaf', name, nullable, def, leaf, element, rep, type: leafType(element) }
      this.leaves.push(node)
      return node
    }
    const place = { name, nullable, def, leaf }
    const [repeated] = children as [SchemaTree]
    const wraps = children.length === 1 && repeated.element.repetition_type === 'REPEATED'
    if (wraps && isAnnotated(element, 'MAP', 'MAP_KEY_VALUE') && [1, 2].includes(repeated.children.length)) {
      const item = this.#content(repeated, false, def + 1, rep + 1)
      return { ...place, kind: 'map', item, itemDef: def + 1, rep: rep + 1 }
    }
    if (wraps && isAnnotated(element, 'LIST')) {
      const item = isItem(repeated, name)
        ? this.#content(repeated, false, def + 1, rep + 1)
        : this.field(repeated.children[0] as SchemaTree, def + 1, rep + 1)
      return { ...place, kind: 'list', item, itemDef: def + 1, rep: rep + 1 }
    }
    return { ...place, kind: 'struct', fields: children.map((child) => this.field(child, def, rep)) }
  }
}

const isAnnotated = (element: SchemaElement, ...names: string[]): boolean =>
  names.includes(element.converted_type ?? '') || names.includes(element.logical_type?.type ?? '')

/**
 * Whether the repeated field of a list is its item (lists of two levels, as old writers made them) and not a wrapper of it.
 * https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#backward-compatibility-rules
 */
function isItem(repeated: SchemaTree, list: string): boolean {
  const [only] = repeated.children
  if (repeated.children.length !== 1 || only === undefined) return true
  const { name } = repeated.element
  return name === 'array' || name === `${list}_tuple` || only.element.repetition_type === 'REPEATED'
}

const UNITS: Record<string, Unit> = { MILLIS: 'ms', MICROS: 'us', NANOS: 'ns' }

function leafType(element: SchemaElement): Type {
  const { type, converted_type: converted, logical_type: logical, type_length: length } = element
  if (logical?.type === 'NULL') return { kind: 'null' }
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') return decimalType(element)
  switch (type) {
    case 'BOOLEAN':
      return { kind: 'bool' }
    case 'INT32':
    case 'INT64':
      return intType(element, type === 'INT32' ? 32 : 64)
    case 'INT96':
      return { kind: 'timestamp', unit: 'ns' }
    case 'FLOAT':
      return { kind: 'float', bits: 32 }
    case 'DOUBLE':
      return { kind: 'float', bits: 64 }
    case 'BYTE_ARRAY':
      if (converted === 'UTF8' || logical?.type === 'STRING') return { kind: 'text' }
      if (converted === 'JSON' || logical?.type === 'JSON') return { kind: 'text', json: true }
      if (converted === 'ENUM' || logical?.type === 'ENUM') return { kind: 'text', enum: true }
      if (converted === 'BSON' || logical?.type === 'BSON') return { kind: 'bytes', bson: true }
      return { kind: 'bytes' }
    case 'FIXED_LEN_BYTE_ARRAY':
      if (length === undefined || length <= 0)
        throw new Broken(`${columnText(element.name)}: no length of its fixed bytes`)
      if (logical?.type === 'UUID' && length === 16) return { kind: 'uuid' }
      if (logical?.type === 'FLOAT16' && length === 2) return { kind: 'float', bits: 16 }
      if (converted === 'INTERVAL' && length === 12) return { kind: 'interval' }
      return { kind: 'bytes', fixed: length }
    default:
      throw new Broken(`${columnText(element.name)}: unknown type`)
  }
}

function decimalType({ name, logical_type: logical, precision, scale }: SchemaElement): Type {
  const type = {
    kind: 'decimal' as const,
    precision: logical?.type === 'DECIMAL' ? logical.precision : (precision ?? 0),
    scale: logical?.type === 'DECIMAL' ? (logical.scale ?? 0) : (scale ?? 0),
  }
  if (!(type.precision > 0 && type.scale >= 0 && type.scale <= type.precision))
    throw new Broken(`${columnText(name)}: a decimal of precision ${type.precision} and scale ${type.scale}`)
  return type
}

function intType({ converted_type: converted, logical_type: logical }: SchemaElement, physical: 32 | 64): Type {
  if (logical?.type === 'INTEGER') {
    const bits = physical === 64 ? 64 : (([8, 16] as const).find((b) => b === logical.bitWidth) ?? 32)
    return { kind: 'int', bits, signed: logical.isSigned }
  }
  if (logical?.type === 'DATE' || (converted === 'DATE' && physical === 32)) return { kind: 'date' }
  if (logical?.type === 'TIME') return timeType(UNITS[logical.unit] as Unit, logical.isAdjustedToUTC)
  if (logical?.type === 'TIMESTAMP') return timestampType(UNITS[logical.unit] as Unit, logical.isAdjustedToUTC)
  switch (converted) {
    // The older annotations mean instants in UTC.
    case 'TIME_MILLIS':
      return timeType('ms', true)
    case 'TIME_MICROS':
      return timeType('us', true)
    case 'TIMESTAMP_MILLIS':
      return timestampType('ms', true)
    case 'TIMESTAMP_MICROS':
      return timestampType('us', true)
    case 'INT_8':
    case 'INT_16':
    case 'UINT_8':
    case 'UINT_16':
    case 'UINT_32':
    case 'UINT_64': {
      const bits = physical === 64 ? 64 : converted.endsWith('_8') ? 8 : converted.endsWith('_16') ? 16 : 32
      return { kind: 'int', bits, signed: converted.startsWith('INT') }
    }
    default:
      return { kind: 'int', bits: physical, signed: true }
  }
}

const timeType = (unit: Unit, utc: boolean): Type => (utc ? { kind: 'time', unit, utc } : { kind: 'time', unit })
const timestampType = (unit: Unit, utc: boolean): Type =>
  utc ? { kind: 'timestamp', unit, zone: 'UTC' } : { kind: 'timestamp', unit }
