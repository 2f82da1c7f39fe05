// Messages to the user.
import { writeFully } from './write.js'

/** Writes to standard error before it returns. Never throws: where nobody can be told, the exit code still tells. */
export function writeStderr(text: string): void {
  try {
    writeFully('stderr', 2, Buffer.from(text))
  } catch {
    // A message that cannot be delivered must not become the outcome of the run.
  }
}
