// Reading JSON as bytes, where a scanner has already found it valid: skip, find, decode; nothing is parsed that is not asked for.
import { decodeLong } from './decode.js'
import { numberOf } from './number.js'
import { dig, type Path } from './path.js'
import type { Value } from './value.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c

export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

export function skipSpace(b: Uint8Array, i: number): number {
  while (isSpace(b[i])) i++
  return i
}

/** `i` is at an opening quote; returns the index after the closing one. */
export function skipString(b: Uint8Array, i: number): number {
  const near = Math.min(b.length, i + 64)
  for (i++; i < near; i++) {
    const byte = b[i]
    if (byte === QUOTE) return i + 1
    if (byte === BACKSLASH) i++
  }
  // A long string: quotes are searched for natively, and count when an even number of backslashes stands before them.
  for (let quote = b.indexOf(QUOTE, i); quote >= 0; quote = b.indexOf(QUOTE, quote + 1)) {
    let from = quote
    while (from > i && b[from - 1] === BACKSLASH) from--
    if ((quote - from) % 2 === 0) return quote + 1
  }
  return b.length
}

/** `i` is at the first byte of a value; returns the index after its last. */
export function skipValue(b: Uint8Array, i: number): number {
  const first = b[i]
  if (first === QUOTE) return skipString(b, i)
  if (first !== 0x7b && first !== 0x5b) {
    for (; i < b.length; i++) {
      const byte = b[i] as number
      if (byte === 0x2c || byte === 0x7d || byte === 0x5d || isSpace(byte)) break
    }
    return i
  }
  let depth = 0
  for (; i < b.length; ) {
    const byte = b[i]
    if (byte === QUOTE) {
      i = skipString(b, i)
      continue
    }
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) {
      if (--depth === 0) return i + 1
    }
    i++
  }
  return i
}

/** Visits the members of the object at `i`: where key (between its quotes) and value stand. Stops when `visit` returns true. */
export function members(
  b: Uint8Array,
  i: number,
  visit: (keyStart: number, keyEnd: number, start: number, end: number) => boolean | void,
): void {
  i = skipSpace(b, i + 1)
  while (b[i] === QUOTE) {
    const keyStart = i + 1
    const keyEnd = skipString(b, i) - 1
    const start = skipSpace(b, skipSpace(b, keyEnd + 1) + 1)
    const end = skipValue(b, start)
    if (visit(keyStart, keyEnd, start, end) === true) return
    i = skipSpace(b, end)
    if (b[i] !== 0x2c) return
    i = skipSpace(b, i + 1)
  }
}

const view = (b: Uint8Array): Buffer => (Buffer.isBuffer(b) ? b : Buffer.from(b.buffer, b.byteOffset, b.byteLength))

/** From so many bytes on, a string is read by the decoder for long ones. */
const LONG = 512

/** The text of a string whose content (between the quotes) is `b[start, end)`. Lone surrogates in escapes survive. */
export function decodeString(b: Uint8Array, start: number, end: number): string {
  if (end - start > LONG) return decodeLong(b, start, end)
  const text = view(b).toString('utf8', start, end)
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
}

/** The value at `b[start, end)`, whole. */
export function parseValue(b: Uint8Array, start: number, end: number): Value {
  const first = b[start] as number
  if (first === QUOTE) return decodeString(b, start + 1, end - 1)
  if (first === 0x7b) {
    const object = new Map<string, Value>()
    members(b, start, (ks, ke, s, e) => {
      object.set(decodeString(b, ks, ke), parseValue(b, s, e))
    })
    return object
  }
  if (first === 0x5b) {
    const list: Value[] = []
    for (let i = skipSpace(b, start + 1); i < end && b[i] !== 0x5d; ) {
      const stop = skipValue(b, i)
      list.push(parseValue(b, i, stop))
      i = skipSpace(b, stop)
      if (b[i] === 0x2c) i = skipSpace(b, i + 1)
    }
    return list
  }
  if (first === 0x74) return true
  if (first === 0x66) return false
  if (first === 0x6e) return null
  return parseNumber(b, start, end)
}

/** The number at `b[start, end)`; short plain integers without making a string. */
function parseNumber(b: Uint8Array, start: number, end: number): Value {
  let i = start
  const negative = b[i] === 0x2d
  if (negative) i++
  if (end - i <= 15 && !(negative && b[i] === 0x30)) {
    let n = 0
    for (; i < end; i++) {
      const digit = (b[i] as number) - 48
      if (digit < 0 || digit > 9) return numberOf(view(b).toString('latin1', start, end))
      n = n * 10 + digit
    }
    return negative ? -n : n
  }
  return numberOf(view(b).toString('latin1', start, end))
}

/** Where the value of a key of the object at `start` stands, as [start, end); of duplicates the last. */
export function member(b: Uint8Array, start: number, key: string): readonly [number, number] | undefined {
  let found: [number, number] | undefined
  members(b, start, (ks, ke, s, e) => {
    if (keyIs(b, ks, ke, key)) found = [s, e]
  })
  return found
}

/** What lies below the value at `b[start, end)` along `rest`; see `dig`. */
export function digBytes(b: Uint8Array, start: number, end: number, rest: readonly string[]): Value | undefined {
  if (rest.length === 0) return parseValue(b, start, end)
  if (b[start] !== 0x7b) return b[start] === 0x5b ? dig(parseValue(b, start, end), rest) : undefined
  for (let n = rest.length; n > 0; n--) {
    const at = member(b, start, rest.slice(0, n).join('.'))
    const found = at && digBytes(b, at[0], at[1], rest.slice(n))
    if (found !== undefined) return found
  }
  return undefined
}

/** The value of a path in the object at `b[start]`, or undefined. */
export function findIn(b: Uint8Array, start: number, path: Path): Value | undefined {
  for (const { key, rest } of path.ways) {
    const at = member(b, start, key)
    const found = at && digBytes(b, at[0], at[1], rest)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether the key whose bytes are `b[start, end)` is `key`, whatever escapes spell it. */
export function keyIs(b: Uint8Array, start: number, end: number, key: string): boolean {
  if (end - start < key.length) return false
  for (let i = 0; i < end - start; i++) {
    const byte = b[start + i] as number
    if (byte === BACKSLASH || byte >= 0x80) return decodeString(b, start, end) === key
    if (byte !== key.charCodeAt(i)) return false
  }
  return end - start === key.length
}
