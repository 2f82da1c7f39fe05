// Cells of fixed-width types that no typed array can hold: half floats, decimals, intervals, dates in milliseconds.
import type { Interval } from '../../record/schema.js'
import { typed } from './typed.js'

/** The number that the bits of an IEEE 754 half-precision float stand for. */
export function halfFloat(bits: number): number {
  const sign = bits >> 15 === 0 ? 1 : -1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}

/** The bits of a number that a half-precision float can hold exactly. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === Infinity) return sign | 0x7c00
  if (size < 2 ** -14) return sign | (size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  return sign | ((exponent + 15) << 10) | (size * 2 ** (10 - exponent) - 1024)
}

/** Unscaled decimals in two's complement, lowest word first. */
export function decimalCells(bytes: Uint8Array, length: number, bits: 32 | 64 | 128 | 256): (row: number) => bigint {
  if (bits === 32) {
    const ints = typed(Int32Array, bytes, length)
    return (row) => BigInt(ints[row] as number)
  }
  const width = bits / 64
  const words = typed(BigInt64Array, bytes, length * width)
  return (row) => {
    const low = row * width
    let i = low + width - 1
    // Most decimals fit their lowest word: those above only repeat its sign.
    const sign = (words[low] as bigint) < 0n ? -1n : 0n
    while (i > low && words[i] === sign) i--
    let value = words[i] as bigint
    while (i-- > low) value = (value << 64n) | BigInt.asUintN(64, words[i] as bigint)
    return value
  }
}

const DAY = 86_400_000n

/** Days of dates that are in milliseconds. One with a time of day, which no date can hold, throws what `fail` makes. */
export function dayCells(bytes: Uint8Array, length: number, fail: (reason: string) => Error): (row: number) => number {
  const millis = typed(BigInt64Array, bytes, length)
  return (row) => {
    if ((millis[row] as bigint) % DAY !== 0n) throw fail('a date64 with a time of day')
    return Number((millis[row] as bigint) / DAY)
  }
}

export type IntervalUnit = 'year-month' | 'day-time' | 'month-day-nano'

/** Months; days and milliseconds; or months, days and 64-bit nanoseconds. */
export function intervalCells(bytes: Uint8Array, length: number, unit: IntervalUnit): (row: number) => Interval {
  const width = { 'year-month': 1, 'day-time': 2, 'month-day-nano': 4 }[unit]
  const words = typed(Int32Array, bytes, length * width)
  const word = (row: number, i: number): number => words[row * width + i] as number
  if (unit === 'year-month') return (row) => ({ months: word(row, 0), days: 0, millis: 0 })
  if (unit === 'day-time') return (row) => ({ months: 0, days: word(row, 0), millis: word(row, 1) })
  return (row) => {
    const nanos = (BigInt(word(row, 3)) << 32n) | BigInt(word(row, 2) >>> 0)
    const rest = Number(nanos % 1_000_000n)
    const millis = Number(nanos / 1_000_000n)
    return { months: word(row, 0), days: word(row, 1), millis, ...(rest !== 0 && { nanos: rest }) }
  }
}
