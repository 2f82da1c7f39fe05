// Buffers as typed arrays and bits, with their length checked.

interface Kind<T> {
  new (buffer: ArrayBufferLike, offset: number, length: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** The first `n` elements in `bytes`. Throws a RangeError when there are fewer. */
export function typed<T>(kind: Kind<T>, bytes: Uint8Array, n: number): T {
  const size = n * kind.BYTES_PER_ELEMENT
  if (bytes.byteLength < size) throw new RangeError('a buffer shorter than its values')
  if (bytes.byteOffset % kind.BYTES_PER_ELEMENT === 0) return new kind(bytes.buffer, bytes.byteOffset, n)
  return new kind(new Uint8Array(bytes.subarray(0, size)).buffer, 0, n)
}

export const bitAt = (bits: Uint8Array, i: number): boolean => (((bits[i >> 3] as number) >> (i & 7)) & 1) === 1

/**
 * The `n` + 1 offsets of an array of `n` texts or lists, checked: they never fall, and none goes beyond `limit`. An empty
 * array may come without any.
 */
export function offsetsOf(bytes: Uint8Array, n: number, large: boolean, limit: number): Int32Array | Float64Array {
  if (n === 0) return new Int32Array(1)
  const offsets = large
    ? Float64Array.from(typed(BigInt64Array, bytes, n + 1), Number)
    : typed(Int32Array, bytes, n + 1)
  let last = 0
  for (let i = 0; i <= n; i++) {
    const offset = offsets[i] as number
    if (offset < last) throw new RangeError('offsets that fall')
    last = offset
  }
  if (last > limit) throw new RangeError('offsets beyond the end of the values')
  return offsets
}
