// A batch: records that travel together, as a block of bytes and its line starts or as a set of columns.

import type { Bytes } from './bytes.js'
import type { At } from './fault.js'
import type { IdSet } from './ids.js'
import type { Path } from './path.js'
import type { Spans } from './splice.js'
import type { Fields, Value } from './value.js'

/** One record that owns its bytes: it may be held for as long as one likes. */
export interface Row {
  readonly at: At
  get(path: Path): Value | undefined
  /** The record with fields added or replaced at its top level; everything else keeps its bytes. */
  with(fields: Fields): Row
  /** One JSON object without line end. */
  json(): Buffer
}

/** Reads one field of record `i`; valid as long as the batch is. */
export type Field = (i: number) => Value | undefined

/** The records of a batch as they stood in the file, for a writer of the same format. */
export interface Native {
  readonly format: string
  /** What comes before the first record of its file: a header line, an opening bracket. */
  readonly head: Uint8Array
  /** What comes after the last record, on the last batch of a file. */
  readonly tail: Uint8Array
  /** Visits the batch's records as slices; neighbours in the file that are both in the batch are one slice. */
  runs(visit: (bytes: Uint8Array, start: number, end: number) => void): void
}

/** Where the bytes of a text stand. */
export interface Stretch {
  bytes: Uint8Array
  start: number
  end: number
}

/** The records of one query as a writer of runs wants them, without their other fields: by score descending. */
export interface Ranking {
  /** Undefined where the records name none. */
  readonly query: string | undefined
  /** Sets where the id of record `i` stands. */
  id(i: number, place: Stretch): void
  readonly scores: Float64Array
  /** What stands in the last column. */
  readonly tag: string
}

/**
 * The lines of a run as they stand in a block: line `l` has column `c` at `[places[(l * 6 + c) * 2], places[(l * 6 + c) * 2 + 1])`.
 * Record `i` of the batch is line `line(i)`.
 */
export interface RunLines {
  readonly bytes: Buffer
  readonly places: Int32Array
  readonly scores: Float64Array
  line(i: number): number
}

/** What the gate looks for: `fields` hold labels, `containers` may hold them inside a text that is JSON. Lower case. */
export interface LabelNames {
  readonly fields: readonly string[]
  readonly containers: readonly string[]
}

/**
 * Records in file order. A batch lives until the next one is asked for: its bytes may be read over then. What must be
 * held longer is taken out with `row`.
 */
export interface Batch {
  readonly size: number
  readonly native: Native | undefined
  /**
   * Set where records are lines of a run, which have nothing but `query_id`, `chunk_id`, `rank`, `score` and `run`; `rank`
   * follows from the scores then, ties by id descending, and is dear to ask for.
   */
  readonly run?: RunLines | undefined
  /**
   * Where a record's bytes are those that `json` appends: finds the values of top-level keys in record `i`, as offsets from its
   * first byte, and returns whether it could. Undefined where keys were not asked for.
   */
  spans?(keys: readonly string[]): ((i: number, into: Spans) => boolean) | undefined
  /** Set where the records are one query's, ranked. */
  readonly ranking?: Ranking
  at(i: number): At
  field(path: Path): Field
  /** A quick look at an id field, where the batch has one: all records whose id may be known, and perhaps others. */
  mayHave?(path: Path, known: IdSet): Int32Array | undefined
  /**
   * Visits every value that stands at any depth under a key named in `names.fields` (in any case; also as the last part of
   * a dotted or underscored key), and every text under a key named in `names.containers`.
   */
  labels(names: LabelNames, visit: (i: number, value: Value, container: boolean) => void): void
  /** The records with these indexes, which must ascend. */
  select(rows: Int32Array): Batch
  /** Decodes what was not asked for at first. Call before reading a field outside the command's needs. */
  load(): Promise<void>
  /** Appends record `i` as one JSON object without line end. */
  json(i: number, out: Bytes): void
  row(i: number): Row
}
