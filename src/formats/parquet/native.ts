// From a stored value to a native cell, by the column's type.
import type { Native, Type } from '../../record/schema.js'
import { Broken } from './broken.js'
import { Nanos, type Numbers, Spans } from './values.js'

/** Reads the value that stands at a place of `values` as a cell of `type`; texts are not its business. */
export function nativeReader(type: Type, values: Numbers | Nanos | Spans): (place: number) => Native {
  if (values instanceof Nanos) return (place) => values.array[place] as bigint
  if (values instanceof Spans) {
    const read = fromBytes(type)
    return (place) => read(values.bytes.subarray(values.start[place], values.end[place]))
  }
  return fromNumbers(type, values)
}

function fromNumbers(type: Type, values: Numbers): (place: number) => Native {
  const { array } = values
  switch (type.kind) {
    case 'bool':
      return (place) => array[place] === 1
    case 'decimal':
    case 'time':
    case 'timestamp':
      return (place) => BigInt(array[place] as number | bigint)
    case 'null':
      return () => null
    case 'int':
      if (!type.signed && array instanceof BigInt64Array) {
        const unsigned = new BigUint64Array(array.buffer, array.byteOffset, array.length)
        return (place) => unsigned[place] as bigint
      }
      if (!type.signed) return (place) => (array[place] as number) >>> 0
      break
    default:
  }
  return (place) => array[place] as number | bigint
}

/** From the bytes of a BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY. */
function fromBytes(type: Type): (bytes: Buffer) => Native {
  switch (type.kind) {
    case 'decimal':
      return bigEndian
    case 'float':
      return (bytes) => half(bytes.readUInt16LE(0))
    case 'interval':
      return (bytes) => ({ months: bytes.readUInt32LE(0), days: bytes.readUInt32LE(4), millis: bytes.readUInt32LE(8) })
    case 'bytes':
    case 'uuid':
      return (bytes) => bytes
    default:
      throw new Broken(`bytes for a column of ${type.kind}`)
  }
}

/** A two's complement number of any width, the highest byte first. */
function bigEndian(bytes: Buffer): bigint {
  if (bytes.length === 0) return 0n
  if (bytes.length <= 6) return BigInt(bytes.readIntBE(0, bytes.length))
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString('hex')}`))
}

/** An IEEE 754 number of 16 bits. */
function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * (1024 + fraction) * 2 ** (exponent - 25)
}
