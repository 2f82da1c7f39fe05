// One query: its lists are ranked, fused by a method, and put in order.
import { badFile, badRecord } from '../../record/fault.js'
import { compareBytes, compareText } from '../../record/order.js'
import { byScore } from './by-score.js'
import type { Candidates } from './candidates.js'
import type { Fusion, Parameters, Ranked } from './fusion.js'
import { type List, nameOf } from './lists.js'
import type { Norm } from './norms/norm.js'
import { Numbers } from './numbers.js'

export interface Method {
  readonly name: string
  readonly fusion: Fusion
  readonly parameters: Parameters
  readonly norm: Norm | undefined
}

export interface Choices {
  readonly method: Method
  /** Candidates of each list that count, and of the fused list that go out. */
  readonly depth: number
  readonly topK: number
  /** Whether the same id in two libraries is one candidate. */
  readonly mergeLibraries: boolean
  /** Lists whose scores only rise along their files: where ranks count they are taken as they stand. */
  readonly rising: ReadonlySet<List>
}

/** One list of one query, `order` and `ranks` without repeated ids and cut at the depth. */
export interface Place {
  readonly list: List
  readonly candidates: Candidates
  /** Indexes of its candidates, best first. */
  readonly order: Int32Array
  readonly ranks: Int32Array
  /** The number over all lists of each candidate in `order`. */
  readonly docs: Int32Array
}

export interface Fused {
  readonly places: readonly Place[]
  /** Numbers of candidates, best first, and their scores by number. */
  readonly order: Int32Array
  readonly scores: Float64Array
  /** Of each candidate's best copy the list, by index in `places`, and its place in that list's `order`. */
  readonly bestList: Int32Array
  readonly bestPlace: Int32Array
  /** Candidates that stood twice in their list. */
  readonly repeated: number
  /** Lists whose order contradicts their scores. */
  readonly contradicted: readonly List[]
}

/** Fuses queries, one at a time; what it works with is used again. */
export class Fuser {
  readonly #numbers = new Numbers()
  readonly #libraries = new Map<string, number>()

  constructor(readonly choices: Choices) {}

  /**
   * Fuses the lists of one query, given in the order that breaks ties. Throws a `Fault` for scores that a method cannot do
   * without.
   */
  fuse(lists: readonly (readonly [List, Candidates])[]): Fused {
    const most = lists.reduce((sum, [, { size }]) => sum + size, 0)
    const numbers = this.#numbers
    numbers.begin(most)
    /** By candidate, the list that had it last, plus one. */
    const last = new Int32Array(most)
    let repeated = 0
    const contradicted: List[] = []
    const places = lists.map(([list, candidates], l): Place => {
      const { order, ranks } = rankedBy(list, candidates, this.choices)
      if (isContradicted(list, candidates, order)) contradicted.push(list)
      const library = this.#libraryOf(list, candidates)
      const { bytes } = candidates
      const docs = new Int32Array(order.length)
      let n = 0
      for (let k = 0; k < order.length && n < this.choices.depth; k++) {
        const i = order[k] as number
        const doc = numbers.of(bytes, candidates.idStart(i), candidates.idEnd(i), library(i))
        if (last[doc] === l + 1) {
          repeated++
          continue
        }
        last[doc] = l + 1
        order[n] = i
        ranks[n] = ranks[k] as number
        docs[n++] = doc
      }
      return { list, candidates, order: order.subarray(0, n), ranks: ranks.subarray(0, n), docs: docs.subarray(0, n) }
    })
    const scores = scoresOf(places, numbers.size, this.choices)
    const [bestList, bestPlace] = bestOf(places, numbers.size)
    const fused = { places, scores, bestList, bestPlace, repeated, contradicted }
    return { ...fused, order: orderOf(fused).subarray(0, this.choices.topK) }
  }

  /** The library of each candidate as a number, 0 where libraries do not part them. */
  #libraryOf(list: List, { libraries }: Candidates): (i: number) => number {
    if (this.choices.mergeLibraries) return () => 0
    const number = (library: string): number => {
      const known = this.#libraries.get(library) ?? this.#libraries.size + 1
      this.#libraries.set(library, known)
      return known
    }
    if (list.library !== undefined) {
      const own = number(list.library)
      return () => own
    }
    if (libraries.size === 0) return () => 0
    return (i) => {
      const library = libraries.get(i)
      return library === undefined ? 0 : number(library)
    }
  }
}

/** By score, then by the best rank, then by the order of the lists, then by id. */
function orderOf({ places, scores, bestList, bestPlace }: Omit<Fused, 'order'>): Int32Array {
  const order = byScore(scores)
  const compare = (a: number, b: number): number => {
    const [one, other] = [places[bestList[a] as number] as Place, places[bestList[b] as number] as Place]
    const [i, j] = [bestPlace[a] as number, bestPlace[b] as number]
    const rank = (one.ranks[i] as number) - (other.ranks[j] as number)
    if (rank !== 0) return rank
    if (bestList[a] !== bestList[b]) return (bestList[a] as number) - (bestList[b] as number)
    const [x, y] = [one.order[i] as number, other.order[j] as number]
    const { candidates } = one
    const { bytes } = candidates
    return (
      compareBytes(
        bytes,
        candidates.idStart(x),
        candidates.idEnd(x),
        bytes,
        candidates.idStart(y),
        candidates.idEnd(y),
      ) || compareText(libraryOf(one, x) ?? '', libraryOf(other, y) ?? '')
    )
  }
  for (let from = 0, to = 1; from < order.length; from = to++) {
    while (to < order.length && scores[order[to] as number] === scores[order[from] as number]) to++
    if (to - from === 2) {
      const [a, b] = [order[from] as number, order[from + 1] as number]
      if (compare(a, b) > 0) {
        order[from] = b
        order[from + 1] = a
      }
    } else if (to - from > 2) order.subarray(from, to).sort(compare)
  }
  return order
}

/** The library of a candidate: that of its list, or what its record says. */
export const libraryOf = ({ list, candidates }: Place, i: number): string | undefined =>
  list.library ?? candidates.libraries.get(i)

/** The candidates of a list best first, with their ranks: those of the records, else by score, else as they came. */
function rankedBy(
  list: List,
  candidates: Candidates,
  { method, rising }: Choices,
): { readonly order: Int32Array; readonly ranks: Int32Array } {
  if (candidates.ranked) {
    const order = candidates.byRank()
    return { order, ranks: order.map((i) => candidates.ranks[i] as number) }
  }
  const asTheyStand = method.fusion.uses === 'ranks' && rising.has(list)
  const order = candidates.scored && !asTheyStand ? candidates.byScore(list.lowerIsBetter) : candidates.asTheyCame()
  const ranks = new Int32Array(order.length)
  for (let k = 0; k < ranks.length; k++) ranks[k] = k + 1
  return { order, ranks }
}

/** Whether scores go up along the ranks that the records have, or along the file, where higher is better. */
function isContradicted(list: List, { size, ranked, bare, scores }: Candidates, order: Int32Array): boolean {
  if (bare) return false
  for (let k = 1; k < size; k++) {
    const before = scores[ranked ? (order[k - 1] as number) : k - 1] as number
    const score = scores[ranked ? (order[k] as number) : k] as number
    if (list.lowerIsBetter ? score < before : score > before) return true
  }
  return false
}

function scoresOf(places: readonly Place[], candidates: number, { method }: Choices): Float64Array {
  const heard = places.filter(({ list, docs }) => list.weight > 0 && docs.length > 0)
  if (heard.length === 0) return new Float64Array(candidates)
  const lists = heard.map((place) => rankedOf(place, candidates, method))
  // Candidates that only lists of weight 0 have are left out of the counting, so that they sway nobody's score.
  const numbers = new Int32Array(candidates).fill(-1)
  let n = 0
  for (const { docs } of lists)
    for (let k = 0; k < docs.length; k++) if (numbers[docs[k] as number] === -1) numbers[docs[k] as number] = n++
  const dense =
    n === candidates ? lists : lists.map((list) => ({ ...list, docs: list.docs.map((doc) => numbers[doc] as number) }))
  const scores = method.fusion.fuse(dense, n, method.parameters)
  let least = 0
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number
    if (!Number.isFinite(score))
      throw badFile(
        heard.map(({ list }) => nameOf(list)).join(', '),
        `${method.name}: the fused scores are beyond a double`,
      )
    // Of the two zeros one.
    scores[i] = score + 0
    if (score < least) least = score
  }
  if (n === candidates) return scores
  return Float64Array.from(numbers, (number) => (number < 0 ? least : (scores[number] as number)))
}

function rankedOf(
  { list, candidates, order, ranks, docs }: Place,
  all: number,
  { fusion, norm, name }: Method,
): Ranked {
  const { weight } = list
  if (fusion.uses === 'ranks') return { docs, ranks, scores: new Float64Array(0), weight }
  const sign = list.lowerIsBetter ? -1 : 1
  const scores = Float64Array.from(order, (i) => sign * (candidates.scores[i] as number))
  if (candidates.unscored !== undefined)
    throw badRecord(
      candidates.unscored,
      `expected a finite number, ${name} needs one in every record; methods by rank such as rrf do not`,
      'score',
    )
  const normed = norm?.norm({ scores, candidates: all })
  return { docs, ranks, scores: normed?.values ?? scores, absent: normed?.absent, weight }
}

/** Each candidate's best copy: the best rank, at equal ranks the earlier list. */
function bestOf(places: readonly Place[], candidates: number): [Int32Array, Int32Array] {
  const list = new Int32Array(candidates).fill(-1)
  const place = new Int32Array(candidates)
  const rank = new Int32Array(candidates)
  for (const [l, { docs, ranks }] of places.entries())
    for (let k = 0; k < docs.length; k++) {
      const doc = docs[k] as number
      if (list[doc] !== -1 && (ranks[k] as number) >= (rank[doc] as number)) continue
      list[doc] = l
      place[doc] = k
      rank[doc] = ranks[k] as number
    }
  return [list, place]
}
