// Cuts where the vocabulary shifts.
import { terms } from '../../text/terms.js'
import type { Chunk, Chunker, Doc } from './chunker.js'
import { pack } from './pack.js'

/** Terms in a token sequence (w), and token sequences in a block that is compared (k): the values of the paper. */
const SEQUENCE = 20
const COMPARED = 10
/** Gaps with fewer than three sequences between them. */
const NEAR = [-2, -1, 1, 2]

/**
 * TextTiling: M. A. Hearst, "TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages", Computational Linguistics
 * 23(1), 1997. At each gap between token sequences of w terms, the k sequences before and after are compared by the cosine of
 * their term counts, s(i) = sum(l(t) r(t)) / sqrt(sum(l(t)^2) sum(r(t)^2)), smoothed with those of its neighbours. The depth of
 * a gap is (peak to the left - s(i)) + (peak to the right - s(i)). Gaps that are deepest among their neighbours, and at least as
 * deep as the mean of all less half a standard deviation, are boundaries, the deepest first, three sequences apart or more; each
 * is moved to the nearest gap between paragraphs, and before a heading. `terms` says what a term is. Between boundaries
 * paragraphs are packed greedily; nothing is carried over a boundary.
 */
const chunker: Chunker = {
  summary: 'cuts where the vocabulary shifts (TextTiling)',
  aliases: ['texttiling'],
  *chunk(doc, sizes): Generator<Chunk> {
    const { blocks } = doc
    let first = 0
    for (const next of [...boundaries(doc), blocks.length]) {
      if (next <= first) continue
      const [from, to] = [blocks[first], blocks[next - 1]]
      if (from !== undefined && to !== undefined)
        yield* pack(doc, { first, last: next - 1, start: from.start, end: to.end }, sizes)
      first = next
    }
  },
}
export default chunker

/** The blocks that a new subject begins with, ascending. */
function boundaries({ text, blocks }: Doc): number[] {
  const ids = new Map<string, number>()
  const sequence: number[] = []
  // How many terms stand before each block.
  const before: number[] = []
  for (const { start, end } of blocks) {
    before.push(sequence.length)
    for (const term of terms(text, start, end)) {
      let id = ids.get(term)
      if (id === undefined) {
        id = ids.size
        ids.set(term, id)
      }
      sequence.push(id)
    }
  }
  const scores = smoothed(similarities(Int32Array.from(sequence), ids.size))
  const [lefts, rights] = [peaks(scores), peaks(scores.toReversed()).reverse()]
  const depths = scores.map((score, i) => (lefts[i] as number) + (rights[i] as number) - 2 * score)
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length
  const deviation = Math.sqrt(depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length)
  const deepest: number[] = []
  for (const [i, depth] of depths.entries()) {
    const local = depth >= (depths[i - 1] ?? 0) && depth > (depths[i + 1] ?? 0)
    if (local && depth >= mean - deviation / 2) deepest.push(i)
  }
  deepest.sort((a, b) => (depths[b] as number) - (depths[a] as number) || a - b)
  const taken = new Set<number>()
  const chosen = new Set<number>()
  for (const i of deepest) {
    if (NEAR.some((near) => taken.has(i + near))) continue
    taken.add(i)
    chosen.add(nearest(before, (i + 1) * SEQUENCE, blocks))
  }
  return [...chosen].filter((block) => block > 0).sort((a, b) => a - b)
}

/** The cosine of the term counts before and after each gap between sequences. Sums are of whole numbers, and so exact. */
function similarities(sequence: Int32Array, size: number): number[] {
  const gaps = Math.floor(sequence.length / SEQUENCE) - 1
  const [left, right] = [new Int32Array(size), new Int32Array(size)]
  // Sums of squares on both sides, and of products.
  let [ll, rr, lr] = [0, 0, 0]
  const shift = (counts: Int32Array, place: number, by: number): void => {
    const id = sequence[place] as number
    const l = left[id] as number
    const r = right[id] as number
    if (counts === left) {
      ll += 2 * by * l + 1
      lr += by * r
    } else {
      rr += 2 * by * r + 1
      lr += by * l
    }
    counts[id] = (counts[id] as number) + by
  }
  const wide = SEQUENCE * COMPARED
  for (let p = 0; p < Math.min(wide, sequence.length); p++) shift(right, p, 1)
  const scores: number[] = []
  for (let gap = 0; gap < gaps; gap++) {
    for (let p = gap * SEQUENCE; p < (gap + 1) * SEQUENCE; p++) {
      shift(right, p, -1)
      shift(left, p, 1)
      if (p + wide < sequence.length) shift(right, p + wide, 1)
      if (p - wide >= 0) shift(left, p - wide, -1)
    }
    scores.push(ll === 0 || rr === 0 ? 0 : lr / Math.sqrt(ll * rr))
  }
  return scores
}

/** The mean of each score and its neighbours. */
const smoothed = (scores: readonly number[]): number[] =>
  scores.map((score, i) => ((scores[i - 1] ?? score) + score + (scores[i + 1] ?? score)) / 3)

/** The height of the hill before each score: that of the last one from which scores only fall. */
function peaks(scores: readonly number[]): number[] {
  const heights: number[] = []
  for (const [i, score] of scores.entries()) {
    const before = scores[i - 1]
    heights.push(before !== undefined && before > score ? (heights[i - 1] as number) : score)
  }
  return heights
}

/** The block that begins nearest to a place among the terms; a heading goes with what follows it. */
function nearest(before: readonly number[], place: number, blocks: Doc['blocks']): number {
  let low = 0
  let high = before.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((before[middle] as number) < place) low = middle + 1
    else high = middle
  }
  let block = low
  if (block > 0 && place - (before[block - 1] as number) < Math.abs((before[block] as number) - place)) block--
  while (block > 0 && blocks[block - 1]?.kind === 'heading') block--
  return block
}
