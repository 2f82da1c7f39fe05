// The values of a page in each encoding but that of dictionary places.
// https://github.com/apache/parquet-format/blob/master/Encodings.md
import type { SchemaElement } from 'hyparquet'
import { alpDecode } from 'hyparquet/src/alp.js'
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js'
import { byteStreamSplit } from 'hyparquet/src/encoding.js'
import { Broken } from './broken.js'
import { readHybrid } from './hybrid.js'
import type { Place } from './pages.js'
import type { Values } from './values.js'

/** Appends `count` values, or of these at least the `wanted`; there is room for them. Throws `Broken`, or whatever the decoders throw on damaged bytes. */
export function decodeValues(
  values: Values,
  encoding: string,
  element: SchemaElement,
  place: Place,
  count: number,
  wanted?: Int32Array,
): void {
  const before = values.length
  if (encoding === 'PLAIN') values.plain(place, count, wanted)
  else values.append(decoded(encoding, element, place, count))
  if (values.length !== before + count) throw new Broken('a page has fewer values than it says')
}

function decoded(
  encoding: string,
  { type, type_length }: SchemaElement,
  place: Place,
  count: number,
): ArrayLike<unknown> {
  const [page, from, to] = place
  const reader = { view: new DataView(page.buffer, page.byteOffset + from, to - from), offset: 0 }
  const bytes = type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY'
  if (encoding === 'RLE' && type === 'BOOLEAN') {
    const bits = new Uint8Array(count)
    // Behind the length of what follows.
    readHybrid([page, from + 4, to], 1, bits)
    return bits
  }
  if (encoding === 'DELTA_BINARY_PACKED' && (type === 'INT32' || type === 'INT64')) {
    const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
    deltaBinaryUnpack(reader, count, numbers)
    return numbers
  }
  if ((encoding === 'DELTA_LENGTH_BYTE_ARRAY' || encoding === 'DELTA_BYTE_ARRAY') && bytes) {
    const pieces = new Array<Uint8Array>(count)
    if (encoding === 'DELTA_BYTE_ARRAY') deltaByteArray(reader, count, pieces)
    else deltaLengthByteArray(reader, count, pieces)
    return pieces
  }
  if (encoding === 'BYTE_STREAM_SPLIT' && type !== undefined) return byteStreamSplit(reader, count, type, type_length)
  if (encoding === 'ALP' && type !== undefined) return alpDecode(reader, count, type)
  throw new Broken(`the encoding ${encoding ?? 'that it names'} is not supported for ${type ?? 'its type'}`)
}
