// Writes native cells as JSON without making values of them: the same text as `toJson(toValue(type, cell))`, faster.
import type { Bytes } from './bytes.js'
import { floatToken, type Native, type Type, toValue } from './schema.js'
import { toJson } from './value.js'

export type CellWriter = (cell: Native, out: Bytes) => void

/** A function that appends cells of a type as JSON. */
export function cellWriter(type: Type): CellWriter {
  const write = writerOf(type)
  return (cell, out) => {
    if (cell === null) out.text('null')
    else write(cell, out)
  }
}

function writerOf(type: Type): CellWriter {
  switch (type.kind) {
    case 'bool':
    case 'int':
      return (cell, out) => out.text(String(cell))
    case 'text':
      return (cell, out) => out.text(JSON.stringify(cell))
    case 'float':
      return float(type.bits)
    case 'list':
      return list(cellWriter(type.item.type))
    case 'struct': {
      const names = type.fields.map(({ name }) => name)
      // Of fields that share a name an object shows the last: left to the long way.
      if (new Set(names).size < names.length) break
      return struct(
        names,
        type.fields.map((field) => cellWriter(field.type)),
      )
    }
    default:
  }
  return (cell, out) => out.text(toJson(toValue(type, cell)))
}

function float(bits: 16 | 32 | 64): CellWriter {
  return (cell, out) => {
    const token = floatToken(cell as number, bits)
    out.text(Number.isFinite(cell) ? token : `"${token}"`)
  }
}

function list(item: CellWriter): CellWriter {
  return (cell, out) => {
    out.byte(0x5b)
    const items = cell as readonly Native[]
    for (let i = 0; i < items.length; i++) {
      if (i > 0) out.byte(0x2c)
      item(items[i] as Native, out)
    }
    out.byte(0x5d)
  }
}

function struct(names: readonly string[], writers: readonly CellWriter[]): CellWriter {
  const keys = names.map((name, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  return (cell, out) => {
    const cells = cell as readonly Native[]
    for (const [i, key] of keys.entries()) {
      out.slice(key)
      ;(writers[i] as CellWriter)(cells[i] ?? null, out)
    }
    if (keys.length === 0) out.byte(0x7b)
    out.byte(0x7d)
  }
}
