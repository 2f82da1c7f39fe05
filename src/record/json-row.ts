// One record as the bytes of a JSON object. Fields are spliced in; the rest keeps its bytes.
import type { Row } from './batch.js'
import type { At } from './fault.js'
import { findIn, keyIs, members, skipSpace } from './json.js'
import type { Path } from './path.js'
import { type Fields, toJson, type Value } from './value.js'

export class JsonRow implements Row {
  readonly #bytes: Buffer

  /** `bytes` is one valid JSON object; it is not copied. */
  constructor(
    bytes: Buffer,
    readonly at: At,
  ) {
    this.#bytes = bytes
  }

  get(path: Path): Value | undefined {
    return findIn(this.#bytes, skipSpace(this.#bytes, 0), path)
  }

  /** A field that is there changes only its value's bytes (of duplicate keys the last); a new one goes before the last brace. */
  with(fields: Fields): JsonRow {
    let bytes = this.#bytes
    for (const [name, value] of Object.entries(fields)) bytes = splice(bytes, name, toJson(value))
    return new JsonRow(bytes, this.at)
  }

  json(): Buffer {
    return this.#bytes
  }
}

function splice(bytes: Buffer, name: string, json: string): Buffer {
  const open = skipSpace(bytes, 0)
  let from = -1
  let to = -1
  let empty = true
  members(bytes, open, (ks, ke, s, e) => {
    empty = false
    if (keyIs(bytes, ks, ke, name)) {
      from = s
      to = e
    }
  })
  if (from >= 0) return Buffer.concat([bytes.subarray(0, from), Buffer.from(json), bytes.subarray(to)])
  const brace = bytes.lastIndexOf(0x7d)
  const added = Buffer.from(`${empty ? '' : ','}${JSON.stringify(name)}:${json}`)
  return Buffer.concat([bytes.subarray(0, brace), added, bytes.subarray(brace)])
}
