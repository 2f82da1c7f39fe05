// Buffers of a compressed record batch: eight bytes with the plain length, or -1 for one left as it is, then the data.
import { lz4Frames } from './lz4.js'

/** The plain bytes of a buffer. Throws a RangeError for one that is broken. */
export type Inflate = (buffer: Uint8Array) => Uint8Array

interface Codec {
  /** No codec makes a byte into more bytes than this; longer lengths come from corruption. */
  readonly most: number
  plain(data: Uint8Array, length: number): Uint8Array
}

/** What turns the buffers of a batch into plain ones. Loads only what the compression needs. */
export async function inflaterOf(compression: 'lz4' | 'zstd' | undefined): Promise<Inflate> {
  if (compression === undefined) return (buffer) => buffer
  return inflate(compression === 'lz4' ? { most: 255, plain: lz4Frames } : await zstd())
}

async function zstd(): Promise<Codec> {
  const { decompress } = await import('fzstd')
  return {
    most: 1 << 15,
    plain(data, length) {
      checkFrame(data, length)
      return decompress(data)
    },
  }
}

/** Windows of more than 2^27 bytes are refused by zstd itself, unless it is told otherwise. */
const LARGEST_WINDOW = 27

/** The package takes memory for whatever a frame's header says (RFC 8878, section 3.1.1.1), so it is looked at first. */
function checkFrame(data: Uint8Array, length: number): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const descriptor = view.getUint8(4)
  const single = (descriptor & 0x20) !== 0
  if (!single && 10 + (view.getUint8(5) >> 3) > LARGEST_WINDOW)
    throw new RangeError('a zstd window of more than 128 MiB')
  const sizeAt = (single ? 5 : 6) + ([0, 1, 2, 4][descriptor & 3] as number)
  if (contentSize(view, sizeAt, descriptor >> 6, single) > length)
    throw new RangeError('a zstd frame of another length')
}

function contentSize(view: DataView, at: number, flag: number, single: boolean): number {
  switch (flag) {
    case 0:
      return single ? view.getUint8(at) : 0
    case 1:
      return view.getUint16(at, true) + 256
    case 2:
      return view.getUint32(at, true)
    default:
      return Number(view.getBigUint64(at, true))
  }
}

function inflate({ most, plain }: Codec): Inflate {
  return (buffer) => {
    if (buffer.length === 0) return buffer
    const length = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength).getBigInt64(0, true)
    const data = buffer.subarray(8)
    if (length === -1n) return data
    if (length < 0n || length > BigInt(data.length * most)) throw new RangeError('a plain length out of range')
    const bytes = decoded(() => plain(data, Number(length)))
    if (bytes.length !== Number(length)) throw new RangeError('compressed data of another length')
    return bytes
  }
}

/** A package fails on broken data in ways of its own; what it says may show some of the data. */
function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode()
  } catch {
    throw new RangeError('broken compressed data')
  }
}
