// What is wrong with a file, in words that quote nothing of it.
import { badFile, Fault } from '../../record/fault.js'

/** Thrown wherever bytes are not what the Parquet format asks for; `message` is safe to show. */
export class Broken extends Error {}

/**
 * The fault for whatever was thrown while `place` of a file was decoded. The decoders of other packages fail in many ways on
 * damaged bytes, and their messages may hold some of them: those are not shown.
 */
export function damaged(file: string, place: string, error: unknown): Fault {
  if (error instanceof Fault) return error
  return badFile(file, `${place}: ${error instanceof Broken ? error.message : 'damaged data'}`)
}

/** A column in a message, which must stay one line. */
export const columnText = (name: string): string => `column ${JSON.stringify(name)}`
