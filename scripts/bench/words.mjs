// What the bench's data is made of: words, and dice that fall the same way on every machine.
export const words =
  `the of and to in a is that for it as was with be by on not this are or from at which have an had they you were
their one all we can her has there been if more when will would who so no search index query result policy holiday invoice
server deploy review team budget travel approval contract retention backup incident customer handbook section release`.split(
    /\s+/,
  )

/** mulberry32: a function that gives the next integer in 0 .. n-1. */
export function dice(seed) {
  let a = seed | 0
  return (n) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

export const pick = (roll, list) => list[roll(list.length)]
