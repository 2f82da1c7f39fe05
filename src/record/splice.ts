// Fields spliced into the bytes of a JSON object: only their own bytes change.
import type { Bytes } from './bytes.js'
import { keyIs, members, skipSpace } from './json.js'

/**
 * Appends the object at `json[start, end)`, which is valid, with the value of each of `names` replaced by the JSON in `values` (of
 * duplicate keys the last), and those that it has not put before its closing brace, in their order. Undefined leaves a field be.
 */
export function splice(
  json: Buffer,
  start: number,
  end: number,
  names: readonly string[],
  values: readonly (string | undefined)[],
  out: Bytes,
): void {
  const from = names.map(() => -1)
  const to = names.map(() => -1)
  let empty = true
  members(json, skipSpace(json, start), (keyStart, keyEnd, valueStart, valueEnd) => {
    empty = false
    for (let k = 0; k < names.length; k++)
      if (keyIs(json, keyStart, keyEnd, names[k] as string)) {
        from[k] = valueStart
        to[k] = valueEnd
      }
  })
  let at = start
  for (;;) {
    let next = -1
    for (let k = 0; k < names.length; k++) {
      const place = from[k] as number
      if (place >= at && values[k] !== undefined && (next < 0 || place < (from[next] as number))) next = k
    }
    if (next < 0) break
    out.slice(json, at, from[next])
    out.text(values[next] as string)
    at = to[next] as number
  }
  const brace = json.lastIndexOf(0x7d, end - 1)
  out.slice(json, at, brace)
  for (let k = 0; k < names.length; k++) {
    if (values[k] === undefined || (from[k] as number) >= 0) continue
    out.text(`${empty ? '' : ','}${JSON.stringify(names[k])}:${values[k]}`)
    empty = false
  }
  out.slice(json, brace, end)
}
