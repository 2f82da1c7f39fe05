// The pages of a column chunk: where each stands, its header, its bytes decompressed.
import zlib from 'node:zlib'
import type { PageHeader } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { Broken } from './broken.js'
import type { Decompress } from './codecs.js'

/** A buffer, and where in it something begins and ends. */
export type Place = readonly [page: Buffer, start: number, end: number]

export interface Page {
  readonly header: PageHeader
  /** Where it stands in the chunk, behind its header. */
  readonly start: number
  readonly end: number
}

/** The chunk's pages, up to the last that holds one of its `total` entries. */
export function pagesOf(bytes: Buffer, total: number): Page[] {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  const pages: Page[] = []
  for (let entries = 0; entries < total; ) {
    const header = parquetHeader(reader)
    const start = reader.offset
    const end = start + header.compressed_page_size
    if (!(header.compressed_page_size >= 0 && header.uncompressed_page_size >= 0) || end > bytes.length)
      throw new Broken('a page goes beyond its column')
    reader.offset = end
    pages.push({ header, start, end })
    entries += (header.data_page_header ?? header.data_page_header_v2)?.num_values ?? 0
  }
  return pages
}

/** Throws `Broken` when a page has a checksum that is another. Node before 20.15 has no CRC-32: there it goes unread. */
export function verify(bytes: Buffer, { header: { crc }, start, end }: Page): void {
  if (crc === undefined || zlib.crc32 === undefined) return
  if (zlib.crc32(bytes.subarray(start, end)) !== crc >>> 0) throw new Broken('a page does not match its checksum')
}

/** `source` decompressed, which must give `size` bytes. They live until the next page is decompressed. */
export function decompressed(source: Buffer, size: number, decompress: Decompress): Place {
  // A page without values may have no bytes at all, which is no stream of any codec.
  const bytes = size === 0 ? source.subarray(0, 0) : decompress(source, size)
  if (bytes.length !== size) throw new Broken('a page has another length than it says')
  return [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0, size]
}
