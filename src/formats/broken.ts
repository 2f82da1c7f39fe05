// Names the field in which a record of JSON is broken.
import { decodeString, members } from '../record/json.js'

/** The top-level key whose value the offset is in, when it is one that can be named. */
export function fieldAt(line: Buffer, start: number, at: number): string | undefined {
  let found: string | undefined
  members(line, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (valueStart > at) return true
    if (valueEnd < at) return false
    const key = line.subarray(keyStart, keyEnd)
    found =
      key.every((byte) => byte > 0x20 && byte < 0x7f && byte !== 0x5c && byte !== 0x22) && key.length <= 64
        ? decodeString(line, keyStart, keyEnd)
        : undefined
    return false
  })
  return found
}
