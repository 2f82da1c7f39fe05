// Who a record is.
import type { Batch } from './batch.js'
import { Path } from './path.js'
import { spelling } from './value.js'

/** Reads ids by their spelling: 7 and "7" are the same, 7.0 is not. Null and the empty text are none: the next name is tried. */
export function identities(batch: Batch, path: Path): (i: number) => string | undefined {
  const fields = path.spellings.map((name) => batch.field(Path.of(name)))
  return (i) => {
    for (const field of fields) {
      const value = field(i)
      if (value !== undefined && value !== null && value !== '') return spelling(value)
    }
    return undefined
  }
}
