// Fields spliced into the bytes of a JSON object: only their own bytes change.
import type { Bytes } from './bytes.js'
import { keyIs, members, skipSpace } from './json.js'

/** Where the values of some keys stand, as [start, end) after one another; -1 for a key that is not there. */
export type Spans = Int32Array

/** Finds the values of `keys` in the object at `json[start, end)`, which is valid; of duplicate keys the last. */
export function spansOf(json: Buffer, start: number, keys: readonly string[], into: Spans): void {
  into.fill(-1, 0, keys.length * 2)
  members(json, skipSpace(json, start), (keyStart, keyEnd, valueStart, valueEnd) => {
    for (let k = 0; k < keys.length; k++)
      if (keyIs(json, keyStart, keyEnd, keys[k] as string)) {
        into[k * 2] = valueStart
        into[k * 2 + 1] = valueEnd
      }
  })
}

/**
 * Appends the object at `json[start, end)`, which is valid and has a member at least, with the value of each of `keys` replaced by
 * the JSON in `values`, and those that it has not put before its closing brace, in their order. Undefined leaves a field be.
 */
export function splice(
  json: Buffer,
  start: number,
  end: number,
  keys: readonly string[],
  spans: Spans,
  values: readonly (string | undefined)[],
  out: Bytes,
): void {
  let at = start
  for (;;) {
    let next = -1
    for (let k = 0; k < keys.length; k++) {
      const place = spans[k * 2] as number
      if (place >= at && values[k] !== undefined && (next < 0 || place < (spans[next * 2] as number))) next = k
    }
    if (next < 0) break
    out.slice(json, at, spans[next * 2])
    out.text(values[next] as string)
    at = spans[next * 2 + 1] as number
  }
  let brace = end - 1
  while (json[brace] !== 0x7d) brace--
  out.slice(json, at, brace)
  for (let k = 0; k < keys.length; k++)
    if (values[k] !== undefined && (spans[k * 2] as number) < 0) out.text(`,"${keys[k]}":${values[k]}`)
  out.slice(json, brace, end)
}
