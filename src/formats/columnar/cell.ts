// From JSON to native cells, by the type that was found for the column.
import { decodeString, members, skipSpace, skipValue } from '../../record/json.js'
import type { Column, Native, Type } from '../../record/schema.js'
import { Keys } from './keys.js'

/** Reads the value at `b[start, end)`. */
export type CellReader = (b: Buffer, start: number, end: number) => Native

/** A reader for values of a type that a `Shape` gave. */
export function cellReader(type: Type): CellReader {
  const read = readerOf(type)
  return (b, start, end) => (b[start] === 0x6e ? null : read(b, start, end))
}

function readerOf(type: Type): CellReader {
  switch (type.kind) {
    case 'bool':
      return (b, start) => b[start] === 0x74
    case 'int':
      return (b, start, end) => BigInt(b.toString('latin1', start, end))
    case 'float':
      return (b, start, end) => Number(b.toString('latin1', start, end))
    case 'text':
      return type.json === true
        ? (b, start, end) => b.toString('utf8', start, end)
        : (b, start, end) => decodeString(b, start + 1, end - 1)
    case 'list':
      return listReader(cellReader(type.item.type))
    case 'struct':
      return structReader(type.fields)
    default:
      throw new Error(`JSON has no ${type.kind}`)
  }
}

function listReader(item: CellReader): CellReader {
  return (b, start, end) => {
    const items: Native[] = []
    for (let i = skipSpace(b, start + 1); i < end && b[i] !== 0x5d; ) {
      const stop = skipValue(b, i)
      items.push(item(b, i, stop))
      i = skipSpace(b, stop)
      if (b[i] === 0x2c) i = skipSpace(b, i + 1)
    }
    return items
  }
}

/** Reads an object as the cells of its fields; of a key that comes twice the last value. */
export function structReader(fields: readonly Column[]): (b: Buffer, start: number) => Native[] {
  const keys = new Keys(fields.map(({ name }) => name))
  const readers = fields.map(({ type }) => cellReader(type))
  // Where each field's value stands: of a key that comes twice, only the last value has the field's type.
  const from = new Int32Array(readers.length)
  const to = new Int32Array(readers.length)
  return (b, start) => {
    to.fill(0)
    members(b, start, (keyStart, keyEnd, valueStart, valueEnd) => {
      const place = keys.find(b, keyStart, keyEnd)
      from[place] = valueStart
      to[place] = valueEnd
    })
    return readers.map((read, i) => (to[i] === 0 ? null : read(b, from[i] as number, to[i] as number)))
  }
}
