// What one list has for one query, as it was read: ids, scores with their spelling, ranks, and the records' own bytes.
import { Bytes } from '../../record/bytes.js'
import { type At, badFile, badRecord } from '../../record/fault.js'
import { compareNumbers, numberOf } from '../../record/number.js'
import { compareBytes } from '../../record/order.js'
import { scoreToken } from '../../record/score.js'
import { type Spans, spansOf } from '../../record/splice.js'
import { Num, type Value } from '../../record/value.js'

const ROOM = 1 << 10
const FIRST = 16
const MOST = 2 ** 31 - 1

/** The fields that fusion writes. */
export const WRITTEN = ['score', 'rank', 'library_id', 'sources'] as const
const SPANS = WRITTEN.length * 2
const scratch = new Int32Array(SPANS)

/** Appends a record's bytes; sets the spans of `WRITTEN` from its first byte on, and returns whether it could. */
type Write = (out: Bytes, spans: Spans) => boolean

/**
 * Candidates in the order in which they came. In one buffer stand, for each: the bytes of its id, its score as it was spelt
 * (nothing where there is none), and the record, or of a line of a run its last column.
 */
export class Candidates {
  size = 0
  /** Not a number where there is none. */
  scores = new Float64Array(FIRST)
  /** The rank that the record has, 0 where it has none. */
  ranks = new Int32Array(FIRST)
  /** Where id, score and record of each end; the first of a candidate begins where the last of the one before ends. */
  #ends = new Int32Array(FIRST * 3)
  readonly #bytes = new Bytes(ROOM)
  /** Of each record the spans of `WRITTEN`, counted from its first byte. */
  #spans = new Int32Array(0)
  /** `library_id` of the record, and the sources that it came with as JSON, where it has such. */
  readonly libraries = new Map<number, string>()
  readonly sources = new Map<number, string>()
  /** Where the first record is that has no finite score. */
  unscored: At | undefined
  #scored = 0
  #ranked = 0

  constructor(
    /** Lines of a run: ranks follow from the scores, ties by id descending. */
    public bare: boolean,
  ) {}

  /** Forgets all and begins again with the room that it has. */
  clear(bare: boolean): void {
    this.bare = bare
    this.size = 0
    this.#bytes.clear()
    this.libraries.clear()
    this.sources.clear()
    this.unscored = undefined
    this.#scored = 0
    this.#ranked = 0
  }

  /** Whether every candidate has a score that is a number or infinite. */
  get scored(): boolean {
    return this.#scored === this.size
  }

  /** Whether every candidate's record has a rank. */
  get ranked(): boolean {
    return this.#ranked === this.size
  }

  /** Adds a line of a run, of whose columns `places` says, at these indexes, where they stand in `bytes`. */
  line(bytes: Uint8Array, places: Int32Array, id: number, score: number, tag: number, number: number): void {
    const n = this.#next()
    const out = this.#bytes
    const ends = this.#ends
    let at = out.length
    const into = out.reserve((places[tag + 1] as number) - (places[id] as number))
    for (let i = places[id] as number, to = places[id + 1] as number; i < to; i++) into[at++] = bytes[i] as number
    ends[n * 3] = at
    for (let i = places[score] as number, to = places[score + 1] as number; i < to; i++) into[at++] = bytes[i] as number
    ends[n * 3 + 1] = at
    for (let i = places[tag] as number, to = places[tag + 1] as number; i < to; i++) into[at++] = bytes[i] as number
    ends[n * 3 + 2] = at
    out.advance(at - out.length)
    this.scores[n] = number
    this.ranks[n] = 0
    this.#scored++
  }

  /** Adds a record. Throws a `Fault` for a score or a rank that is none; then nothing is added. */
  record(id: string, score: Value | undefined, rank: Value | undefined, at: () => At, write: Write): void {
    const token = tokenOf(score, at)
    const number = token === '' ? Number.NaN : Number(token)
    if (token !== '' && !Number.isFinite(number) && !NOT_FINITE.test(token)) throw beyond(at())
    const place = rankOf(rank, at)
    const n = this.#next()
    const out = this.#bytes
    const [ends, from] = [this.#ends, n * 3]
    out.text(id)
    ends[from] = out.length
    out.text(token)
    ends[from + 1] = out.length
    const start = out.length
    if (!write(out, scratch)) {
      spansOf(out.view(), start, WRITTEN, scratch)
      for (let k = 0; k < scratch.length; k++) if (scratch[k] !== -1) scratch[k] = (scratch[k] as number) - start
    }
    ends[from + 2] = out.length
    if (this.#spans.length < this.scores.length * SPANS)
      this.#spans = larger(this.#spans, new Int32Array(this.scores.length * SPANS))
    this.#spans.set(scratch, n * SPANS)
    if (out.length > MOST) throw badFile(at().file, 'the candidates of one query are more than 2 GiB')
    this.scores[n] = number
    this.ranks[n] = place
    if (!Number.isNaN(number)) this.#scored++
    if (!Number.isFinite(number)) this.unscored ??= at()
    if (place > 0) this.#ranked++
  }

  #next(): number {
    if (this.size === this.scores.length) {
      const grown = this.size * 2
      this.scores = larger(this.scores, new Float64Array(grown))
      this.ranks = larger(this.ranks, new Int32Array(grown))
      this.#ends = larger(this.#ends, new Int32Array(grown * 3))
    }
    return this.size++
  }

  /** The buffer in which the places below are; lives until a candidate is added. */
  get bytes(): Buffer {
    return this.#bytes.view()
  }

  idStart(i: number): number {
    return i === 0 ? 0 : (this.#ends[i * 3 - 1] as number)
  }

  idEnd(i: number): number {
    return this.#ends[i * 3] as number
  }

  recordStart(i: number): number {
    return this.#ends[i * 3 + 1] as number
  }

  recordEnd(i: number): number {
    return this.#ends[i * 3 + 2] as number
  }

  /** Where the fields that fusion writes stand in candidate `i`'s record, as places in `bytes`. */
  spans(i: number, into: Spans): void {
    const start = this.recordStart(i)
    for (let k = 0; k < SPANS; k++) {
      const place = this.#spans[i * SPANS + k] as number
      into[k] = place < 0 ? -1 : place + start
    }
  }

  id(i: number): string {
    return this.bytes.toString('utf8', this.idStart(i), this.idEnd(i))
  }

  tag(i: number): string {
    return this.bytes.toString('utf8', this.recordStart(i), this.recordEnd(i))
  }

  /** A score as it was spelt, as JSON: `null` where there is none, a text where it is not finite. */
  spelt(i: number): string {
    const token = this.#token(i)
    return token === '' ? 'null' : NOT_FINITE.test(token) ? `"${token}"` : (scoreToken(token) as string)
  }

  #token(i: number): string {
    return this.bytes.toString('latin1', this.idEnd(i), this.recordStart(i))
  }

  /** The candidates by score, best first, ties as they came; of lines of a run by id descending, as trec_eval has it. */
  byScore(lowerIsBetter: boolean): Int32Array {
    const { scores, bytes } = this
    const compare = (a: number, b: number): number => {
      const x = scores[lowerIsBetter ? b : a] as number
      const y = scores[lowerIsBetter ? a : b] as number
      if (x !== y) return x > y ? -1 : 1
      const exact = this.#exactly(lowerIsBetter ? b : a, lowerIsBetter ? a : b)
      if (exact !== 0) return exact
      if (!this.bare) return a - b
      return compareBytes(bytes, this.idStart(b), this.idEnd(b), bytes, this.idStart(a), this.idEnd(a)) || a - b
    }
    return sorted(this.size, compare)
  }

  /** Equal doubles may hide a difference of what was spelt. */
  #exactly(a: number, b: number): number {
    if (!Number.isFinite(this.scores[a] as number)) return 0
    const [left, right] = [this.#token(a), this.#token(b)]
    if (left === right) return 0
    return compareNumbers(numberOf(scoreToken(right) as string), numberOf(scoreToken(left) as string))
  }

  /** The candidates by the rank of their records, ties as they came. */
  byRank(): Int32Array {
    return sorted(this.size, (a, b) => (this.ranks[a] as number) - (this.ranks[b] as number) || a - b)
  }

  asTheyCame(): Int32Array {
    return Int32Array.from({ length: this.size }, (_, i) => i)
  }
}

/** The fault of a score that is beyond a double. */
export const beyond = (at: At) => badRecord(at, 'expected a number that a double can hold', 'score')

function sorted(n: number, compare: (a: number, b: number) => number): Int32Array {
  const order = new Int32Array(n)
  let inOrder = true
  for (let i = 0; i < n; i++) {
    order[i] = i
    if (i > 0 && compare(i - 1, i) > 0) inOrder = false
  }
  return inOrder ? order : order.sort(compare)
}

function larger<T extends Float64Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

const NOT_FINITE = /[yN]$/

/** The token of a score; nothing where there is none. */
function tokenOf(score: Value | undefined, at: () => At): string {
  if (score instanceof Num) return score.token
  if (typeof score === 'number') return String(score)
  if (score === undefined || score === null || score === '') return ''
  const token = typeof score === 'string' ? scoreToken(score) : undefined
  if (token === undefined) throw badRecord(at(), 'expected a number', 'score')
  return token
}

function rankOf(rank: Value | undefined, at: () => At): number {
  if (rank === undefined || rank === null || rank === '') return 0
  const number = rank instanceof Num ? Number(rank.token) : typeof rank === 'string' ? Number(scoreToken(rank)) : rank
  if (typeof number !== 'number' || !(Number.isInteger(number) && number >= 1 && number <= MOST))
    throw badRecord(at(), 'expected a whole number from 1 on (--field rank=NAME takes another field)', 'rank')
  return number
}
