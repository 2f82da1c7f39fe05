// Records that a command or a reader made: JSON objects in one buffer, a line each.
import type { Batch, Field, LabelNames, Native, Row } from './batch.js'
import { Bytes } from './bytes.js'
import type { At } from './fault.js'
import { findIn } from './json.js'
import { JsonRow } from './json-row.js'
import { type LabelVisit, labelsIn } from './labels.js'
import { scanLabels } from './made-labels.js'
import type { Path } from './path.js'

const NOTHING = new Uint8Array(0)

/** Where records are written before they are a batch: append the bytes of one to `out`, then call `end`. */
export class Maker {
  readonly out = new Bytes()
  #ends: number[] = []
  #ats: At[] = []

  /** Ends the record that was written to `out`, which comes from `at`. */
  end(at: At): void {
    this.out.byte(0x0a)
    this.#ends.push(this.out.length)
    this.#ats.push(at)
  }

  get size(): number {
    return this.#ends.length
  }

  /** What was made since; its bytes are written over by the next record. */
  take(): Made {
    const made = new Made(this.out.view(), this.#ends, this.#ats)
    this.#ends = []
    this.#ats = []
    this.out.clear()
    return made
  }
}

export class Made implements Batch {
  readonly native: Native
  readonly #rows: Int32Array | undefined

  /** Record `i` ends, with its line end, at `ends[i]`. */
  constructor(
    readonly bytes: Buffer,
    readonly ends: readonly number[],
    readonly ats: readonly At[],
    rows?: Int32Array,
  ) {
    this.#rows = rows
    this.native = {
      format: 'ndjson',
      head: NOTHING,
      tail: NOTHING,
      runs: (visit) => {
        if (rows === undefined && ends.length > 0) visit(bytes, 0, ends[ends.length - 1] as number)
        else for (const i of rows ?? []) visit(bytes, this.#start(i), ends[i] as number)
      },
    }
  }

  get size(): number {
    return this.#rows?.length ?? this.ends.length
  }

  #place(i: number): number {
    return this.#rows === undefined ? i : (this.#rows[i] as number)
  }

  #start(place: number): number {
    return place === 0 ? 0 : (this.ends[place - 1] as number)
  }

  at(i: number): At {
    return this.ats[this.#place(i)] as At
  }

  field(path: Path): Field {
    return (i) => findIn(this.bytes, this.#start(this.#place(i)), path)
  }

  labels(names: LabelNames, visit: LabelVisit): void {
    const done = this.#rows === undefined ? scanLabels(this.bytes, names, visit) : 0
    for (let i = done; i < this.size; i++)
      labelsIn(this.#json(i), names, (value, container) => visit(i, value, container))
  }

  select(rows: Int32Array): Made {
    return new Made(
      this.bytes,
      this.ends,
      this.ats,
      rows.map((i) => this.#place(i)),
    )
  }

  async load(): Promise<void> {}

  #json(i: number): Buffer {
    const place = this.#place(i)
    return this.bytes.subarray(this.#start(place), (this.ends[place] as number) - 1)
  }

  json(i: number, out: Bytes): void {
    out.slice(this.#json(i))
  }

  row(i: number): Row {
    return new JsonRow(Buffer.from(this.#json(i)), this.at(i))
  }
}
