// Records to TREC runs. Lines of a run pass as slices; all others are ranked by score, query by query.
import type { Batch } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import { usualPath } from '../../record/canonical.js'
import { type At, badRecord } from '../../record/fault.js'
import type { Cleared } from '../../record/gate.js'
import { compareText } from '../../record/order.js'
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
    if (writer.pass(batch)) yield* writer.flush()
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

class RunWriter {
  readonly #out = new Bytes()
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

  add(hit: Hit): void {
    if (this.#held[0]?.query !== hit.query) {
      this.endQuery()
      if (this.#queries.has(hit.query))
        throw badRecord(
          hit.at,
          'the records of one query do not stand together; a TREC run needs them sorted by query',
          'query_id',
        )
      this.#queries.add(hit.query)
    }
    this.#held.push(hit)
  }

  endQuery(): void {
    if (this.#held.length === 0) return
    if (this.#lineOpen) this.#out.byte(LF)
    this.#lineOpen = false
    this.#begun = true
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
