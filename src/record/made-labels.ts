// Labels in records that were made: found by the scanner that reads files, many times as fast as by walking each.
import type { LabelNames } from './batch.js'
import type { LabelVisit } from './labels.js'
import { Lines } from './lines.js'
import type { Scanner, Wanted } from './scan.js'
import { simdScanner } from './scan-simd.js'

/** From so many bytes on it is worth setting up. */
const WORTH = 1 << 16

let ready: { readonly names: LabelNames; readonly wanted: Wanted; readonly scanner: Scanner | undefined } | undefined

/**
 * Visits the labels in `bytes`, which hold a record a line, as `Batch.labels` does. Returns how many records it went through: the
 * others, if any, are to be walked.
 */
export function scanLabels(bytes: Buffer, names: LabelNames, visit: LabelVisit): number {
  if (bytes.length < WORTH) return 0
  if (ready?.names !== names) {
    const wanted: Wanted = { keys: [], endings: names.fields, textEndings: names.containers }
    ready = { names, wanted, scanner: simdScanner(wanted) }
  }
  const { wanted, scanner } = ready
  if (scanner === undefined) return 0
  const block = scanner.block(bytes.length, 0)
  block.set(bytes)
  let done = 0
  for (let from = 0; from < bytes.length; ) {
    const table = scanner.scan(from, bytes.length)
    if (table.count === 0) break
    const lines = new Lines({ bytes: block, table, wanted, file: '', format: 'ndjson', from, before: done })
    const before = done
    lines.labels(names, (i, value, container) => visit(before + i, value, container))
    done += table.count
    from = table.stop
  }
  return done
}
