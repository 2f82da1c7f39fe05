// A format turns bytes into sealed records and cleared records into bytes.

import type { LabelNames } from '../record/batch.js'
import type { Fault } from '../record/fault.js'
import type { Cleared, Sealed } from '../record/gate.js'
import type { Path } from '../record/path.js'
import type { Value } from '../record/value.js'
import type { Source, Spool } from './ports.js'

/** What is known of a column over a stretch of records; `min` and `max` are inclusive bounds, absent when unknown. */
export interface Stats {
  readonly min?: Value
  readonly max?: Value
  /** No record of the stretch has such a column. */
  readonly absent?: boolean
  /** Every record of the stretch has null here. */
  readonly allNull?: boolean
}

/** What a reader must find, so that one scan of a line or one projection of columns finds all. */
export interface Needs {
  readonly paths: readonly Path[]
  readonly labels: LabelNames
  /** True when no record of a stretch with these statistics can be wanted: the stretch need not be decoded. */
  readonly excludes?: (stats: (column: string) => Stats | undefined) => boolean
}

/** What a reader does with a record that it cannot read: throws, or counts it and goes on. `raw` is the record's bytes. */
export type Reject = (fault: Fault, raw?: Uint8Array) => void

export interface Decoding {
  readonly needs: Needs
  readonly reject: Reject
}

export interface Encoding {
  /** The name of the output, for messages. */
  readonly name: string
  /** Where a canonical field is found, when the call says so. */
  readonly path?: (field: string) => Path
  spool(): Spool
}

export interface Format {
  readonly summary: string
  /** Whether a file that begins with these bytes (up to 4 KB) is surely of this format. */
  sniff?(head: Uint8Array): boolean
  decode?(source: Source, how: Decoding): AsyncIterable<Sealed>
  /** Yields chunks that the caller writes before it asks for the next; a chunk's bytes may be reused then. */
  encode?(batches: AsyncIterable<Cleared>, how: Encoding): AsyncIterable<Uint8Array>
}
