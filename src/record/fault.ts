// What can go wrong, with the exit code it ends in and the place it names. A message never quotes a record.

/** Exit codes of the command line. */
export const EXIT = { done: 0, negative: 1, usage: 2, input: 3, gate: 4, outside: 5, bug: 70 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Where a record stands: `n` is 1-based and counts what `unit` says (physical lines, data rows or array items). */
export interface At {
  readonly file: string
  readonly unit: 'line' | 'row' | 'item'
  readonly n: number
}

/**
 * An error with an exit code. `message` is one line without content of records: `dump.ndjson:41: score: expected a number`.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  constructor(
    readonly code: ExitCode,
    message: string,
    readonly reason: string = message,
    readonly at?: At,
    readonly field?: string,
  ) {
    super(message)
  }
}

/** A place as messages name it: `dump.ndjson:41`, `dump.csv: row 7`. */
export function placeOf({ file, unit, n }: At): string {
  return unit === 'line' ? `${file}:${n}` : `${file}: ${unit} ${n}`
}

/** Bad input at a record: exit 3. `expected` says what should have stood there. */
export function badRecord(at: At, expected: string, field?: string): Fault {
  const reason = field === undefined ? expected : `${field}: ${expected}`
  return new Fault(EXIT.input, `${placeOf(at)}: ${reason}`, reason, at, field)
}

/** Bad input that is no single record's fault (a wrong magic, a cut file): exit 3. */
export function badFile(file: string, reason: string): Fault {
  return new Fault(EXIT.input, `${file}: ${reason}`, reason)
}

/** A call that cannot be: exit 2, before any input is read. */
export function usage(message: string): Fault {
  return new Fault(EXIT.usage, message)
}

/** Disk, permission, network: exit 5. */
export function outside(message: string): Fault {
  return new Fault(EXIT.outside, message)
}
