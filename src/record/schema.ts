// Column types between Parquet, Arrow and JSON, with what a cell is in memory ("native") and how JSON shows it.
import { numberOf } from './number.js'
import { Num, type Value } from './value.js'

export type Unit = 's' | 'ms' | 'us' | 'ns'

/**
 * How Arrow lays texts, bytes and lists out when not with 32-bit offsets. A `layout` says nothing of the values, so other
 * formats ignore it: that of a date is 64 bits wide instead of 32, that of a decimal has so many bits instead of what its
 * precision asks for.
 */
export type Layout = 'large' | 'view'

/**
 * A column's type and its native cell (null everywhere allowed):
 * bool boolean · int of 8 to 32 bits number, of 64 bigint · float number · decimal bigint (unscaled) · text string (`json`:
 * the text is JSON) · bytes Uint8Array · uuid Uint8Array(16) · date days since 1970 · time, timestamp bigint in `unit` since
 * midnight or 1970 · duration bigint in `unit` · interval {months, days, millis, nanos} · list Native[] · struct Native[] in
 * field order · map [key, value][] · null null.
 */
export type Type =
  | { readonly kind: 'bool' | 'uuid' | 'null' }
  | { readonly kind: 'text'; readonly json?: boolean; readonly enum?: boolean; readonly layout?: Layout }
  | { readonly kind: 'int'; readonly bits: 8 | 16 | 32 | 64; readonly signed: boolean }
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 }
  | {
      readonly kind: 'decimal'
      readonly precision: number
      readonly scale: number
      readonly layout?: 32 | 64 | 128 | 256
    }
  | { readonly kind: 'bytes'; readonly fixed?: number; readonly bson?: boolean; readonly layout?: Layout }
  | { readonly kind: 'date'; readonly layout?: 'large' }
  | { readonly kind: 'time'; readonly unit: Unit; readonly utc?: boolean }
  | { readonly kind: 'timestamp'; readonly unit: Unit; readonly zone?: string }
  | { readonly kind: 'duration'; readonly unit: Unit }
  /** Without `unit` all parts may be there, else only the months, or only days and whole milliseconds. */
  | { readonly kind: 'interval'; readonly unit?: 'year-month' | 'day-time' }
  | { readonly kind: 'list'; readonly item: Column; readonly fixed?: number; readonly layout?: Layout }
  | { readonly kind: 'struct'; readonly fields: readonly Column[] }
  | { readonly kind: 'map'; readonly key: Column; readonly value: Column }

export interface Column {
  readonly name: string
  readonly type: Type
  readonly nullable: boolean
  /** What a file says of a column besides, for a writer that can say it too: extension types, comments. */
  readonly metadata?: ReadonlyMap<string, string>
}

export interface Interval {
  readonly months: number
  readonly days: number
  readonly millis: number
  /** What goes beyond the milliseconds, below a million and of their sign. */
  readonly nanos?: number
}

export type Native = null | boolean | number | bigint | string | Uint8Array | Interval | readonly Native[]

/**
 * A cell as a record's value: exact numbers, ISO dates and times, objects for structs and for maps whose
 * keys are texts that differ (others are lists of key and value), bytes in base64 or,
 * for what old writers did not mark as text, in UTF-8.
 */
export function toValue(type: Type, cell: Native, bytes: 'base64' | 'utf8' = 'base64'): Value {
  if (cell === null) return null
  switch (type.kind) {
    case 'null':
      return null
    case 'bool':
    case 'text':
      return cell as boolean | string
    case 'int':
      return typeof cell === 'bigint' ? longValue(cell) : (cell as number)
    case 'float':
      return new Num(floatToken(cell as number, type.bits))
    case 'decimal':
      return numberOf(decimalText(cell as bigint, type.scale))
    case 'bytes':
      return Buffer.from(cell as Uint8Array).toString(bytes)
    case 'uuid':
      return Buffer.from(cell as Uint8Array)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    case 'date':
      return dateText(cell as number)
    case 'time':
      return clockText(cell as bigint, type.unit) + (type.utc === true ? 'Z' : '')
    case 'timestamp':
      return timestampText(cell as bigint, type.unit) + (type.zone === undefined ? '' : 'Z')
    case 'duration':
      return `${(cell as bigint) < 0n ? '-' : ''}PT${secondsText(cell as bigint, type.unit)}S`
    case 'interval':
      return intervalText(cell as Interval)
    case 'list':
      return (cell as readonly Native[]).map((item) => toValue(type.item.type, item, bytes))
    case 'struct': {
      const cells = cell as readonly Native[]
      return new Map(type.fields.map((field, i) => [field.name, toValue(field.type, cells[i] ?? null, bytes)]))
    }
    case 'map':
      return mapValue(type.key.type, type.value.type, cell as readonly (readonly [Native, Native])[], bytes)
  }
}

/** The same as `numberOf` gives, without a text where a number will do. */
function longValue(cell: bigint): Value {
  const n = Number(cell)
  return n < 1e15 && n > -1e15 ? n : numberOf(cell.toString())
}

function mapValue(
  key: Type,
  value: Type,
  pairs: readonly (readonly [Native, Native])[],
  bytes: 'base64' | 'utf8',
): Value {
  if (key.kind === 'text') {
    const object = new Map(pairs.map(([k, v]) => [k as string, toValue(value, v, bytes)]))
    // Keys that come twice, or are null in a damaged file, make no object: nothing may be lost.
    if (object.size === pairs.length && !object.has(null as unknown as string)) return object
  }
  return pairs.map(
    ([k, v]) => new Map([['key', toValue(key, k, bytes)] as const, ['value', toValue(value, v, bytes)] as const]),
  )
}

/** The shortest decimal that reads back as the same float, with a point or an exponent; NaN, Infinity, -Infinity. */
export function floatToken(cell: number, bits: 16 | 32 | 64): string {
  if (Object.is(cell, -0)) return '-0.0'
  const text = bits === 64 ? String(cell) : shortestFloat32(cell)
  return Number.isInteger(cell) && Math.abs(cell) < 1e21 ? `${text}.0` : text
}

const POWERS = Array.from({ length: 15 }, (_, i) => 10 ** i)

/** The shortest decimal that reads back as the same 32-bit float: 0.1, not 0.10000000149011612. */
function shortestFloat32(cell: number): string {
  const size = Math.abs(cell)
  if (size >= 1e-5 && size < 1e6) {
    // Quotients of integers and powers of ten that a double holds exactly are rounded as the decimal itself would be.
    const exponent = Math.floor(Math.log10(size))
    for (let digits = 6; digits <= 9; digits++) {
      const scale = POWERS[digits - 1 - exponent] as number
      const decimal = Math.round(size * scale) / scale
      if (Math.fround(decimal) === size) return String(cell < 0 ? -decimal : decimal)
    }
  }
  for (let digits = 6; digits < 9; digits++) {
    const text = cell.toPrecision(digits)
    if (Math.fround(Number(text)) === cell) return String(Number(text))
  }
  return String(Number(cell.toPrecision(9)))
}

function decimalText(unscaled: bigint, scale: number): string {
  if (scale <= 0) return (unscaled * 10n ** BigInt(-scale)).toString()
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const sign = unscaled < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const PER_SECOND: Record<Unit, bigint> = { s: 1n, ms: 1_000n, us: 1_000_000n, ns: 1_000_000_000n }
const FRACTION: Record<Unit, number> = { s: 0, ms: 3, us: 6, ns: 9 }

function floorDivide(a: bigint, b: bigint): [bigint, bigint] {
  const rest = ((a % b) + b) % b
  return [(a - rest) / b, rest]
}

/** `YYYY-MM-DD` in the proleptic Gregorian calendar; years outside 0000 to 9999 get a sign and six digits, as in ISO 8601. */
function dateText(days: number): string {
  // Civil from days (Howard Hinnant, "chrono-compatible low-level date algorithms"): exact for any day count.
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shifted = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const y = year < 0 || year > 9999 ? `${year < 0 ? '-' : '+'}${pad(Math.abs(year), 6)}` : pad(year, 4)
  return `${y}-${pad(month, 2)}-${pad(day, 2)}`
}

const pad = (n: number | bigint, width: number): string => String(n).padStart(width, '0')

function clockText(ticks: bigint, unit: Unit): string {
  const [seconds, fraction] = floorDivide(ticks, PER_SECOND[unit])
  const s = Number(seconds)
  const clock = `${pad(Math.floor(s / 3600), 2)}:${pad(Math.floor(s / 60) % 60, 2)}:${pad(s % 60, 2)}`
  return unit === 's' ? clock : `${clock}.${pad(fraction, FRACTION[unit])}`
}

function timestampText(ticks: bigint, unit: Unit): string {
  const [days, rest] = floorDivide(ticks, 86_400n * PER_SECOND[unit])
  return `${dateText(Number(days))}T${clockText(rest, unit)}`
}

/** Seconds without sign, with all digits of the unit. */
function secondsText(ticks: bigint, unit: Unit): string {
  const [seconds, fraction] = floorDivide(ticks < 0n ? -ticks : ticks, PER_SECOND[unit])
  return unit === 's' ? `${seconds}` : `${seconds}.${pad(fraction, FRACTION[unit])}`
}

function intervalText({ months, days, millis, nanos = 0 }: Interval): string {
  const unit = nanos === 0 ? 'ms' : 'ns'
  const ticks = nanos === 0 ? BigInt(millis) : BigInt(millis) * 1_000_000n + BigInt(nanos)
  return `P${months}M${days}DT${ticks < 0n ? '-' : ''}${secondsText(ticks, unit).replace(/\.?0+$/, '')}S`
}
