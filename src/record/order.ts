// The one order of text: code points, which is UTF-8 byte order and not that of JavaScript's `<`.

/** Compares by code point; negative, zero or positive. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const n = Math.min(a.length, b.length)
  for (let i = 0; i < n; i++) {
    let x = a.charCodeAt(i)
    let y = b.charCodeAt(i)
    if (x === y) continue
    // Surrogates (U+D800 to U+DFFF) stand for code points above U+FFFF: lift them over U+E000 to U+FFFF.
    if (x >= 0xd800 && y >= 0xd800) {
      x = x >= 0xe000 ? x - 0x800 : x + 0x2000
      y = y >= 0xe000 ? y - 0x800 : y + 0x2000
    }
    return x - y
  }
  return a.length - b.length
}

/** Compares `a[aStart, aEnd)` with `b[bStart, bEnd)`; negative, zero or positive. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const n = Math.min(aEnd - aStart, bEnd - bStart)
  for (let i = 0; i < n; i++) {
    const difference = (a[aStart + i] as number) - (b[bStart + i] as number)
    if (difference !== 0) return difference
  }
  return aEnd - aStart - (bEnd - bStart)
}
