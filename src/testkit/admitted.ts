// Records of a source as a command sees them, under any policy and with any fields asked for.
import { type Cleared, Gate, type Policy } from '../record/gate.js'
import type { Path } from '../record/path.js'
import type { Format, Reject } from '../registry/format.js'
import type { Source } from '../registry/ports.js'
import { policy } from './codec.js'

export interface Asked {
  readonly gate?: Gate
  readonly paths?: readonly Path[]
  /** Without it a bad record throws. */
  readonly reject?: Reject
}

/** A gate with the default policy but for what is given. */
export const gateOf = (changes: Partial<Policy> = {}): Gate => new Gate({ ...policy, ...changes })

/** The batches of a source that the gate lets in. A batch lives until the next is asked for. */
export async function* admitted(
  format: Format,
  source: Source,
  { gate = gateOf(), paths = [], reject = fail }: Asked = {},
): AsyncGenerator<Cleared> {
  if (format.decode === undefined) throw new Error('this format cannot be read')
  const needs = { paths: [...paths, ...gate.paths], labels: gate.names }
  for await (const sealed of format.decode(source, { needs, reject })) yield gate.admit(sealed)
}

const fail: Reject = (fault) => {
  throw fault
}
