// System errors into faults: the reason in a few words, and the exit code by the side on which it happened.
import { getSystemErrorMap } from 'node:util'
import { badFile, outside } from '../record/fault.js'

/** Standard output, or a pipe given as output, has no reader any more: the run ends quietly. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe'
}

// Where the system's own words say less than they could.
const WORDS: Readonly<Record<string, string>> = {
  EISDIR: 'is a directory',
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
}

// What is wrong with the input that was named; all else is the outside world's doing.
const INPUT = new Set(['EACCES', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT', 'ENOTDIR', 'ENXIO', 'EPERM'])

/** The symbolic code of a system error (`ENOENT`); undefined for every other error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  return (error as NodeJS.ErrnoException).code
}

function words(error: NodeJS.ErrnoException): string {
  const code = error.code as string
  return WORDS[code] ?? getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? code
}

/** The fault for a system error while `name` was opened or read: exit 3 or 5. Any other error comes back as it is. */
export function inputFault(name: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  const reason = words(error as NodeJS.ErrnoException)
  return INPUT.has(code) ? badFile(name, reason) : outside(`${name}: ${reason}`)
}

/** The fault for a system error while `name` was written, exit 5, or `ClosedPipe`. Any other error comes back as is. */
export function outputFault(name: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined) return error
  if (code === 'EPIPE') return new ClosedPipe(`${name}: closed by its reader`)
  if (code === 'ENOENT' || code === 'ENOTDIR') return outside(`${name}: no such directory`)
  return outside(`${name}: ${words(error as NodeJS.ErrnoException)}`)
}
