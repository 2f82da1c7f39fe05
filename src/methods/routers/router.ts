// What a router is: from a query to the libraries that may answer it. It can only choose among those that it is given.

export interface Library {
  readonly id: string
  readonly description: string
}

/** Asks the service that a flag names: sends a text, returns the text of the answer. Throws for any failure. */
export type Ask = (instruction: string, question: string) => Promise<string>

export interface Router {
  readonly summary: string
  /** Other names for it. */
  readonly aliases: readonly string[]
  /** Whether every library needs a description, and whether a service is asked. */
  readonly needs: 'nothing' | 'descriptions' | 'service'
  /** The ids of libraries, the likeliest first; none at all means that it cannot tell. */
  route(query: string, libraries: readonly Library[], ask: Ask): Promise<readonly string[]> | readonly string[]
}

export interface Routed {
  readonly ids: readonly string[]
  /** Why all libraries were taken, where the router chose none. */
  readonly instead?: 'no answer' | string
}

/**
 * What a router chooses, as far as it may: ids of given libraries, each once, never none. Routing must not starve recall, so
 * that no answer, another answer or a failure means all.
 */
export async function routed(router: Router, query: string, libraries: readonly Library[], ask: Ask): Promise<Routed> {
  const all = libraries.map(({ id }) => id)
  let chosen: readonly string[]
  try {
    chosen = await router.route(query, libraries, ask)
  } catch (error) {
    if (router.needs !== 'service') throw error
    return { ids: all, instead: error instanceof Error ? error.message : String(error) }
  }
  const known = new Set(all)
  if (chosen.some((id) => !known.has(id))) return { ids: all, instead: 'it named a library that there is not' }
  const ids = [...new Set(chosen)]
  return ids.length === 0 ? { ids: all, instead: 'no answer' } : { ids }
}
