// Finding what may be a label in JSON, at any depth. Whether it restricts is the gate's question.
import type { LabelNames } from './batch.js'
import { decodeString, members, parseValue, skipSpace, skipString, skipValue } from './json.js'
import { MAX_DEPTH } from './scan.js'
import type { Value } from './value.js'

export type LabelVisit = (i: number, value: Value, container: boolean) => void

/** Texts under these keys are looked into when they are JSON: engines keep metadata so. */
export const CONTAINERS: readonly string[] = ['metadata', 'payload', '_source']

const BOUNDARIES = new Set(['.', '/', '_', ' '].map((c) => c.charCodeAt(0)))

/** Whether a byte parts the last name of a flattened key from those before it: `metadata.sensitivity`. */
export const isBoundary = (byte: number): boolean => BOUNDARIES.has(byte)

/** Whether a key is one of the names, in any case, alone or as the last part of a flattened key. */
export function isNamed(key: string, names: readonly string[]): boolean {
  const lower = key.trim().toLowerCase()
  return names.some((name) => {
    if (!lower.endsWith(name)) return false
    return lower.length === name.length || isBoundary(lower.charCodeAt(lower.length - name.length - 1))
  })
}

/** Visits all candidates in valid JSON, escapes in keys undone. */
export function labelsIn(b: Uint8Array, names: LabelNames, visit: (value: Value, container: boolean) => void): void {
  walk(b, skipSpace(b, 0), names, visit)
}

function walk(b: Uint8Array, i: number, names: LabelNames, visit: (value: Value, container: boolean) => void): void {
  if (b[i] === 0x7b) {
    members(b, i, (ks, ke, s, e) => {
      const key = decodeString(b, ks, ke)
      if (isNamed(key, names.fields)) visit(parseValue(b, s, e), false)
      else if (b[s] === 0x22 && isNamed(key, names.containers)) visit(parseValue(b, s, e), true)
      walk(b, s, names, visit)
    })
  } else if (b[i] === 0x5b) {
    for (let k = skipSpace(b, i + 1); k < b.length && b[k] !== 0x5d; ) {
      walk(b, k, names, visit)
      k = skipSpace(b, skipValue(b, k))
      if (b[k] === 0x2c) k = skipSpace(b, k + 1)
    }
  }
}

/** The bytes of a text when it is JSON no deeper than a record may be, undefined when it is not. */
function jsonBytes(text: string): Buffer | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const bytes = Buffer.from(text)
  return isTooDeep(bytes) ? undefined : bytes
}

function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  for (let i = 0; i < json.length; ) {
    const byte = json[i]
    if (byte === 0x22) {
      i = skipString(json, i)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    if (depth > MAX_DEPTH) return true
    i++
  }
  return false
}

/** The value of a text that is JSON, undefined when it is none. */
export function jsonInText(text: string): Value | undefined {
  const bytes = jsonBytes(text)
  if (bytes === undefined) return undefined
  const start = skipSpace(bytes, 0)
  return parseValue(bytes, start, skipValue(bytes, start))
}

/** As `labelsIn`, over a text that is JSON; false when it is none. */
export function labelsInText(
  text: string,
  names: LabelNames,
  visit: (value: Value, container: boolean) => void,
): boolean {
  const bytes = jsonBytes(text)
  if (bytes !== undefined) labelsIn(bytes, names, visit)
  return bytes !== undefined
}
