// What a format of typed columns writes: any batches as columns of one set of types.
import type { Batch } from '../../record/batch.js'
import { Columns } from '../../record/columns.js'
import { EXIT, Fault } from '../../record/fault.js'
import type { Encoding } from '../../registry/format.js'
import { Fit } from './fit.js'
import { SpooledRecords } from './spooled.js'

/**
 * The records as loaded `Columns` that all have the columns of the first. Batches that are typed columns pass, later ones in
 * the columns of the first; a column that does not fit there is a `Fault`. All other records, and what follows them, are
 * spooled and get the types that hold every value. Gives one batch without rows when there are no records, and none at all
 * when there was no batch.
 */
export async function* columnar(batches: AsyncIterable<Batch>, how: Encoding): AsyncGenerator<Columns> {
  let fit: Fit | undefined
  let spooled: SpooledRecords | undefined
  try {
    for await (const batch of batches) {
      await batch.load()
      if (spooled !== undefined) spooled.add(batch)
      else if (batch instanceof Columns) {
        fit ??= new Fit(batch.columns, batch.stretch.file)
        yield fit.fit(batch)
      } else if (fit === undefined) {
        spooled = new SpooledRecords(how.spool(), how.name)
        spooled.add(batch)
      } else if (batch.size > 0) {
        const { file } = batch.at(0)
        throw new Fault(EXIT.input, `${file}: records without types cannot follow the typed columns of ${fit.file}`)
      }
    }
    if (spooled !== undefined) yield* spooled.stretches()
  } finally {
    spooled?.spool.release()
  }
}
