// The values of one column chunk, as they are decoded: numbers in a typed array, byte strings as spans of one buffer.
import { isAscii, isUtf8 } from 'node:buffer'
import type { SchemaElement } from 'hyparquet'
import { Broken } from './broken.js'
import type { Place } from './pages.js'

/** Decoded values; `length` is how many there are so far. */
export interface Values {
  length: number
  /** Makes room for `more` values. */
  reserve(more: number): void
  /**
   * Appends `count` values in PLAIN encoding; nothing of the page is held. With `wanted`, ascending places among them, the
   * others need not be kept: their places are taken, and what stands there is nobody's business.
   */
  plain(page: Place, count: number, wanted?: Int32Array): void
  /** Appends values that another decoder gave. */
  append(decoded: ArrayLike<unknown>): void
}

type Typed = Int32Array | Float32Array | Float64Array | BigInt64Array | Uint8Array

/** Numbers of 4 or 8 bytes, and booleans as bytes. */
export class Numbers<T extends Typed = Typed> implements Values {
  length = 0
  array: T

  constructor(readonly kind: { new (length: number): T; readonly BYTES_PER_ELEMENT: number }) {
    this.array = new kind(0)
  }

  reserve(more: number): void {
    if (this.length + more <= this.array.length) return
    const grown = new this.kind(this.length + more)
    grown.set(this.array as never)
    this.array = grown
  }

  plain([page, start, end]: Place, count: number): void {
    const width = this.kind.BYTES_PER_ELEMENT
    const array: Typed = this.array
    if (array instanceof Uint8Array) {
      within(start, end, Math.ceil(count / 8))
      for (let i = 0; i < count; i++) array[this.length++] = ((page[start + (i >> 3)] as number) >> (i & 7)) & 1
      return
    }
    within(start, end, count * width)
    // Both are little-endian.
    new Uint8Array(array.buffer, array.byteOffset + this.length * width).set(
      page.subarray(start, start + count * width),
    )
    this.length += count
  }

  append(decoded: ArrayLike<unknown>): void {
    this.array.set(decoded as never, this.length)
    this.length += decoded.length
  }
}

/** INT96: days and nanoseconds of the day, kept as nanoseconds since 1970. */
export class Nanos implements Values {
  readonly array: bigint[] = []

  get length(): number {
    return this.array.length
  }

  reserve(): void {}

  plain([page, start, end]: Place, count: number): void {
    within(start, end, count * 12)
    for (let i = start; i < start + count * 12; i += 12) {
      // Julian day 2440588 is 1970-01-01.
      const days = BigInt(page.readInt32LE(i + 8) - 2_440_588)
      this.array.push(days * 86_400_000_000_000n + page.readBigInt64LE(i))
    }
  }

  append(): void {
    throw new Broken('an encoding that does not go with its type')
  }
}

const SPACE = 0x20

/** Gives a buffer of at least so many bytes. */
export type Allocate = (size: number) => Buffer

/** Byte strings: value `i` stands in `bytes[start[i], end[i])`. */
export class Spans implements Values {
  length = 0
  bytes: Buffer = Buffer.alloc(0)
  start = new Uint32Array(0)
  end = new Uint32Array(0)
  /** Every value is known to be UTF-8; to be ASCII. */
  utf8: boolean
  ascii: boolean
  #used = 0

  /**
   * With `check`, all values are looked at whether they are UTF-8. `fixed` is the length of each value where they all have
   * the same. `allocate` gives the first buffer.
   */
  constructor(
    readonly check: boolean,
    readonly fixed: number | undefined,
    readonly allocate: Allocate,
  ) {
    this.utf8 = check
    this.ascii = check
  }

  reserve(more: number): void {
    if (this.length + more <= this.start.length) return
    const grow = (array: Uint32Array<ArrayBuffer>) => {
      const grown = new Uint32Array(this.length + more)
      grown.set(array)
      return grown
    }
    this.start = grow(this.start)
    this.end = grow(this.end)
  }

  plain([page, from, to]: Place, count: number, wanted?: Int32Array): void {
    const { fixed } = this
    if (wanted !== undefined && fixed === undefined && !this.check) {
      this.#few([page, from, to], count, wanted)
      return
    }
    const start = this.#room(to - from)
    const { bytes } = this
    bytes.set(page.subarray(from, to), start)
    const end = start + to - from
    let i = start
    if (fixed !== undefined) {
      within(start, end, count * fixed)
      for (let n = 0; n < count; n++, i += fixed) this.#add(i, i + fixed)
      return
    }
    for (let n = 0; n < count; n++) {
      if (i + 4 > end) throw new Broken('a value goes beyond its page')
      const length =
        ((bytes[i] as number) |
          ((bytes[i + 1] as number) << 8) |
          ((bytes[i + 2] as number) << 16) |
          ((bytes[i + 3] as number) << 24)) >>>
        0
      // Lengths become spaces, so that all texts of the page can be checked as one.
      bytes[i] = bytes[i + 1] = bytes[i + 2] = bytes[i + 3] = SPACE
      i += 4
      this.#add(i, i + length)
      i += length
    }
    if (i > end) throw new Broken('a value goes beyond its page')
    this.#check(start, i)
  }

  /** Walks over the lengths, and copies what is wanted. */
  #few([page, from, to]: Place, count: number, wanted: Int32Array): void {
    let i = from
    for (let n = 0, k = 0; n < count; n++) {
      if (i + 4 > to) throw new Broken('a value goes beyond its page')
      const low = (page[i] as number) | ((page[i + 1] as number) << 8)
      const length = (low | ((page[i + 2] as number) << 16) | ((page[i + 3] as number) << 24)) >>> 0
      i += 4
      if (wanted[k] !== n) {
        i += length
        continue
      }
      k++
      if (i + length > to) throw new Broken('a value goes beyond its page')
      const start = this.#room(length)
      this.bytes.set(page.subarray(i, i + length), start)
      i += length
      this.start[this.length + n] = start
      this.end[this.length + n] = start + length
    }
    if (i > to) throw new Broken('a value goes beyond its page')
    this.length += count
  }

  append(decoded: ArrayLike<unknown>): void {
    const pieces = decoded as ArrayLike<Uint8Array>
    let size = 0
    for (let i = 0; i < pieces.length; i++) size += (pieces[i] as Uint8Array).length + 1
    const start = this.#room(size)
    this.bytes.fill(SPACE, start, start + size)
    let at = start
    for (let i = 0; i < pieces.length; i++) {
      const piece = pieces[i] as Uint8Array
      if (this.fixed !== undefined && piece.length !== this.fixed) throw new Broken('a value of another length')
      this.bytes.set(piece, at)
      this.#add(at, at + piece.length)
      at += piece.length + 1
    }
    this.#check(start, at)
  }

  /** The place of `size` more bytes. */
  #room(size: number): number {
    const at = this.#used
    this.#used += size
    if (this.#used <= this.bytes.length) return at
    const grown = at === 0 ? this.allocate(size) : Buffer.allocUnsafe(2 * this.#used)
    this.bytes.copy(grown, 0, 0, at)
    this.bytes = grown
    return at
  }

  #add(start: number, end: number): void {
    this.start[this.length] = start
    this.end[this.length] = end
    this.length++
  }

  #check(start: number, end: number): void {
    if (!this.check) return
    const bytes = this.bytes.subarray(start, end)
    this.ascii &&= isAscii(bytes)
    this.utf8 &&= this.ascii || isUtf8(bytes)
  }
}

function within(start: number, end: number, size: number): void {
  if (start + size > end) throw new Broken('a page has fewer values than it says')
}

/** Where the values of a leaf go; with `check`, texts are looked at whether they are UTF-8. */
export function valuesFor(
  element: SchemaElement,
  check: boolean,
  allocate: Allocate = Buffer.allocUnsafe,
): Numbers | Nanos | Spans {
  switch (element.type) {
    case 'BOOLEAN':
      return new Numbers(Uint8Array)
    case 'INT32':
      return new Numbers(Int32Array)
    case 'INT64':
      return new Numbers(BigInt64Array)
    case 'INT96':
      return new Nanos()
    case 'FLOAT':
      return new Numbers(Float32Array)
    case 'DOUBLE':
      return new Numbers(Float64Array)
    default:
      return new Spans(check, element.type === 'FIXED_LEN_BYTE_ARRAY' ? element.type_length : undefined, allocate)
  }
}
