// Byte-pair merging of one long run in n log n: the same tokens as tiktoken's, where the package needs the square.

/**
 * A function that counts the tokens of a run (one match of the vocabulary's splitting expression). `ranks` is the vocabulary
 * in the order of its merges: texts, or bytes where a token is no whole text.
 */
export function mergeCounter(ranks: readonly (string | readonly number[] | undefined)[]): (run: string) => number {
  let byBytes: Map<string, number> | undefined
  return (run) => {
    byBytes ??= table(ranks)
    return merge(Buffer.from(run), byBytes)
  }
}

/** The rank of each token by its bytes, as a text of a sign a byte. */
function table(ranks: readonly (string | readonly number[] | undefined)[]): Map<string, number> {
  const byBytes = new Map<string, number>()
  ranks.forEach((token, rank) => {
    if (token !== undefined)
      byBytes.set((typeof token === 'string' ? Buffer.from(token) : Buffer.from([...token])).toString('latin1'), rank)
  })
  return byBytes
}

/** Merges the neighbours of lowest rank, leftmost first, until no pair is a token; gives how many parts are left. */
function merge(bytes: Buffer, byBytes: ReadonlyMap<string, number>): number {
  const { length } = bytes
  if (byBytes.has(bytes.toString('latin1'))) return 1
  // Parts as a linked list by their first byte; `next` of the last is the end.
  const next = Int32Array.from({ length }, (_, i) => i + 1)
  const previous = Int32Array.from({ length: length + 1 }, (_, i) => i - 1)
  // The rank of each part joined with the one behind it; -1 where that is no token.
  const joined = new Int32Array(length).fill(-1)
  const heap = new Heap()
  const rankAt = (i: number): void => {
    const second = next[i] as number
    const rank = second < length ? byBytes.get(bytes.toString('latin1', i, next[second])) : undefined
    joined[i] = rank ?? -1
    if (rank !== undefined) heap.push(rank * length + i)
  }
  for (let i = 0; i < length; i++) rankAt(i)
  let parts = length
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const i = key % length
    // A pair whose parts have changed since it was put in.
    if (joined[i] !== Math.floor(key / length)) continue
    const second = next[i] as number
    const behind = next[second] as number
    next[i] = behind
    previous[behind] = i
    joined[second] = -1
    parts--
    rankAt(i)
    if (i > 0) rankAt(previous[i] as number)
  }
  return parts
}

/** Numbers, the lowest first. */
class Heap {
  readonly #keys: number[] = []

  push(key: number): void {
    const keys = this.#keys
    let i = keys.length
    for (; i > 0; ) {
      const above = (i - 1) >> 1
      const value = keys[above] as number
      if (value <= key) break
      keys[i] = value
      i = above
    }
    keys[i] = key
  }

  pop(): number | undefined {
    const keys = this.#keys
    const top = keys[0]
    const key = keys.pop()
    if (key === undefined || keys.length === 0) return top
    let i = 0
    for (;;) {
      let below = 2 * i + 1
      if (below >= keys.length) break
      if (below + 1 < keys.length && (keys[below + 1] as number) < (keys[below] as number)) below++
      const value = keys[below] as number
      if (value >= key) break
      keys[i] = value
      i = below
    }
    keys[i] = key
    return top
  }
}
