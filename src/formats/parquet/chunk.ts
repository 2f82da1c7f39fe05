// One column chunk of a row group: its pages decompressed, its levels and values decoded, nothing yet put together.
import type { ColumnMetaData, PageHeader } from 'hyparquet'
import { Broken } from './broken.js'
import type { Decompress } from './codecs.js'
import { decodeValues } from './encodings.js'
import { readHybrid } from './hybrid.js'
import { decompressed, type Page, type Place, pagesOf, verify } from './pages.js'
import type { LeafNode } from './tree.js'
import { type Allocate, valuesFor } from './values.js'

export type Levels = Uint8Array | Uint16Array

/** An entry is a value, or what stands where no value is. */
export interface Chunk {
  readonly values: ReturnType<typeof valuesFor>
  /** So many values, from the first, are a dictionary's. */
  readonly dictionary: number
  /** The place in `values` of each value that is there, in order; without it, they stand there in order. */
  readonly ids: Int32Array | undefined
  readonly entries: number
  /** Definition and repetition level of each entry; without them, all are the leaf's own, or 0. */
  readonly def: Levels | undefined
  readonly rep: Levels | undefined
}

export interface Reading {
  readonly leaf: LeafNode
  readonly column: ColumnMetaData
  readonly decompress: Decompress
  /** Gives a buffer for the chunk's byte strings, which live until it is used again. */
  readonly allocate: Allocate
  /** The rows that will be read, ascending: pages without any need not be decoded. Only for columns that do not nest. */
  readonly rows?: Int32Array | undefined
}

/** The definition level of entries in pages that were not decoded. */
export const SKIPPED = 255

/** Decodes the chunk in `bytes`. Throws `Broken`, or whatever the decoders throw on damaged bytes. */
export function readChunk(bytes: Buffer, how: Reading): Chunk {
  const pages = pagesOf(bytes, Number(how.column.num_values))
  const reader = new ChunkReader(bytes, how)
  for (const page of pages) {
    verify(bytes, page)
    reader.page(page)
  }
  return reader.chunk()
}

type DataPageHeaderV2 = NonNullable<PageHeader['data_page_header_v2']>

class ChunkReader {
  readonly total: number
  readonly #values
  readonly #rep: Levels | undefined
  #def: Levels | undefined
  #ids: Int32Array | undefined
  #dictionary = 0
  #entries = 0
  #present = 0

  constructor(
    readonly bytes: Buffer,
    readonly how: Reading,
  ) {
    const { leaf, column } = how
    this.total = Number(column.num_values)
    // A page's count of entries is an int32, and so is a row group's in practice.
    if (!(this.total >= 0 && this.total < 2 ** 31)) throw new Broken('an impossible number of values')
    const { allocate } = how
    // The footer's word is not to be relied on: a page that needs more gets it.
    const likely = Math.min(Number(column.total_uncompressed_size), 16 * bytes.length)
    // Of few rows, each text is looked at when it is asked for.
    const check = leaf.type.kind === 'text' && !((how.rows?.length ?? this.total) < this.total / 8)
    this.#values = valuesFor(leaf.element, check, (size) => allocate(Math.max(size, likely)))
    if (leaf.def > 0) this.#def = levels(leaf.def, this.total)
    if (leaf.rep > 0) this.#rep = levels(leaf.rep, this.total)
  }

  chunk(): Chunk {
    const complete = this.#present === this.total
    return {
      values: this.#values,
      dictionary: this.#dictionary,
      ids: this.#ids?.subarray(0, this.#present),
      entries: this.total,
      def: complete ? undefined : this.#def,
      rep: this.#rep,
    }
  }

  page({ header, start, end }: Page): void {
    switch (header.type) {
      case 'DICTIONARY_PAGE':
        this.#dictionaryPage(header, start, end)
        break
      case 'DATA_PAGE':
      case 'DATA_PAGE_V2':
        this.#dataPage(header, start, end)
        break
      case 'INDEX_PAGE':
        break
      default:
        throw new Broken('a page of an unknown kind')
    }
  }

  #dictionaryPage(header: PageHeader, start: number, end: number): void {
    const count = header.dictionary_page_header?.num_values ?? -1
    if (count < 0 || this.#ids !== undefined || this.#present > 0) throw new Broken('a dictionary where none may be')
    const place = decompressed(this.bytes.subarray(start, end), header.uncompressed_page_size, this.how.decompress)
    // Each value of a dictionary takes at least a bit: a number beyond that is damage.
    if (count > (place[2] - place[1]) * 8) throw new Broken('a dictionary that is longer than its page')
    this.#values.reserve(count)
    this.#values.plain(place, count)
    this.#dictionary = count
    this.#ids = new Int32Array(this.total)
  }

  #dataPage(header: PageHeader, start: number, end: number): void {
    const v2 = header.data_page_header_v2
    const info = v2 ?? header.data_page_header
    if (info === undefined) throw new Broken('a page without its header')
    const count = info.num_values
    if (!(count >= 0 && this.#entries + count <= this.total)) throw new Broken('more values than the footer says')
    if (this.#skips(count)) return
    const place = v2 === undefined ? this.#v1(header, start, end, count) : this.#v2(header, v2, start, end, count)
    const present = this.#defined(count)
    if (present > 0) this.#decode(info.encoding, place, present, count)
    this.#present += present
    this.#entries += count
  }

  /** Levels, each kind behind its length, and values are compressed as one. */
  #v1(
    { data_page_header: info, uncompressed_page_size: size }: PageHeader,
    start: number,
    end: number,
    count: number,
  ): Place {
    const { leaf } = this.how
    const [page, from, to] = decompressed(this.bytes.subarray(start, end), size, this.how.decompress)
    let at = from
    for (const [levels, max, encoding] of [
      [this.#rep, leaf.rep, info?.repetition_level_encoding],
      [this.#def, leaf.def, info?.definition_level_encoding],
    ] as const) {
      if (levels === undefined || max === 0) continue
      if (encoding !== 'RLE') throw new Broken('levels in an encoding that is not supported')
      const stop = at + 4 + (at + 4 <= to ? page.readUInt32LE(at) : to)
      if (stop > to) throw new Broken('levels go beyond their page')
      this.#levels([page, at + 4, stop], max, levels, count)
      at = stop
    }
    return [page, at, to]
  }

  /** Levels stand before what is compressed. */
  #v2(header: PageHeader, v2: DataPageHeaderV2, start: number, end: number, count: number): Place {
    const { leaf } = this.how
    const repEnd = start + v2.repetition_levels_byte_length
    const defEnd = repEnd + v2.definition_levels_byte_length
    if (!(repEnd >= start && defEnd >= repEnd && defEnd <= end)) throw new Broken('levels go beyond their page')
    if (this.#rep !== undefined) this.#levels([this.bytes, start, repEnd], leaf.rep, this.#rep, count)
    if (this.#def !== undefined && leaf.def > 0) this.#levels([this.bytes, repEnd, defEnd], leaf.def, this.#def, count)
    const size = header.uncompressed_page_size - (defEnd - start)
    const source = this.bytes.subarray(defEnd, end)
    return decompressed(source, size, v2.is_compressed === false ? asItIs : this.how.decompress)
  }

  #levels(place: Place, max: number, levels: Levels, count: number): void {
    readHybrid(place, bitWidth(max), levels.subarray(this.#entries, this.#entries + count))
  }

  /** How many of the next entries are values. */
  #defined(count: number): number {
    const { def: max } = this.how.leaf
    const def = this.#def
    if (max === 0 || def === undefined) return count
    let present = 0
    const end = this.#entries + count
    for (let i = this.#entries; i < end; i++) if (def[i] === max) present++
    return present
  }

  /** Whether none of the page's rows will be read; then its entries are marked. */
  #skips(count: number): boolean {
    const { rows, leaf } = this.how
    if (rows === undefined) return false
    const end = this.#entries + count
    const next = rows[lowerBound(rows, this.#entries)]
    if (next !== undefined && next < end) return false
    this.#def ??= levels(leaf.def, this.total).fill(0)
    this.#def.fill(SKIPPED, this.#entries, end)
    this.#entries = end
    return true
  }

  #decode(encoding: string, place: Place, count: number, entries: number): void {
    const ids = this.#ids?.subarray(this.#present, this.#present + count)
    if (encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY') {
      this.#look(place, ids)
      return
    }
    const values = this.#values
    const first = values.length
    // All that is to come, so that what is there need not be moved with each page.
    values.reserve(first === this.#dictionary ? this.total - this.#present : count)
    decodeValues(values, encoding, this.how.leaf.element, place, count, this.#wanted(entries))
    if (ids !== undefined) for (let i = 0; i < count; i++) ids[i] = first + i
  }

  /** Which of the values among the next entries will be read; undefined when all may be. */
  #wanted(entries: number): Int32Array | undefined {
    const { rows, leaf } = this.how
    if (rows === undefined) return undefined
    const from = this.#entries
    const def = leaf.def > 0 ? this.#def : undefined
    const wanted = new Int32Array(rows.length)
    let n = 0
    let entry = from
    let place = 0
    for (let k = lowerBound(rows, from); k < rows.length; k++) {
      const row = rows[k] as number
      if (row >= from + entries) break
      if (def === undefined) place = row - from
      else for (; entry < row; entry++) if (def[entry] === leaf.def) place++
      if (def === undefined || def[row] === leaf.def) wanted[n++] = place
    }
    return wanted.subarray(0, n)
  }

  /** A page of places in the dictionary. */
  #look([page, from, to]: Place, ids: Int32Array | undefined): void {
    if (ids === undefined || from >= to) throw new Broken('a page needs a dictionary that is not there')
    const width = page[from] as number
    if (width > 0) readHybrid([page, from + 1, to], width, ids)
    for (let i = 0; i < ids.length; i++)
      if ((ids[i] as number) >= this.#dictionary) throw new Broken('a place beyond the end of the dictionary')
  }
}

const asItIs: Decompress = (source) => source

const levels = (max: number, length: number): Levels =>
  max < SKIPPED ? new Uint8Array(length) : new Uint16Array(length)

const bitWidth = (max: number): number => 32 - Math.clz32(max)

/** The first index whose row is not below `row`. */
function lowerBound(rows: Int32Array, row: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as number) < row) low = middle + 1
    else high = middle
  }
  return low
}
