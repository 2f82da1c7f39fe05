// Delimited text to records: the first row names the columns, every cell is a text.
import { Cells } from '../../record/cells.js'
import { badRecord } from '../../record/fault.js'
import { Sealed } from '../../record/gate.js'
import type { Decoding } from '../../registry/format.js'
import type { Source } from '../../registry/ports.js'
import { RowReader, type Rows } from './reader.js'
import type { Delimiter } from './rows.js'

const NOTHING: Uint8Array = new Uint8Array(0)
const NO_ROWS: Rows = { start: [], end: [], fault: [] }

/**
 * Yields batches of `Cells`. An empty cell, quoted or not, is the text "". Blank lines are no rows, but keep their bytes.
 * The last batch may have no rows: it carries the head of a file without rows, or what comes after the last row.
 *
 * Throws a `Fault` for a header that cannot be one: two columns of one name, bad quotes, bad UTF-8, UTF-16. Rejects rows
 * that have another number of cells than the header, bad quotes or bad UTF-8. Where a quote is not closed, all that may be
 * in it is rejected with its row: read as rows of its own, it could be a part of a restricted record without its label.
 */
export async function* decodeRows(
  source: Source,
  how: Decoding,
  format: string,
  delimiter: Delimiter,
): AsyncGenerator<Sealed> {
  const reader = new RowReader(source, delimiter)
  await reader.open()
  const { file, head, columns, cells } = reader
  const width = columns.length
  let yielded = false

  /** Rows `[from, to)`; `before` rows of the file come before the first of `rows`. */
  const batch = (rows: Rows, from: number, to: number, before: number, tail = NOTHING): Sealed => {
    yielded = true
    const start = rows.start.slice(from, to)
    const grid = {
      file,
      format,
      unit: 'row' as const,
      columns,
      bytes: reader.bytes,
      start,
      end: rows.end.slice(from, to),
      n: start.map((_, i) => before + from + i + 1),
      head,
      tail,
      cell: (row: number, column: number) => cells[(from + row) * width + column] as string,
    }
    return new Sealed(new Cells(grid))
  }

  for (;;) {
    const before = reader.count
    const rows = await reader.next()
    const size = rows.start.length
    if (size === 0) break
    for (let i = 0; i < size; i++) {
      const first = i
      while (i < size && rows.fault[i] === undefined) i++
      if (i > first) yield batch(rows, first, i, before)
      const fault = rows.fault[i]
      if (fault === undefined) continue
      how.reject(
        badRecord({ file, unit: 'row', n: before + i + 1 }, fault),
        reader.bytes.subarray(rows.start[i], rows.end[i]),
      )
    }
  }
  const tail = reader.tail()
  if (head.length + tail.length > 0 && (!yielded || tail.length > 0)) yield batch(NO_ROWS, 0, 0, 0, tail)
}
