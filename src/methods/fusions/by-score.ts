// Puts candidates in the order of their fused scores, greatest first: a radix sort of the bits of the doubles.

const DIGITS = 11
const BUCKETS = 1 << DIGITS
/** Below it, comparing is quicker. */
const FEW = 48

const [, HIGH = 0] = new Uint32Array(new Float64Array([1]).buffer)
/** Which half of a double's two words holds the sign. */
const SIGN = HIGH === 0 ? 0 : 1

/** The numbers `0..n-1` in the order of their scores, greatest first, equal ones ascending. Scores are finite, zeros are +0. */
export function byScore(scores: Float64Array): Int32Array {
  const n = scores.length
  const order = new Int32Array(n)
  for (let i = 0; i < n; i++) order[i] = i
  if (n < FEW) return order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
  const words = new Uint32Array(scores.buffer, scores.byteOffset, n * 2)
  const high = new Uint32Array(n)
  const low = new Uint32Array(n)
  for (let i = 0; i < n; i++) {
    const [h, l] = [words[i * 2 + SIGN] as number, words[i * 2 + 1 - SIGN] as number]
    // The bits of positive doubles ascend with their values, those of negative ones descend: here the other way round.
    const negative = h >>> 31 === 1
    high[i] = negative ? h : h ^ 0x7fffffff
    low[i] = negative ? l : ~l
  }
  const counts = new Int32Array(BUCKETS)
  let [from, to] = [order, new Int32Array(n)]
  for (const keys of [low, high])
    for (let shift = 0; shift < 32; shift += DIGITS) {
      counts.fill(0)
      for (let i = 0; i < n; i++) {
        const digit = ((keys[i] as number) >>> shift) & (BUCKETS - 1)
        counts[digit] = (counts[digit] as number) + 1
      }
      if ((counts[((keys[0] as number) >>> shift) & (BUCKETS - 1)] as number) === n) continue
      let sum = 0
      for (let digit = 0; digit < BUCKETS; digit++) {
        const count = counts[digit] as number
        counts[digit] = sum
        sum += count
      }
      for (let k = 0; k < n; k++) {
        const i = from[k] as number
        const digit = ((keys[i] as number) >>> shift) & (BUCKETS - 1)
        const place = counts[digit] as number
        counts[digit] = place + 1
        to[place] = i
      }
      const rest = from
      from = to
      to = rest
    }
  return from
}
