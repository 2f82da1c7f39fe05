// LZ4 frames (lz4_Frame_format.md of the lz4 project), as Arrow compresses buffers. Checksums are passed over.

const MAGIC = 0x184d2204

/** The `length` bytes that the frames in `input` stand for. Throws a RangeError where they do not. */
export function lz4Frames(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  const output = new Uint8Array(length)
  let i = 0
  let filled = 0
  while (i < input.length) {
    if (view.getUint32(i, true) !== MAGIC) throw new RangeError('no lz4 frame')
    const flags = view.getUint8(i + 4)
    if (flags >> 6 !== 1) throw new RangeError('an lz4 frame of another version')
    const blockChecksum = flags & 0x10 ? 4 : 0
    // Magic, two bytes of flags, then size of the content and id of a dictionary when flagged, one byte of checksum.
    i += 7 + (flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0)
    for (;;) {
      const word = view.getUint32(i, true)
      i += 4
      if (word === 0) break
      const size = word & 0x7fffffff
      if (size > input.length - i) throw new RangeError('an lz4 block beyond the end')
      const block = input.subarray(i, i + size)
      if (word >>> 31 === 0) filled = lz4Block(block, output, filled)
      else {
        output.set(block, filled)
        filled += size
      }
      i += size + blockChecksum
    }
    if (flags & 0x04) i += 4
  }
  if (filled !== length) throw new RangeError('lz4 frames of another length')
  return output
}

/** Appends a block to the `filled` bytes of `output`, which it may refer back to; returns how many there are then. */
function lz4Block(block: Uint8Array, output: Uint8Array, filled: number): number {
  let i = 0
  let o = filled
  const more = (length: number): number => {
    if (length !== 15) return length
    for (;;) {
      if (i >= block.length) throw new RangeError('an lz4 length beyond the end')
      const byte = block[i++] as number
      length += byte
      if (byte !== 255) return length
    }
  }
  while (i < block.length) {
    const token = block[i++] as number
    const literals = more(token >> 4)
    if (literals > block.length - i || literals > output.length - o) throw new RangeError('lz4 literals beyond the end')
    output.set(block.subarray(i, i + literals), o)
    i += literals
    o += literals
    if (i === block.length) break
    if (i + 2 > block.length) throw new RangeError('an lz4 match beyond the end')
    const distance = (block[i] as number) | ((block[i + 1] as number) << 8)
    i += 2
    const length = more(token & 15) + 4
    if (distance === 0 || distance > o || length > output.length - o) throw new RangeError('an lz4 match out of range')
    if (distance >= length) output.copyWithin(o, o - distance, o - distance + length)
    else for (let k = 0; k < length; k++) output[o + k] = output[o + k - distance] as number
    o += length
  }
  return o
}
