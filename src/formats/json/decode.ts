// An array of records, read item by item: at no time is more than one block, or one record, in memory.
import { isUtf8 } from 'node:buffer'
import { type At, badFile, badRecord, type Fault } from '../../record/fault.js'
import { Sealed } from '../../record/gate.js'
import { isSpace, skipSpace, skipValue } from '../../record/json.js'
import { Lines } from '../../record/lines.js'
import { type LineTable, plainScanner } from '../../record/scan.js'
import type { Decoding } from '../../registry/format.js'
import type { Source } from '../../registry/ports.js'
import { Block, bomLength } from '../block.js'
import { fieldAt } from '../broken.js'
import { wantedOf } from '../wanted.js'

const OPEN = 0x5b
const CLOSE = 0x5d
const COMMA = 0x2c
const OPEN_OBJECT = 0x7b
/** A broken item is skipped when its end is found within so many bytes. */
const LONGEST_BROKEN = 1 << 24
/** The longest escape, `\u0000`: a scan that stops in it may only lack bytes. */
const ESCAPE = 6

/**
 * Yields batches of `Lines`; the last has no records and carries what comes after them.
 *
 * Throws a `Fault` when the file is no array, when it is cut, and when items are not parted by commas: what follows could
 * only be guessed. An item is rejected when it is no object, no JSON or no UTF-8, but its brackets and quotes are closed.
 */
export async function* decodeArray(source: Source, how: Decoding): AsyncGenerator<Sealed> {
  const reader = new ArrayReader(source, how)
  if (await reader.open()) {
    for (;;) {
      const table = reader.scan()
      if (table.count > 0) yield* reader.take(table)
      else if (!(await reader.step(table))) break
    }
  }
  yield reader.last()
}

class ArrayReader {
  readonly #how: Decoding
  readonly #wanted
  readonly #scanner
  readonly #block: Block
  readonly #file: string
  #head: Uint8Array = new Uint8Array(0)
  #items = 0
  /** Bytes between the last item, where the block begins, and the next: white space and, between items, the comma. */
  #lead = 0

  constructor(source: Source, how: Decoding) {
    this.#how = how
    this.#wanted = wantedOf(how.needs, 'array')
    this.#scanner = plainScanner(this.#wanted)
    this.#block = new Block(source, (size, keep) => this.#scanner.block(size, keep))
    this.#file = source.name
  }

  /** Reads up to the opening bracket; false when there is nothing but white space. */
  async open(): Promise<boolean> {
    const block = this.#block
    let at: number
    do {
      await block.fill()
      at = this.#space(bomLength(block.bytes.subarray(0, block.to), this.#file))
    } while (at === block.to && !block.ended)
    if (at === block.to) return false
    if (block.bytes[at] !== OPEN) throw badFile(this.#file, 'expected an array of records')
    block.from = at + 1
    this.#head = Buffer.from(block.bytes.subarray(0, block.from))
    return true
  }

  scan(): LineTable {
    return this.#scanner.scan(this.#block.from + this.#lead, this.#block.to)
  }

  /** The items of a table, those that are no UTF-8 rejected. */
  *take(table: LineTable): Generator<Sealed> {
    const { bytes, from } = this.#block
    const lines = this.#lines(table)
    const last = table.end[table.count - 1] as number
    if (isUtf8(bytes.subarray(from, last))) yield new Sealed(lines)
    else {
      const good = (i: number): boolean => isUtf8(bytes.subarray(table.start[i], table.end[i]))
      for (let i = 0; i < table.count; i++) {
        const first = i
        while (i < table.count && good(i)) i++
        if (i > first) yield new Sealed(lines.select(Int32Array.from({ length: i - first }, (_, k) => first + k)))
        if (i < table.count)
          this.#how.reject(badRecord(this.#at(i), 'expected UTF-8'), bytes.subarray(table.start[i], table.end[i]))
      }
    }
    this.#items += table.count
    this.#block.from = last
    this.#lead = table.stop - last
  }

  /** What a scan could not read is more to come, a bad item, or the end (false). */
  async step({ broken }: LineTable): Promise<boolean> {
    const block = this.#block
    const { bytes, to, ended } = block
    const at = this.#space(block.from + this.#lead)
    if (bytes[at] === CLOSE && at < to && !this.#afterComma()) {
      await this.#close(at + 1)
      return false
    }
    const end = at < to ? skipValue(bytes.subarray(0, to), at) : to
    const after = end < to ? this.#space(end) : to
    if (after < to) {
      this.#rejectItem(at, end, after, broken)
      return true
    }
    if (ended) throw this.#cut(at)
    if (this.#isBroken(broken) && to - at > LONGEST_BROKEN) throw this.#whatBroke(at, to, broken)
    await block.fill()
    return true
  }

  #cut(at: number): Fault {
    const rest = this.#block.bytes.subarray(at, this.#block.to)
    // With a byte more, the end of a whole item is before the end of the text.
    if (rest.length === 0 || skipValue(Buffer.concat([rest, Buffer.of(COMMA)]), 0) <= rest.length)
      return badFile(this.#file, 'the array is not closed')
    const field = rest[0] === OPEN_OBJECT ? fieldAt(rest, 0, rest.length) : undefined
    return badRecord(this.#at(0), 'the file ends within this record', field)
  }

  #afterComma(): boolean {
    const { bytes, from } = this.#block
    return bytes.subarray(from, from + this.#lead).includes(COMMA)
  }

  /** Whether more bytes would not help. */
  #isBroken(broken: number): boolean {
    const { bytes, to } = this.#block
    return broken >= 0 && to - broken > ESCAPE && skipValue(bytes.subarray(0, to), broken) < to
  }

  #rejectItem(at: number, end: number, after: number, broken: number): void {
    const block = this.#block
    const { bytes } = block
    const parted = bytes[after] === COMMA || bytes[after] === CLOSE
    if (!parted && broken >= end) throw badRecord(this.#at(0), 'expected a comma or the closing bracket after it')
    const fault = this.#whatBroke(at, end, broken)
    if (!parted) throw fault
    this.#how.reject(fault, bytes.subarray(at, end))
    this.#items++
    block.from = end
    this.#lead = after - end + (bytes[after] === COMMA ? 1 : 0)
  }

  #whatBroke(at: number, end: number, broken: number): Fault {
    const item = this.#block.bytes.subarray(at, end)
    const place = this.#at(0)
    if (item[0] !== OPEN_OBJECT) return badRecord(place, 'expected a JSON object')
    if (!isUtf8(item)) return badRecord(place, 'expected UTF-8')
    const offset = broken - at
    return badRecord(place, `expected JSON, it breaks off at byte ${offset + 1} of the item`, fieldAt(item, 0, offset))
  }

  /** Reads to the end of the file, where only white space may stand after the bracket that ends at `at`. */
  async #close(at: number): Promise<void> {
    const block = this.#block
    for (let length = at - block.from; ; ) {
      if (!block.bytes.subarray(block.from + length, block.to).every(isSpace))
        throw badFile(this.#file, 'text after the closing bracket')
      if (block.ended) return
      length = block.to - block.from
      await block.fill()
    }
  }

  /** A batch of no records with what is left. */
  last(): Sealed {
    const { bytes, from, to } = this.#block
    const rest = Buffer.from(bytes.subarray(from, to))
    const closed = this.#head.length > 0
    return new Sealed(
      this.#lines(this.#scanner.scan(0, 0), closed ? this.#head : rest, closed ? rest : new Uint8Array(0)),
    )
  }

  #lines(table: LineTable, head = this.#head, tail: Uint8Array = new Uint8Array(0)): Lines {
    const { bytes, from } = this.#block
    return new Lines({
      bytes,
      table,
      wanted: this.#wanted,
      file: this.#file,
      format: 'json',
      from,
      before: this.#items,
      head,
      tail,
    })
  }

  #at(i: number): At {
    return { file: this.#file, unit: 'item', n: this.#items + i + 1 }
  }

  #space(i: number): number {
    return Math.min(skipSpace(this.#block.bytes, i), this.#block.to)
  }
}
