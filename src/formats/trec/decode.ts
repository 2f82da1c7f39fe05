// TREC runs to records: `qid Q0 docno rank score tag` a line. The lines of one query are held together, for their ranks.
import { Sealed } from '../../record/gate.js'
import type { Decoding } from '../../registry/format.js'
import type { Source } from '../../registry/ports.js'
import { RunReader } from './reader.js'

/**
 * Yields batches of `Cells`, each of whole queries: lines that follow one another and name the same query. When a query
 * comes again later in the file, its lines still pass as they stand, but asking for their rank throws a `Fault`.
 *
 * Rejects lines that have not six columns, whose score is no number, or that are no UTF-8. A line is rejected after the
 * queries before it were given, and before its own query is. Remembers the names of all queries.
 */
export async function* decodeRun(source: Source, how: Decoding): AsyncGenerator<Sealed> {
  const reader = new RunReader(source)
  await reader.open()
  do {
    for (const { fault, raw } of reader.read()) {
      for (const batch of reader.take(true)) yield new Sealed(batch)
      how.reject(fault, raw)
    }
    for (const batch of reader.take()) yield new Sealed(batch)
  } while (await reader.fill())
}
