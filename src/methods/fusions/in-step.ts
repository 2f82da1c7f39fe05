// Reads inputs side by side, query by query. What belongs to a query that is not yet due is held until it is.
import type { Batch } from '../../record/batch.js'
import type { Reject } from '../../registry/format.js'
import type { Candidates } from './candidates.js'
import { type Fields, Held, type Survey, take } from './intake.js'
import type { Lists } from './lists.js'

/** One input with what its first reading told. */
class Reader {
  readonly held = new Map<string, Held>()
  readonly #spare: Candidates[] = []
  /** The place of the query that was read last; infinite at the end of the input. */
  #place = -1
  readonly #batches: AsyncIterator<Batch>

  constructor(
    batches: AsyncIterable<Batch>,
    readonly input: number,
    readonly survey: Survey,
    readonly lists: Lists,
    readonly fields: Fields,
    readonly reject: Reject,
  ) {
    this.#batches = batches[Symbol.asyncIterator]()
  }

  /** Reads on until all of a query's records were read; returns them. */
  async all(query: string): Promise<Held | undefined> {
    const place = this.survey.order.get(query)
    if (place === undefined) return undefined
    const until = this.survey.scattered ? Number.POSITIVE_INFINITY : place + 1
    while (this.#place < until && this.#place !== Number.POSITIVE_INFINITY) await this.#next()
    const found = this.held.get(query)
    this.held.delete(query)
    return found
  }

  async #next(): Promise<void> {
    const { done, value } = await this.#batches.next()
    if (done === true) {
      this.#place = Number.POSITIVE_INFINITY
      return
    }
    const last = await take(value, this.input, this.lists, this.fields, (query) => this.#of(query), this.reject)
    if (last !== undefined) this.#place = this.survey.order.get(last) ?? this.#place
  }

  #of(query: string): Held {
    let held = this.held.get(query)
    if (held === undefined) {
      held = new Held(this.#spare)
      this.held.set(query, held)
    }
    return held
  }

  /** Reads what is left, whose records must be checked too, and ends the input. */
  async end(): Promise<void> {
    while (this.#place !== Number.POSITIVE_INFINITY) await this.#next()
  }
}

/**
 * Yields each query with what the inputs have for it, queries in the order in which they first appear, input by input. Memory
 * holds one query as long as all inputs have theirs in one order, each query's records together; else what came too early.
 */
export async function* inStep(
  inputs: readonly AsyncIterable<Batch>[],
  surveys: readonly Survey[],
  lists: Lists,
  fields: Fields,
  reject: Reject,
): AsyncGenerator<{ readonly query: string; readonly held: readonly Held[] }> {
  const readers = inputs.map((batches, i) => new Reader(batches, i, surveys[i] as Survey, lists, fields, reject))
  const done = new Set<string>()
  for (const { order } of surveys)
    for (const query of order.keys()) {
      if (done.has(query)) continue
      done.add(query)
      const held: Held[] = []
      for (const reader of readers) {
        const found = await reader.all(query)
        if (found !== undefined) held.push(found)
      }
      yield { query, held }
      for (const one of held) one.done()
    }
  for (const reader of readers) await reader.end()
}
