// What the tests use of the ndjson package, which has no types.
declare module 'ndjson' {
  import type { Transform } from 'node:stream'
  /** A stream of bytes to a stream of values; lines that are no JSON are left out when not `strict`. */
  export function parse(options?: { strict?: boolean }): Transform
}
