// AssemblyScript: the inside of a JSON string in UTF-8 to UTF-16 units. src/record/decode.ts says what it must do.

/** What the last pass has seen: all its units, one over the other. */
export const SEEN: usize = 1024

// @ts-ignore: decorator
@inline
function digit(c: u32): u32 {
  return c <= 0x39 ? c - 0x30 : (c | 0x20) - 0x57
}

// @ts-ignore: decorator
@inline
function escaped(c: u32): u32 {
  if (c == 0x6e) return 0x0a
  if (c == 0x74) return 0x09
  if (c == 0x72) return 0x0d
  if (c == 0x62) return 0x08
  if (c == 0x66) return 0x0c
  return c
}

/** Decodes bytes [at, end), valid JSON and UTF-8, to `out`; returns the end of what it wrote. 16 bytes behind both may be touched. */
export function decode(at: usize, end: usize, out: usize): usize {
  let seen: u32 = 0
  while (at < end) {
    while (at + 16 <= end) {
      const v = v128.load(at)
      const mask = i8x16.bitmask(v128.or(v, i8x16.eq(v, i8x16.splat(0x5c))))
      v128.store(out, i16x8.extend_low_i8x16_u(v))
      v128.store(out + 16, i16x8.extend_high_i8x16_u(v))
      if (mask != 0) {
        const plain = <usize>ctz(mask)
        at += plain
        out += plain << 1
        break
      }
      at += 16
      out += 32
    }
    // One sign at least; in scripts that are not ASCII many, before the vectors have another turn.
    while (at < end) {
      const c = <u32>load<u8>(at)
      if (c < 0x80) {
        if (c != 0x5c) {
          store<u16>(out, <u16>c)
          at++
          out += 2
          if (at + 16 <= end) break
          continue
        }
        const k = <u32>load<u8>(at + 1)
        if (k != 0x75) {
          store<u16>(out, <u16>escaped(k))
          at += 2
        } else {
          const code =
            (digit(load<u8>(at + 2)) << 12) | (digit(load<u8>(at + 3)) << 8) | (digit(load<u8>(at + 4)) << 4) | digit(load<u8>(at + 5))
          seen |= code
          store<u16>(out, <u16>code)
          at += 6
        }
        out += 2
      } else if (c < 0xe0) {
        const code = ((c & 31) << 6) | (load<u8>(at + 1) & 63)
        seen |= code
        store<u16>(out, <u16>code)
        at += 2
        out += 2
      } else if (c < 0xf0) {
        const code = ((c & 15) << 12) | ((<u32>load<u8>(at + 1) & 63) << 6) | (load<u8>(at + 2) & 63)
        seen |= code
        store<u16>(out, <u16>code)
        at += 3
        out += 2
      } else {
        const point =
          (((c & 7) << 18) | ((<u32>load<u8>(at + 1) & 63) << 12) | ((<u32>load<u8>(at + 2) & 63) << 6) | (load<u8>(at + 3) & 63)) - 0x10000
        seen |= 0x8000
        store<u32>(out, (0xd800 | (point >> 10)) | ((0xdc00 | (point & 0x3ff)) << 16))
        at += 4
        out += 4
      }
    }
  }
  store<u32>(SEEN, seen)
  return out
}

/** Keeps the lower byte of units [from, to), from `from` on. */
export function narrow(from: usize, to: usize): void {
  let out = from
  let at = from
  for (; at + 32 <= to; at += 32, out += 16) v128.store(out, i8x16.narrow_i16x8_u(v128.load(at), v128.load(at + 16)))
  for (; at < to; at += 2, out++) store<u8>(out, load<u8>(at))
}
