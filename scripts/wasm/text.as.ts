// AssemblyScript: passes over UTF-16 units that would cost most in a loop over a string. src/text/kernel.ts says what each does.
// Indexes are of units from the start of memory's window; numbers that a pass finds beside its result lie at RESULTS.

export const RESULTS: usize = 1024
/** Names of `fill`, 32 bytes each: a length, then so many bytes. */
export const NAMES: usize = 2048
export const NUMBERS: usize = 4096
export const STOPS: usize = 65536
export const UNITS: usize = 131072
const LF: u32 = 0x0a
const CR: u32 = 0x0d

// @ts-ignore: decorator
@inline
function unit(i: u32): u32 {
  return load<u16>(UNITS + ((<usize>i) << 1))
}

// @ts-ignore: decorator
@inline
function eight(i: u32): v128 {
  return v128.load(UNITS + ((<usize>i) << 1))
}

// @ts-ignore: decorator
@inline
function isPair(high: u32, low: u32): bool {
  return (high & 0xfc00) == 0xd800 && (low & 0xfc00) == 0xdc00
}

/** Counts [from, to), at most 2^18 units: pairs at RESULTS, bytes in UTF-8 behind it. */
export function count(from: u32, to: u32): void {
  let bytes: u32 = to - from
  let more = i16x8.splat(0)
  let halves = i16x8.splat(0)
  let i = from
  for (; i + 8 <= to; i += 8) {
    const v = eight(i)
    // A comparison that holds is -1. A lane counts 2 a step at most, and there are 2^15 steps.
    more = i16x8.sub(more, i16x8.add(i16x8.gt_u(v, i16x8.splat(0x7f)), i16x8.gt_u(v, i16x8.splat(0x7ff))))
    halves = v128.or(halves, i16x8.eq(v128.and(v, i16x8.splat(<i16>0xf800)), i16x8.splat(<i16>0xd800)))
  }
  const sums = i32x4.extadd_pairwise_i16x8_u(more)
  bytes += i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
  let half: bool = v128.any_true(halves)
  for (; i < to; i++) {
    const c = unit(i)
    bytes += (c > 0x7f ? 1 : 0) + (c > 0x7ff ? 1 : 0)
    if ((c & 0xf800) == 0xd800) half = true
  }
  let pairs: u32 = 0
  if (half) for (i = from + 1; i < to; i++) if (isPair(unit(i - 1), unit(i))) pairs++
  store<u32>(RESULTS, pairs)
  store<u32>(RESULTS + 4, bytes - 2 * pairs)
}

/** Whether [from, to) is all ASCII (bit 0), and without any half of a pair (bit 1). */
export function kinds(from: u32, to: u32): u32 {
  let wide = i16x8.splat(0)
  let halves = i16x8.splat(0)
  let i = from
  for (; i + 8 <= to; i += 8) {
    const v = eight(i)
    wide = v128.or(wide, v)
    halves = v128.or(halves, i16x8.eq(v128.and(v, i16x8.splat(<i16>0xf800)), i16x8.splat(<i16>0xd800)))
  }
  let more: u32 = 0
  let half: bool = v128.any_true(halves)
  for (; i < to; i++) {
    more |= unit(i)
    if ((unit(i) & 0xf800) == 0xd800) half = true
  }
  const ascii = !v128.any_true(v128.and(wide, i16x8.splat(<i16>0xff80))) && more < 0x80
  return (ascii ? 1 : 0) | (half ? 0 : 2)
}

// @ts-ignore: decorator
@inline
function hex(digit: u32): u8 {
  return <u8>(digit < 10 ? 0x30 + digit : 0x57 + digit)
}

/** Two signs as one load of memory has them. */
// @ts-ignore: decorator
@inline
function two(first: u32, second: u32): u16 {
  return <u16>(first | (second << 8))
}

/**
 * Writes [from, to) to `out` as the inside of a JSON string in UTF-8; returns how many bytes. Pairs are counted at RESULTS, bytes
 * in UTF-8 without escapes behind it. `out` needs 6 bytes a unit.
 */
export function encode(from: u32, to: u32, out: usize): u32 {
  const start = out
  let pairs: u32 = 0
  let bytes: u32 = 0
  let i = from
  while (i < to) {
    while (i + 8 <= to) {
      const v = eight(i)
      const odd = v128.or(
        v128.or(i16x8.gt_u(v, i16x8.splat(0x7f)), i16x8.lt_u(v, i16x8.splat(0x20))),
        v128.or(i16x8.eq(v, i16x8.splat(0x22)), i16x8.eq(v, i16x8.splat(0x5c))),
      )
      v128.store64_lane(out, i8x16.narrow_i16x8_u(v, v), 0)
      const mask = i16x8.bitmask(odd)
      if (mask != 0) {
        const plain = <u32>ctz(mask)
        i += plain
        out += plain
        bytes += plain
        break
      }
      i += 8
      out += 8
      bytes += 8
    }
    if (i == to) break
    // One sign at least; in scripts that are not ASCII many, before the vectors have another turn.
    do {
      const c = unit(i++)
      if (c < 0x80) {
        bytes++
        if (c >= 0x20 && c != 0x22 && c != 0x5c) {
          store<u8>(out++, <u8>c)
          if (i + 8 <= to) break
        } else if (c == 0x0a) {
          store<u16>(out, two(0x5c, 0x6e))
          out += 2
        } else if (c == 0x22 || c == 0x5c) {
          store<u16>(out, two(0x5c, c))
          out += 2
        } else if (c == 0x09 || c == 0x0d || c == 0x08 || c == 0x0c) {
          store<u16>(out, two(0x5c, c == 0x09 ? 0x74 : c == 0x0d ? 0x72 : c == 0x08 ? 0x62 : 0x66))
          out += 2
        } else {
          store<u32>(out, 0x3030755c)
          store<u16>(out + 4, two(hex(c >> 4), hex(c & 15)))
          out += 6
        }
      } else if (c < 0x800) {
        store<u16>(out, two(0xc0 | (c >> 6), 0x80 | (c & 63)))
        out += 2
        bytes += 2
      } else if ((c & 0xf800) != 0xd800) {
        store<u16>(out, two(0xe0 | (c >> 12), 0x80 | ((c >> 6) & 63)))
        store<u8>(out + 2, <u8>(0x80 | (c & 63)))
        out += 3
        bytes += 3
      } else if (i < to && isPair(c, unit(i))) {
        const point = 0x10000 + ((c & 0x3ff) << 10) + (unit(i++) & 0x3ff)
        store<u16>(out, two(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63)))
        store<u16>(out + 2, two(0x80 | ((point >> 6) & 63), 0x80 | (point & 63)))
        out += 4
        bytes += 4
        pairs++
      } else {
        store<u16>(out, two(0x5c, 0x75))
        store<u16>(out + 2, two(hex(c >> 12), hex((c >> 8) & 15)))
        store<u16>(out + 4, two(hex((c >> 4) & 15), hex(c & 15)))
        out += 6
        bytes += 3
      }
    } while (i < to)
  }
  store<u32>(RESULTS, pairs)
  store<u32>(RESULTS + 4, bytes)
  return <u32>(out - start)
}

// What `lines` remembers from window to window: where the line starts, its first sign that is no blank, and whether the last unit was CR.
let lineStart: u32 = 0
let sign: i32 = -1
let signUnit: u32 = 0
let afterCr: bool = false

export function beginLines(from: u32): void {
  lineStart = from
  sign = -1
  afterCr = false
}

// @ts-ignore: decorator
@inline
function isBlank(c: u32, all: bool): bool {
  return c == 0x20 || c == 0x09 || (all && (c == 0x0c || c == 0x0b || c == 0xa0 || c == 0x3000))
}

/**
 * Goes on over [from, to), where unit 0 of memory stands at `base` of the text, and writes lines to `out`, four numbers each: start,
 * end without line end, first sign that is no blank (the end when there is none), and that unit. Returns the number of lines.
 * Where it stopped, for want of room for more than `most`, is at RESULTS.
 */
export function lines(base: u32, from: u32, to: u32, all: bool, out: usize, most: u32): u32 {
  let n: u32 = 0
  let i = from - base
  const end = to - base
  while (i < end && n < most) {
    if (afterCr) {
      afterCr = false
      if (unit(i) == LF) {
        lineStart++
        i++
        continue
      }
    }
    if (sign < 0) {
      while (i < end && isBlank(unit(i), all)) i++
      if (i == end) break
      const c = unit(i)
      if (c != LF && c != CR) {
        sign = base + i
        signUnit = c
      }
    }
    while (i + 8 <= end) {
      const v = eight(i)
      const mask = i16x8.bitmask(v128.or(i16x8.eq(v, i16x8.splat(<i16>LF)), i16x8.eq(v, i16x8.splat(<i16>CR))))
      if (mask != 0) {
        i += <u32>ctz(mask)
        break
      }
      i += 8
    }
    while (i < end && unit(i) != LF && unit(i) != CR) i++
    if (i == end) break
    write(out + 16 * n, base + i)
    n++
    afterCr = unit(i) == CR
    i++
    lineStart = base + i
    sign = -1
  }
  store<u32>(RESULTS, base + i)
  return n
}

/** The last line, which has no line end: 1, or 0 when there is none. */
export function lastLine(end: u32, out: usize): u32 {
  if (lineStart >= end) return 0
  write(out, end)
  return 1
}

function write(out: usize, end: u32): void {
  store<u32>(out, lineStart)
  store<u32>(out + 4, end)
  store<u32>(out + 8, sign < 0 ? end : sign)
  store<u32>(out + 12, sign < 0 ? 0 : signUnit)
}

/** The first unit of [from, to) that has a bit of `kinds` in the table at STOPS; `to` when there is none. */
export function find(from: u32, to: u32, kinds: u32): u32 {
  for (let i = from; i < to; i++) if ((load<u8>(STOPS + unit(i)) & kinds) != 0) return i
  return to
}

function decimal(n: u32, out: usize): usize {
  let end = out + 1
  for (let rest = n; rest >= 10; rest /= 10) end++
  let rest = n
  for (let at = end - 1; at >= out; at--) {
    store<u8>(at, <u8>(0x30 + (rest % 10)))
    rest /= 10
  }
  return end
}

/** Writes so many of the names to `out`, each with its number behind it; returns the end. 32 bytes behind that may be touched. */
export function fill(count: u32, out: usize): usize {
  for (let k: u32 = 0; k < count; k++) {
    const name = NAMES + 32 * <usize>k
    v128.store(out, v128.load(name, 1))
    v128.store(out, v128.load(name, 17), 16)
    out = decimal(load<u32>(NUMBERS + 4 * <usize>k), out + load<u8>(name))
  }
  return out
}
