// Cells of texts and byte strings: with offsets, 32 or 64 bits wide, and as views.
import { isAscii, isUtf8 } from 'node:buffer'
import type { Native } from '../../record/schema.js'
import { offsetsOf, typed } from './typed.js'

export interface Binary {
  readonly text: boolean
  readonly length: number
  /** Offsets and bytes, or views and any number of data buffers. */
  readonly buffers: readonly Uint8Array[]
  /** What a cell throws that cannot be read. Bytes under a null may be anything, so cells are checked when asked for. */
  fail(reason: string): Error
}

const NOTHING = new Uint8Array(0)
const NO_TEXT = 'a text that is not UTF-8'

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Throws a RangeError for offsets that cannot be. */
export function binaryCells({ text, length, buffers, fail }: Binary, large: boolean): (row: number) => Native {
  const bytes = bufferOf(buffers[1] ?? NOTHING)
  const offsets = offsetsOf(buffers[0] ?? NOTHING, length, large, bytes.length)
  const start = (row: number): number => offsets[row] as number
  if (!text) return (row) => bytes.subarray(start(row), start(row + 1))
  const used = bytes.subarray(start(0), start(length))
  if (isAscii(used)) return (row) => bytes.toString('latin1', start(row), start(row + 1))
  const whole = isUtf8(used)
  return (row) => {
    const from = start(row)
    const to = start(row + 1)
    // Where all is UTF-8 together, a text is when it begins and ends between characters.
    const sound = whole
      ? !isInside(bytes, from, to) && !isInside(bytes, to, bytes.length)
      : isUtf8(bytes.subarray(from, to))
    if (!sound) throw fail(NO_TEXT)
    return bytes.toString('utf8', from, to)
  }
}

/** Whether the byte at `i`, if it is before `end`, goes on with a character that began before it. */
const isInside = (bytes: Uint8Array, i: number, end: number): boolean =>
  i < end && ((bytes[i] as number) & 0xc0) === 0x80

const VIEW = 16
const INLINE = 12

/**
 * A view is 16 bytes: a length, then up to 12 bytes themselves; or their first four, the number of a data buffer, and where
 * they stand in it.
 */
export function viewCells({ text, length, buffers, fail }: Binary): (row: number) => Native {
  const views = bufferOf(typed(Uint8Array, buffers[0] ?? NOTHING, length * VIEW))
  const words = typed(Int32Array, views, length * 4)
  const data = buffers.slice(1).map(bufferOf)
  const slice = (row: number): Buffer => {
    const size = words[row * 4] as number
    if (size >= 0 && size <= INLINE) return views.subarray(row * VIEW + 4, row * VIEW + 4 + size)
    const buffer = data[words[row * 4 + 2] as number]
    const from = words[row * 4 + 3] as number
    if (size < 0 || buffer === undefined || from < 0 || from + size > buffer.length)
      throw fail('a view that points nowhere')
    return buffer.subarray(from, from + size)
  }
  if (!text) return slice
  return (row) => {
    const bytes = slice(row)
    if (!isUtf8(bytes)) throw fail(NO_TEXT)
    return bytes.toString('utf8')
  }
}
