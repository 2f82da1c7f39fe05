// XXH64 with seed 0: zstd frames end in the low half of it. Long stripes are mixed on pairs of 32-bit halves, since
// BigInt there would be slower than the decoder whose output is checked; the rest is BigInt.
// https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md

const P1 = 0x9e3779b185ebca87n
const P2 = 0xc2b2ae3d27d4eb4fn
const P3 = 0x165667b19e3779f9n
const P4 = 0x85ebca77c2b2ae63n
const P5 = 0x27d4eb2f165667c5n
const P1_HIGH = Number(P1 >> 32n) | 0
const P1_LOW = Number(P1 & 0xffffffffn) | 0
const P2_HIGH = Number(P2 >> 32n) | 0
const P2_LOW = Number(P2 & 0xffffffffn) | 0

const STRIPE = 32

const wrap = (n: bigint): bigint => BigInt.asUintN(64, n)
const rotate = (n: bigint, bits: bigint): bigint => wrap(n << bits) | (n >> (64n - bits))
const mix = (accumulator: bigint, lane: bigint): bigint => wrap(rotate(wrap(accumulator + lane * P2), 31n) * P1)

/** The high half of the product of two unsigned 32-bit numbers. */
function timesHigh(a: number, b: number): number {
  const a0 = a & 0xffff
  const a1 = a >>> 16
  const b0 = b & 0xffff
  const b1 = b >>> 16
  const middle = a1 * b0 + ((a0 * b0) >>> 16)
  return (a1 * b1 + (middle >>> 16) + ((a0 * b1 + (middle & 0xffff)) >>> 16)) | 0
}

export class Xxh64 {
  // Four accumulators, each as low and high half.
  readonly #words = new BigUint64Array([wrap(P1 + P2), P2, 0n, wrap(-P1)])
  readonly #halves = new Int32Array(this.#words.buffer)
  readonly #tail = new Uint8Array(STRIPE)
  #length = 0

  update(bytes: Uint8Array): void {
    let at = 0
    const held = this.#length % STRIPE
    this.#length += bytes.length
    if (held > 0) {
      at = Math.min(STRIPE - held, bytes.length)
      this.#tail.set(bytes.subarray(0, at), held)
      if (held + at < STRIPE) return
      this.#stripes(this.#tail)
    }
    const whole = at + Math.floor((bytes.length - at) / STRIPE) * STRIPE
    this.#stripes(bytes.subarray(at, whole))
    this.#tail.set(bytes.subarray(whole))
  }

  #stripes(bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const halves = this.#halves
    for (let at = 0; at < bytes.length; at += STRIPE) {
      for (let lane = 0; lane < 8; lane += 2) {
        const inLow = view.getInt32(at + lane * 4, true)
        const inHigh = view.getInt32(at + lane * 4 + 4, true)
        const sum = (Math.imul(inLow, P2_LOW) >>> 0) + ((halves[lane] as number) >>> 0)
        const carry = sum > 0xffffffff ? 1 : 0
        const product = timesHigh(inLow, P2_LOW) + Math.imul(inHigh, P2_LOW) + Math.imul(inLow, P2_HIGH)
        const low = sum | 0
        const high = (product + (halves[lane + 1] as number) + carry) | 0
        const turnedLow = (low << 31) | (high >>> 1)
        const turnedHigh = (high << 31) | (low >>> 1)
        halves[lane] = Math.imul(turnedLow, P1_LOW)
        halves[lane + 1] = timesHigh(turnedLow, P1_LOW) + Math.imul(turnedHigh, P1_LOW) + Math.imul(turnedLow, P1_HIGH)
      }
    }
  }

  /** The hash of everything so far, an unsigned 64-bit number. */
  digest(): bigint {
    const [a, b, c, d] = this.#words as unknown as [bigint, bigint, bigint, bigint]
    let hash = P5
    if (this.#length >= STRIPE) {
      hash = wrap(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n))
      for (const word of [a, b, c, d]) hash = wrap((hash ^ mix(0n, word)) * P1 + P4)
    }
    hash = wrap(hash + BigInt(this.#length))
    const view = new DataView(this.#tail.buffer, 0, this.#length % STRIPE)
    let at = 0
    for (; at + 8 <= view.byteLength; at += 8) {
      hash = wrap(rotate(hash ^ mix(0n, view.getBigUint64(at, true)), 27n) * P1 + P4)
    }
    if (at + 4 <= view.byteLength) {
      hash = wrap(rotate(hash ^ wrap(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3)
      at += 4
    }
    for (; at < view.byteLength; at++) {
      hash = wrap(rotate(hash ^ wrap(BigInt(view.getUint8(at)) * P5), 11n) * P1)
    }
    hash = wrap((hash ^ (hash >> 33n)) * P2)
    hash = wrap((hash ^ (hash >> 29n)) * P3)
    return hash ^ (hash >> 32n)
  }
}
