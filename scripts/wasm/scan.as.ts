// AssemblyScript: the SIMD form of the line scanner. What it must do is said, and done plainly, in src/record/scan.ts.
// Structure is walked byte by byte, strings sixteen bytes at a time.

const TABLE_LINES: u32 = 4096
const MAX_DEPTH: u32 = 1024
const LABEL_WIDTH: u32 = 5

// Fixed places in memory; the host lays the rest out and tells with `layout`.
const KEY_LENGTH: usize = 1024
const KEY_PLACE: usize = 1152
const ENDING_LENGTH: usize = 1280
const ENDING_PLACE: usize = 1408
const STACK: usize = 32768
const FIRST: usize = 65536
const START: usize = FIRST + 4 * TABLE_LINES
const END: usize = START + 4 * TABLE_LINES
const NEXT: usize = END + 4 * TABLE_LINES
const ESCAPED: usize = NEXT + 4 * TABLE_LINES

let keys: u32 = 0
let endings: u32 = 0
let plainEndings: u32 = 0
let keyLengths: u64 = 0
let endingLast: u32 = 0
let fields: usize = 0
let labels: usize = 0
let labelCapacity: u32 = 0
let block: usize = 0

export let count: u32 = 0
export let labelCount: u32 = 0
export let blanks: u32 = 0
export let anyEscaped: u32 = 0
export let stop: u32 = 0
export let broken: i32 = -1

export function layout(nKeys: u32, nEndings: u32, nPlain: u32, atFields: u32, atLabels: u32, nLabels: u32, atBlock: u32): void {
  keys = nKeys
  endings = nEndings
  plainEndings = nPlain
  fields = atFields
  labels = atLabels
  labelCapacity = nLabels
  block = atBlock
  keyLengths = 0
  for (let k: u32 = 0; k < keys; k++) keyLengths |= (<u64>1) << (load<u32>(KEY_LENGTH + 4 * k) & 63)
  endingLast = 0
  for (let k: u32 = 0; k < endings; k++) {
    const n = load<u32>(ENDING_LENGTH + 4 * k)
    endingLast |= (<u32>1) << (load<u8>(load<u32>(ENDING_PLACE + 4 * k) + n - 1) & 31)
  }
}

// @ts-ignore: decorator
@inline
function isBlank(c: u32): bool {
  return c == 0x20 || c == 0x09 || c == 0x0d
}

/** Scans [from, to), offsets from the block's start; results in the exported globals and the tables. */
export function scan(from: u32, to: u32): void {
  const limit = block + to
  let position = block + from
  let line: u32 = 0
  labelCount = 0
  blanks = 0
  anyEscaped = 0
  broken = -1
  // A line end as sentinel: numbers are read without asking where the block ends.
  const beyond = load<u8>(limit)
  store<u8>(limit, 0x0a)
  while (position < limit && line < TABLE_LINES) {
    let i = position
    let skipped: u32 = 0
    while (i < limit) {
      const c = <u32>load<u8>(i)
      if (c == 0x0a) skipped++
      else if (!isBlank(c)) break
      i++
    }
    if (i == limit) break
    const before = labelCount
    if (before == labelCapacity) break
    let next: usize = 0
    let end: usize = 0
    if (load<u8>(i) == 0x7b) {
      end = object(i, limit, line)
      if (end != 0) {
        next = end
        while (next < limit && isBlank(load<u8>(next))) next++
        if (next < limit && load<u8>(next) != 0x0a) {
          broken = <i32>(next - block)
          next = 0
        } else if (next < limit) next++
      }
    } else broken = <i32>(i - block)
    if (next == 0) {
      labelCount = before
      break
    }
    if (labelCount == labelCapacity) {
      // The label table is full. The line comes again in the next scan, unless it alone fills the table.
      labelCount = before
      if (before > 0) break
      store<u8>(ESCAPED + line, 1)
    }
    blanks += skipped
    anyEscaped |= load<u8>(ESCAPED + line)
    store<u32>(FIRST + 4 * line, <u32>(position - block))
    store<u32>(START + 4 * line, <u32>(i - block))
    store<u32>(END + 4 * line, <u32>(end - block))
    store<u32>(NEXT + 4 * line, <u32>(next - block))
    line++
    position = next
  }
  store<u8>(limit, beyond)
  count = line
  stop = <u32>(position - block)
}

/** Whether the string that was read last holds a backslash. */
let backslashed: bool = false

/** Walks one object; returns the address after its last byte, or 0 with `broken` set. */
function object(open: usize, limit: usize, line: u32): usize {
  const row = fields + 8 * <usize>(line * keys)
  for (let k: u32 = 0; k < keys; k++) store<u64>(row + 8 * k, 0xffffffffffffffff)
  store<u8>(ESCAPED + line, 0)
  store<u8>(STACK, 1)
  let slot: usize = 0
  let depth: u32 = 0
  let inObject = true
  let p = past(open + 1)
  if (load<u8>(p) == 0x7d) return p + 1
  while (true) {
    if (inObject) {
      if (load<u8>(p) != 0x22) return fail(p)
      const start = p + 1
      const end = string(start)
      if (end == 0) return 0
      p = past(end + 1)
      if (load<u8>(p) != 0x3a) return fail(p)
      p = past(p + 1)
      const last = <u32>load<u8>(end - 1)
      if (backslashed || last == 0x20) store<u8>(ESCAPED + line, 1)
      else {
        if (depth == 0 && ((keyLengths >> (<u64>(end - start) & 63)) & 1) != 0) slot = wanted(start, <u32>(end - start), row)
        if (((endingLast >> (last & 31)) & 1) != 0) label(start, end, p, line)
      }
    }
    const c = <u32>load<u8>(p)
    if (slot != 0 && depth == 0) store<u32>(slot, <u32>(p - block))
    if (c == 0x22) {
      const end = string(p + 1)
      if (end == 0) return 0
      p = end + 1
    } else if (c == 0x7b || c == 0x5b) {
      if (++depth == MAX_DEPTH) return fail(p)
      inObject = c == 0x7b
      store<u8>(STACK + depth, inObject ? 1 : 0)
      p = past(p + 1)
      if (load<u8>(p) != (inObject ? 0x7d : 0x5d)) continue
      inObject = load<u8>(STACK + --depth) != 0
      p++
    } else {
      let end = scalar(p, limit)
      if (end == 0) return fail(p)
      // Numbers in a list, an embedding say, are taken to the last in one go.
      while (!inObject && load<u8>(end) == 0x2c && isNumberStart(load<u8>(end + 1))) {
        p = end + 1
        end = scalar(p, limit)
        if (end == 0) return fail(p)
      }
      p = end
    }
    // After a value: close what ends here, then go on behind a comma.
    while (true) {
      if (depth == 0 && slot != 0) {
        store<u32>(slot + 4, <u32>(p - block))
        slot = 0
      }
      p = past(p)
      const d = <u32>load<u8>(p)
      if (d == 0x2c) {
        p = past(p + 1)
        break
      }
      if (d != <u32>(inObject ? 0x7d : 0x5d)) return fail(p)
      p++
      if (depth == 0) return p
      inObject = load<u8>(STACK + --depth) != 0
    }
  }
}

/** The first byte from `p` on that is no blank. */
// @ts-ignore: decorator
@inline
function past(p: usize): usize {
  return load<u8>(p) > 0x20 ? p : pastBlanks(p)
}

function pastBlanks(p: usize): usize {
  while (isBlank(load<u8>(p))) p++
  return p
}

/** From a string's first byte to its closing quote; 0 with `broken` set where it breaks, at the sentinel at latest. */
// @ts-ignore: decorator
@inline
function string(p: usize): usize {
  const quote = i8x16.splat(0x22)
  const backslash = i8x16.splat(0x5c)
  const control = i8x16.splat(0x20)
  backslashed = false
  while (true) {
    const v = v128.load(p)
    const ends = i8x16.bitmask(v128.or(v128.or(i8x16.eq(v, quote), i8x16.eq(v, backslash)), i8x16.lt_u(v, control)))
    if (ends == 0) {
      p += 16
      continue
    }
    p += <usize>ctz(ends)
    const c = <u32>load<u8>(p)
    if (c == 0x22) return p
    const after = c == 0x5c ? escape(p) : 0
    if (after == 0) return fail(p)
    backslashed = true
    p = after
  }
}

/** The address after the escape at `p`, 0 when it is none. */
function escape(p: usize): usize {
  const c = <u32>load<u8>(p + 1)
  if (c == 0x75) {
    for (let k: usize = 2; k < 6; k++) if (!isHex(load<u8>(p + k))) return 0
    return p + 6
  }
  const known = c == 0x22 || c == 0x5c || c == 0x2f || c == 0x6e || c == 0x74 || c == 0x72 || c == 0x62 || c == 0x66
  return known ? p + 2 : 0
}

function fail(at: usize): usize {
  broken = <i32>(at - block)
  return 0
}

function isHex(c: u32): bool {
  return (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66)
}

/** The place in the row for the value of a key, 0 when it is not wanted. */
function wanted(start: usize, length: u32, row: usize): usize {
  for (let k: u32 = 0; k < keys; k++) {
    if (load<u32>(KEY_LENGTH + 4 * k) != length) continue
    const key = <usize>load<u32>(KEY_PLACE + 4 * k)
    let i: u32 = 0
    while (i < length && load<u8>(start + i) == load<u8>(key + i)) i++
    if (i == length) return row + 8 * <usize>k
  }
  return 0
}

function label(start: usize, end: usize, value: usize, line: u32): void {
  for (let k: u32 = 0; k < endings; k++) {
    const length = <usize>load<u32>(ENDING_LENGTH + 4 * k)
    if (end - start < length) continue
    const ending = <usize>load<u32>(ENDING_PLACE + 4 * k)
    let i: usize = 1
    while (i <= length) {
      let c = <u32>load<u8>(end - i)
      if (c >= 0x41 && c <= 0x5a) c |= 0x20
      if (c != <u32>load<u8>(ending + length - i)) break
      i++
    }
    if (i <= length) continue
    // The last endings matter only before a text.
    if (k >= plainEndings && load<u8>(value) != 0x22) continue
    if (labelCount == labelCapacity) return
    const entry = labels + 4 * <usize>(labelCount * LABEL_WIDTH)
    store<u32>(entry, line)
    store<u32>(entry + 4, k)
    store<u32>(entry + 8, <u32>(start - block))
    store<u32>(entry + 12, <u32>(end - block))
    store<u32>(entry + 16, <u32>(value - block))
    labelCount++
  }
}

function isDelimiter(c: u32): bool {
  return c <= 0x20 || c == 0x2c || c == 0x7d || c == 0x5d || c == 0x3a || c == 0x22
}

/** A number, true, false or null at `p`; returns the address after it, 0 when it is none of them. */
function scalar(p: usize, limit: usize): usize {
  let c = <u32>load<u8>(p)
  if (c == 0x74) return word(p, 4, 0x65757274, limit)
  if (c == 0x6e) return word(p, 4, 0x6c6c756e, limit)
  if (c == 0x66) return limit - p > 4 && load<u8>(p + 4) == 0x65 ? word(p, 5, 0x736c6166, limit) : 0
  if (c == 0x2d) c = digit(++p)
  if (c - 0x30 > 9) return 0
  p++
  if (c != 0x30) while (digit(p) - 0x30 <= 9) p++
  if (digit(p) == 0x2e) {
    p++
    if (digit(p) - 0x30 > 9) return 0
    p = pastDigits(p)
  }
  if ((digit(p) | 0x20) == 0x65) {
    p++
    const sign = digit(p)
    if (sign == 0x2b || sign == 0x2d) p++
    if (digit(p) - 0x30 > 9) return 0
    while (digit(p) - 0x30 <= 9) p++
  }
  return isDelimiter(load<u8>(p)) ? p : 0
}

// @ts-ignore: decorator
@inline
function digit(p: usize): u32 {
  return <u32>load<u8>(p)
}

function isNumberStart(c: u32): bool {
  return c - 0x30 <= 9 || c == 0x2d
}

/** The first byte from `p` on that is no digit. */
function pastDigits(p: usize): usize {
  while (true) {
    const others = i8x16.bitmask(i8x16.gt_u(i8x16.sub(v128.load(p), i8x16.splat(0x30)), i8x16.splat(9)))
    if (others != 0) return p + <usize>ctz(others)
    p += 16
  }
}

function word(p: usize, length: usize, first: u32, limit: usize): usize {
  if (limit - p < length || load<u32>(p) != first) return 0
  p += length
  return p == limit || isDelimiter(load<u8>(p)) ? p : 0
}
