// Cuts zstd input (RFC 8878) into the parts of its frames, and sees to it that every frame is whole. Neither decoder
// does: node:zlib 22 stops after the first frame, and takes a cut one for a whole one; 24 overlooks rubbish.
//
//   frame: magic, header | block ... last block | checksum      skippable frame: magic, length, bytes
import { badFile } from '../record/fault.js'
import { type Feed, fill } from './input.js'
import { isZstdFrame, isZstdSkippable } from './magic.js'

/** What the zstd tool reads without being told more; a frame may ask for 2 GB. */
const WINDOW_LIMIT = 1 << 27
const BLOCK_LIMIT = 1 << 17
const BUFFER = 1 << 18

/** A part's bytes live until the next part is asked for. */
export interface Part {
  readonly kind: 'header' | 'block' | 'last' | 'checksum'
  readonly bytes: Uint8Array
}

export interface Header extends Part {
  readonly kind: 'header'
  readonly hasChecksum: boolean
  /** The length of the decoded frame, where it is told. */
  readonly contentSize: number | undefined
}

export class Frames {
  readonly name: string
  readonly #feed: Feed
  readonly #buffer = new Uint8Array(BUFFER)
  #start = 0
  #end = 0
  #blockLimit = BLOCK_LIMIT
  #next: 'block' | 'checksum' | 'nothing' = 'nothing'
  #hasChecksum = false

  constructor(feed: Feed) {
    this.name = feed.name
    this.#feed = feed
  }

  /** The next frame's header, skippable frames passed over; undefined is the end of the input. */
  async header(): Promise<Header | undefined> {
    for (;;) {
      if ((await this.#peek(4)) === 0) return undefined
      if (this.#end - this.#start < 4) throw this.#rubbish()
      const head = this.#buffer.subarray(this.#start, this.#end)
      if (isZstdFrame(head)) return this.#header()
      if (!isZstdSkippable(head)) throw this.#rubbish()
      const skippable = await this.#take(8)
      await this.#skip(readNumber(skippable, 4, 4))
    }
  }

  async #header(): Promise<Header> {
    await this.#need(5)
    const flags = this.#buffer[this.#start + 4] as number
    if (flags & 0x08) throw this.corrupt('a reserved bit is set')
    const single = (flags >> 5) & 1
    const idLength = [0, 1, 2, 4][flags & 3] as number
    const sizeLength = [single, 2, 4, 8][flags >> 6] as number
    const bytes = await this.#take(6 - single + idLength + sizeLength)
    const idAt = 6 - single
    if (bytes.subarray(idAt, idAt + idLength).some((byte) => byte !== 0)) {
      throw badFile(this.name, 'needs a zstd dictionary')
    }
    const contentSize = readSize(bytes, idAt + idLength, sizeLength)
    const window = single ? (contentSize as number) : readWindow(bytes[5] as number)
    if (window > WINDOW_LIMIT) {
      throw badFile(this.name, `its zstd window of ${Math.ceil(window / 2 ** 20)} MB is above the limit of 128 MB`)
    }
    this.#blockLimit = Math.min(BLOCK_LIMIT, window)
    this.#hasChecksum = (flags & 0x04) !== 0
    this.#next = 'block'
    return { kind: 'header', bytes, hasChecksum: this.#hasChecksum, contentSize }
  }

  /** The next block or the checksum of the frame whose header came last; undefined is the end of that frame. */
  async part(): Promise<Part | undefined> {
    if (this.#next === 'nothing') return undefined
    if (this.#next === 'checksum') {
      this.#next = 'nothing'
      return { kind: 'checksum', bytes: await this.#take(4) }
    }
    await this.#need(3)
    const header = readNumber(this.#buffer, this.#start, 3)
    const type = (header >> 1) & 3
    const size = header >> 3
    if (type === 3 || size > this.#blockLimit) throw this.corrupt('a block header that cannot be')
    const last = (header & 1) === 1
    if (last) this.#next = this.#hasChecksum ? 'checksum' : 'nothing'
    return { kind: last ? 'last' : 'block', bytes: await this.#take(3 + (type === 1 ? 1 : size)) }
  }

  corrupt(reason: string): Error {
    return badFile(this.name, `corrupt zstd: ${reason}`)
  }

  #rubbish(): Error {
    return badFile(this.name, 'not zstd after the end of its last frame')
  }

  /** Makes up to `length` bytes stand in the buffer; how many do. */
  async #peek(length: number): Promise<number> {
    if (this.#end - this.#start >= length) return length
    this.#buffer.copyWithin(0, this.#start, this.#end)
    this.#end -= this.#start
    this.#start = 0
    this.#end += await fill(this.#feed, this.#buffer.subarray(this.#end))
    return Math.min(length, this.#end)
  }

  async #need(length: number): Promise<void> {
    if ((await this.#peek(length)) < length) throw badFile(this.name, 'truncated zstd')
  }

  async #take(length: number): Promise<Uint8Array> {
    await this.#need(length)
    this.#start += length
    return this.#buffer.subarray(this.#start - length, this.#start)
  }

  async #skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) left -= (await this.#take(Math.min(left, BUFFER))).length
  }
}

function readNumber(bytes: Uint8Array, at: number, length: number): number {
  let number = 0
  for (let i = at + length - 1; i >= at; i--) number = number * 256 + (bytes[i] as number)
  return number
}

function readSize(bytes: Uint8Array, at: number, length: number): number | undefined {
  if (length === 0) return undefined
  const size = readNumber(bytes, at, length)
  return length === 2 ? size + 256 : size
}

function readWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}
