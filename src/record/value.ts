// What a field holds, exactly. A number that a double cannot carry stays its token.

/**
 * A field's value. `number` is always an integer of at most 2^53-1 in plain spelling; every other number is a `Num`.
 * An object is a Map in key order; of duplicate keys the last one counts.
 */
export type Value = string | number | boolean | null | Num | readonly Value[] | Struct

export type Struct = ReadonlyMap<string, Value>

/** A number by its JSON token: `1.0`, `1e5`, `9007199254740993`, `-0`; from typed columns also NaN, Infinity, -Infinity. */
export class Num {
  constructor(readonly token: string) {}
}

/** Fields to add or replace on a record, by top-level name. */
export type Fields = Readonly<Record<string, Value>>

/** The JSON of a value: no spaces, numbers by token, everything outside ASCII as it is. */
export function toJson(value: Value): string {
  // JSON has no token for what is not finite: it shows as a text.
  if (value instanceof Num) return /[a-zA-Z]$/.test(value.token) ? `"${value.token}"` : value.token
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(toJson).join(',')}]`
  if (value instanceof Map) {
    const parts: string[] = []
    for (const [key, inner] of value as Struct) parts.push(`${JSON.stringify(key)}:${toJson(inner)}`)
    return `{${parts.join(',')}}`
  }
  return JSON.stringify(value)
}

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)
export const isStruct = (value: Value | undefined): value is Struct => value instanceof Map
export const isNumber = (value: Value | undefined): value is number | Num =>
  typeof value === 'number' || value instanceof Num

/** A scalar as the text it is spelt with; lists and objects as their JSON. */
export function spelling(value: Value): string {
  return typeof value === 'string' ? value : toJson(value)
}

/** A scalar as text; undefined for nothing, for an empty text, and for what is no scalar. */
export function textOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  if (value === undefined || value === null || isList(value) || isStruct(value)) return undefined
  return spelling(value)
}
