// Routes the queries of a call, and remembers what must be said of it.
import { usage } from '../../record/fault.js'
import type { Ask, Library, Router } from './router.js'
import { routed } from './router.js'

export class Routing {
  #unasked = 0
  #failed = 0
  #because = ''

  /** Throws usage faults: libraries that the router cannot tell apart. `query` stands for a query whose records have no text. */
  constructor(
    readonly name: string,
    readonly router: Router,
    readonly libraries: readonly Library[],
    readonly ask: Ask,
    readonly query: string | undefined,
  ) {
    if (router.needs === 'nothing') return
    if (libraries.length === 0) throw usage(`--router ${name}: no libraries are named`)
    const bare = libraries.filter(({ description }) => description.trim() === '')
    if (bare.length > 0)
      throw usage(`--router ${name}: no description of ${bare.map(({ id }) => id).join(', ')} (see --libraries)`)
  }

  /** The ids of the libraries that a query is put to. */
  async of(query: string | undefined): Promise<readonly string[]> {
    const text = query ?? this.query
    if (text === undefined && this.router.needs !== 'nothing') {
      this.#unasked++
      return this.libraries.map(({ id }) => id)
    }
    const { ids, instead } = await routed(this.router, text ?? '', this.libraries, this.ask)
    if (instead !== undefined && this.router.needs === 'service') {
      this.#failed++
      this.#because = instead
    }
    return ids
  }

  /** Whether a library is among those that a query is put to. */
  async open(query: string | undefined): Promise<(library: string) => boolean> {
    if (this.router.needs === 'nothing') return () => true
    const ids = new Set(await this.of(query))
    return (library) => ids.has(library)
  }

  notes(): string[] {
    const queries = (n: number): string => `${n} quer${n === 1 ? 'y' : 'ies'}`
    return [
      ...(this.#unasked > 0 ? [`${queries(this.#unasked)} without text: put to all libraries`] : []),
      ...(this.#failed > 0
        ? [`--router ${this.name}: ${queries(this.#failed)} put to all libraries; the last because ${this.#because}`]
        : []),
    ]
  }
}
