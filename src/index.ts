// The library face: read records from a file through the gate, and sift them.
import { decode } from './cli/pipeline.js'
import { settle } from './cli/settings.js'
import { formatByName } from './formats/index.js'
import { openSource } from './io/source.js'
import { Narrowing } from './methods/filters/narrowing.js'
import { parseFilterFile, parseWhere } from './methods/filters/parse.js'
import type { Row } from './record/batch.js'
import { Gate } from './record/gate.js'
import { Flags } from './registry/options.js'

export type { Narrowing } from './methods/filters/narrowing.js'
export type { Row } from './record/batch.js'
export { type At, Fault } from './record/fault.js'
export { Path } from './record/path.js'
export { type Fields, Num, type Struct, type Value } from './record/value.js'

export interface ReadOptions {
  /** `ndjson json csv tsv parquet arrow trec`; default by the file's ending, then by its first bytes. */
  readonly from?: string
  /** Labels that restrict besides RESTRICTED; none can be taken away. */
  readonly restrictedLabels?: readonly string[]
  /** Fields that hold labels besides `sensitivity`. */
  readonly labelFields?: readonly string[]
  /** What a record without a label is; default `open`. */
  readonly unlabelled?: 'open' | 'restricted'
}

/**
 * The records of a file (`-` is standard input), in order, without the restricted ones. Every row owns its bytes.
 * Throws a `Fault` with the command line's exit code: 3 for a record or file that cannot be read.
 */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<Row> {
  const { policy } = settle(
    new Flags({
      restrictedLabel: options.restrictedLabels,
      labelField: options.labelFields,
      unlabelled: options.unlabelled,
    }),
    undefined,
    false,
  )
  const gate = new Gate(policy)
  const source = openSource(file)
  const reject = (fault: Error): void => {
    throw fault
  }
  try {
    const how = { needs: { paths: gate.paths, labels: gate.names }, reject }
    for await (const sealed of await decode(source, options.from ?? formatByName(file), how)) {
      const batch = gate.admit(sealed)
      await batch.load()
      for (let i = 0; i < batch.size; i++) yield batch.row(i)
    }
  } finally {
    source.close()
  }
}

/**
 * A filter from conditions as the command line writes them (`'lang eq en'`; all must hold), or from one text with the JSON
 * of a filter file. Throws a `Fault` (code 2) that says what is wrong.
 */
export async function parseFilter(...conditions: readonly string[]): Promise<Narrowing> {
  const reading = { path: settle(new Flags({}), undefined, false).path, compareAsText: false }
  const parts = conditions.map((text) =>
    text.trimStart().startsWith('{') ? parseFilterFile(text, 'filter', reading) : parseWhere(text, reading),
  )
  return new Narrowing({ combine: 'and', parts: await Promise.all(parts) })
}

/** The records that satisfy a filter, in order. */
export async function* filter(records: AsyncIterable<Row> | Iterable<Row>, narrowing: Narrowing): AsyncGenerator<Row> {
  for await (const record of records) if (narrowing.keeps(record)) yield record
}
