// Records to TREC runs. Lines of a run pass as slices; all others are ranked by score, query by query.
import type { Batch, Ranking, Stretch } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import { usualPath } from '../../record/canonical.js'
import { type At, badRecord } from '../../record/fault.js'
import type { Cleared } from '../../record/gate.js'
import { compareBytes, compareText } from '../../record/order.js'
import type { Path } from '../../record/path.js'
import { scoreOf } from '../../record/score.js'
import { Num, type Value } from '../../record/value.js'
import { orderOf } from './run.js'

const LF = 0x0a
const CHUNK = 1 << 16
/** What stands in the last column when a record has no `run`. */
const NO_RUN = 'sluice'

type PathOf = (field: string) => Path

/** What would part a column, for any reader; half of a surrogate pair has no UTF-8. */
const UNFIT = /[\s\p{Cc}\p{Surrogate}]/u

/**
 * Writes `query_id Q0 chunk_id rank score run`, for each query in the order of its scores, ties by id descending, with ranks
 * from 1; one query is held in memory. Numbers keep their tokens. Throws a `Fault` for a record without `query_id`,
 * `chunk_id` or `score`, for white space in an id, and for a query whose records do not stand together.
 */
export async function* encodeRun(
  batches: AsyncIterable<Cleared>,
  { path = usualPath }: { readonly path?: PathOf } = {},
): AsyncGenerator<Uint8Array> {
  const writer = new RunWriter()
  for await (const batch of batches) {
    if (writer.pass(batch) || writer.rank(batch)) yield* writer.flush(CHUNK)
    else {
      await batch.load()
      for (const hit of hitsOf(batch, path)) {
        writer.add(hit)
        yield* writer.flush(CHUNK)
      }
    }
  }
  writer.endQuery()
  yield* writer.flush()
}

interface Hit {
  readonly at: At
  readonly query: string
  readonly id: string
  readonly score: string
  readonly run: string
}

function* hitsOf(batch: Batch, path: PathOf): Generator<Hit> {
  const query = batch.field(path('query_id'))
  const id = batch.field(path('chunk_id'))
  const score = batch.field(path('score'))
  const run = batch.field(path('run'))
  for (let i = 0; i < batch.size; i++) {
    const at = batch.at(i)
    const name = run(i)
    yield {
      at,
      query: wordOf(query(i), at, 'query_id'),
      id: wordOf(id(i), at, 'chunk_id'),
      score: numberOf(score(i), at),
      run: isMissing(name) ? NO_RUN : wordOf(name, at, 'run'),
    }
  }
}

const isMissing = (value: Value | undefined): value is null | undefined | '' =>
  value === undefined || value === null || value === ''

function wordOf(value: Value | undefined, at: At, field: string): string {
  if (isMissing(value)) throw badRecord(at, 'expected a text, a TREC run needs one in every record', field)
  const word = value instanceof Num ? value.token : typeof value === 'number' ? String(value) : value
  if (typeof word !== 'string') throw badRecord(at, 'expected a text', field)
  if (UNFIT.test(word)) throw badRecord(at, 'holds white space or control characters, which a TREC run cannot', field)
  return word
}

function numberOf(value: Value | undefined, at: At): string {
  if (isMissing(value)) throw badRecord(at, 'expected a number, a TREC run needs one in every record', 'score')
  const token = scoreOf(value)
  if (token === undefined) throw badRecord(at, 'expected a number', 'score')
  return token
}

/** Copies a short stretch; returns where its copy ends. */
function copy(bytes: Uint8Array, start: number, end: number, into: Uint8Array, at: number): number {
  for (let i = start; i < end; i++) into[at++] = bytes[i] as number
  return at
}

/** The records of a ranking, at equal scores by id descending. */
function tiesById(size: number, { scores, id }: Ranking): Int32Array {
  const order = new Int32Array(size)
  const one: Stretch = { bytes: NOTHING, start: 0, end: 0 }
  const other: Stretch = { bytes: NOTHING, start: 0, end: 0 }
  const compare = (a: number, b: number): number => {
    id(a, one)
    id(b, other)
    return compareBytes(other.bytes, other.start, other.end, one.bytes, one.start, one.end)
  }
  for (let i = 0; i < size; i++) order[i] = i
  for (let from = 0, to = 1; from < size; from = to++) {
    while (to < size && scores[to] === scores[from]) to++
    if (to - from === 2 && compare(from, from + 1) > 0) {
      order[from] = from + 1
      order[from + 1] = from
    } else if (to - from > 2) order.subarray(from, to).sort(compare)
  }
  return order
}

/** Whether an id surely has nothing that would part a column: printable ASCII. */
function isWord({ bytes, start, end }: Stretch): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] as number
    if (byte <= SPACE || byte >= 0x7f) return false
  }
  return end > start
}

const SPACE = 0x20
const SPELT_BITS = 12
const NOTHING = new Uint8Array(0)

/** Spells doubles, and remembers some: of ranks the same come in every query. */
class Numbers {
  readonly #keys = new Float64Array(1 << SPELT_BITS).fill(Number.NaN)
  readonly #texts: Uint8Array[] = Array.from({ length: 1 << SPELT_BITS }, () => NOTHING)
  readonly #double = new Float64Array(1)
  readonly #words = new Uint32Array(this.#double.buffer)

  bytes(number: number): Uint8Array {
    this.#double[0] = number
    const mixed = (this.#words[0] as number) ^ Math.imul(this.#words[1] as number, 0x9e3779b1)
    const slot = Math.imul(mixed, 0x85ebca6b) >>> (32 - SPELT_BITS)
    if (this.#keys[slot] !== number) {
      this.#keys[slot] = number
      this.#texts[slot] = Buffer.from(String(number), 'latin1')
    }
    return this.#texts[slot] as Uint8Array
  }
}

class RunWriter {
  readonly #out = new Bytes()
  readonly #numbers = new Numbers()
  #begun = false
  /** The last line has no line end yet: it gets one when another follows. */
  #lineOpen = false
  #held: Hit[] = []
  readonly #queries = new Set<string>()

  /** Writes a batch as it stood in its file; false when that cannot be. */
  pass({ native }: Batch): boolean {
    if (native?.format !== 'trec') return false
    this.endQuery()
    // A byte-order mark is one only at the very beginning.
    if (!this.#begun) this.#out.slice(native.head)
    this.#begun = true
    native.runs((bytes, start, end) => this.#lines(bytes, start, end))
    if (native.tail.length > 0) this.#lines(native.tail, 0, native.tail.length)
    return true
  }

  #lines(bytes: Uint8Array, start: number, end: number): void {
    if (this.#lineOpen) this.#out.byte(LF)
    this.#out.slice(bytes, start, end)
    this.#lineOpen = bytes[end - 1] !== LF
  }

  /** Writes a batch that is one query ranked; false when it is not. */
  rank(batch: Batch): boolean {
    const { ranking } = batch
    if (ranking === undefined) return false
    this.endQuery()
    if (batch.size === 0) return true
    const { scores } = ranking
    const query = wordOf(ranking.query, batch.at(0), 'query_id')
    this.#begin(query, batch.at(0))
    const out = this.#out
    const [head, tail] = [Buffer.from(`${query} Q0 `), Buffer.from(` ${ranking.tag}\n`)]
    const place: Stretch = { bytes: head, start: 0, end: 0 }
    const order = tiesById(batch.size, ranking)
    for (let i = 0; i < order.length; i++) {
      const hit = order[i] as number
      ranking.id(hit, place)
      if (!isWord(place)) {
        const id = Buffer.from(place.bytes).toString('utf8', place.start, place.end)
        wordOf(id, batch.at(hit), 'chunk_id')
      }
      const score = this.#numbers.bytes(scores[hit] as number)
      const into = out.reserve(head.length + place.end - place.start + score.length + tail.length + 16)
      const from = out.length
      let to = copy(head, 0, head.length, into, from)
      to = copy(place.bytes, place.start, place.end, into, to)
      into[to++] = SPACE
      out.advance(to - from)
      out.digits(i + 1)
      into[out.length] = SPACE
      to = copy(score, 0, score.length, into, out.length + 1)
      to = copy(tail, 0, tail.length, into, to)
      out.advance(to - out.length)
    }
    return true
  }

  #begin(query: string, at: At): void {
    if (this.#queries.has(query))
      throw badRecord(
        at,
        'the records of one query do not stand together; a TREC run needs them sorted by query',
        'query_id',
      )
    this.#queries.add(query)
    if (this.#lineOpen) this.#out.byte(LF)
    this.#lineOpen = false
    this.#begun = true
  }

  add(hit: Hit): void {
    if (this.#held[0]?.query !== hit.query) {
      this.endQuery()
      this.#begin(hit.query, hit.at)
    }
    this.#held.push(hit)
  }

  endQuery(): void {
    if (this.#held.length === 0) return
    const hits = this.#held
    const order = orderOf(
      hits.map(({ score }) => score),
      (a, b) => compareText((hits[a] as Hit).id, (hits[b] as Hit).id),
    )
    for (const [i, hit] of order.entries()) {
      const { query, id, score, run } = hits[hit] as Hit
      this.#out.text(`${query} Q0 ${id} ${i + 1} ${score} ${run}\n`)
    }
    this.#held = []
  }

  *flush(from = 1): Generator<Uint8Array> {
    if (this.#out.length < from) return
    yield this.#out.view()
    this.#out.clear()
  }
}
