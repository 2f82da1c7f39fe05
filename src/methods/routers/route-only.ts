// Only the routes: which libraries to ask, before anybody is asked.
import { type At, usage } from '../../record/fault.js'
import { Maker } from '../../record/made.js'
import { textOf } from '../../record/value.js'
import type { Prepared, Setup } from '../../registry/command.js'
import type { Flags } from '../../registry/options.js'
import type { Routing } from './routing.js'

/** The libraries of each query, in the order in which queries first appear: `{"query_id","query","libraries"}`. */
export function routeOnly(routing: Routing, flags: Flags, setup: Setup): Prepared {
  if (routing.libraries.length === 0) throw usage('--route-only: no libraries are named')
  const [queryId, query] = [setup.path('query_id'), setup.path('query')]
  const told = new Set<string>()
  const maker = new Maker()
  const one = async (id: string | undefined, text: string | undefined, at: At): Promise<void> => {
    const asked = text ?? flags.text('query')
    const ids = await routing.of(asked)
    const record = {
      ...(id === undefined ? {} : { query_id: id }),
      ...(asked === undefined ? {} : { query: asked }),
      libraries: ids,
    }
    maker.out.text(JSON.stringify(record))
    maker.end(at)
  }
  const given = flags.text('query') !== undefined && setup.files.length === 0
  return {
    reads: [queryId, query],
    ...(given ? { inputs: [] } : {}),
    async *run(input) {
      if (given) await one(undefined, undefined, { file: '--query', unit: 'item', n: 1 })
      for await (const batch of input) {
        const [idOf, textAt] = [batch.field(queryId), batch.field(query)]
        for (let i = 0; i < batch.size; i++) {
          const [id, text] = [textOf(idOf(i)), textOf(textAt(i))]
          const key = JSON.stringify(id === undefined ? [text] : id)
          if (told.has(key)) continue
          told.add(key)
          await one(id, text, batch.at(i))
        }
        if (maker.size > 0) yield maker.take()
      }
      if (maker.size > 0) yield maker.take()
    },
    notes: () => (flags.has('quiet') ? [] : routing.notes()),
  }
}
