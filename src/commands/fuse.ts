// `sluice fuse`: many ranked lists, one list with its sources.

import type { Candidates } from '../methods/fusions/candidates.js'
import { Fuser, type Method } from '../methods/fusions/fuse.js'
import { FusedBatch } from '../methods/fusions/fused.js'
import type { Fusion } from '../methods/fusions/fusion.js'
import { inStep } from '../methods/fusions/in-step.js'
import { fusions } from '../methods/fusions/index.js'
import { inputsOf, librariesOf } from '../methods/fusions/inputs-of.js'
import { type Course, type Fields, NO_QUERY, pathsOf, Survey, survey } from '../methods/fusions/intake.js'
import { type Input, type List, Lists, nameOf, parseWeights } from '../methods/fusions/lists.js'
import { count, methodOf } from '../methods/fusions/method-of.js'
import { norms } from '../methods/fusions/norms/index.js'
import { routers } from '../methods/routers/index.js'
import { routeOnly } from '../methods/routers/route-only.js'
import type { Routing } from '../methods/routers/routing.js'
import { routingOf } from '../methods/routers/routing-of.js'
import { usage } from '../record/fault.js'
import { Maker } from '../record/made.js'
import type { Command, Prepared, Setup } from '../registry/command.js'
import type { Flags } from '../registry/options.js'

const fuse: Command = {
  summary: 'many ranked lists into one, query by query, each candidate with its sources',
  options: [
    { flags: '--method <name>', summary: 'how scores are made (default: rrf); all are listed below' },
    { flags: '--k <number>', summary: 'of rrf, 0 or more (default: 60)' },
    { flags: '--sigma <number>', summary: 'of logn_isr, 0 or more (default: 0.01)' },
    { flags: '--phi <number>', summary: 'of rbc, between 0 and 1 (default: 0.8)' },
    { flags: '--gamma <number>', summary: 'of combgmnz (default: 0.5)' },
    { flags: '--norm <name>', summary: 'how scores are made comparable, listed below' },
    { flags: '--weights <weights>', summary: '0.7,0.3 in the order of the lists, or bm25=0.7,dense=0.3' },
    {
      flags: '--run <name=file>',
      summary: 'an input and the name of its list (default: the name of the file)',
      many: true,
    },
    { flags: '--library <id=file>', summary: 'an input that is of a library', many: true },
    { flags: '--libraries <file>', summary: 'libraries with their descriptions and inputs, as JSON' },
    { flags: '--merge-libraries', summary: 'the same id in two libraries is one candidate' },
    { flags: '--lower-is-better <run>', summary: 'a list whose scores are distances', many: true },
    {
      flags: '--list-order <how>',
      summary: 'what breaks the last ties: the order in which lists are given, or their names',
      choices: ['given', 'name'],
    },
    { flags: '--depth <n>', summary: 'only the first n of each list count' },
    { flags: '--top-k <n>', summary: 'only the first n of each query go out' },
    { flags: '--trec <tag>', summary: 'write a TREC run with this tag' },
    {
      flags: '--router <name>',
      summary: 'which libraries a query is put to (default: none, that is all), listed below',
    },
    { flags: '--query <text>', summary: 'the query, where records have none, for the router' },
    { flags: '--route-only', summary: 'write the libraries of each query, and read no lists: inputs are queries' },
    { flags: '--router-url <address>', summary: 'of llm: an OpenAI-compatible chat completions endpoint' },
    { flags: '--router-model <name>', summary: 'of llm: the model to ask for' },
    { flags: '--router-key <file>', summary: 'of llm: a file with the key that the endpoint wants' },
  ],
  help,
  async prepare(flags, setup) {
    const method = await methodOf(flags)
    const described = await librariesOf(flags, setup)
    const routing = await routingOf(flags, setup, described)
    if (flags.has('routeOnly')) return routeOnly(routing, flags, setup)
    const inputs = inputsOf(flags, setup, described)
    const lists = new Lists(inputs, {
      weights: flags.text('weights') === undefined ? undefined : parseWeights(flags.text('weights') as string),
      lowerIsBetter: flags.list('lowerIsBetter'),
      order: flags.text('listOrder') === 'name' ? 'name' : 'given',
    })
    return prepared(inputs, lists, method, routing, flags, setup)
  },
}
export default fuse

function prepared(
  inputs: readonly Input[],
  lists: Lists,
  method: Method,
  routing: Routing,
  flags: Flags,
  setup: Setup,
): Prepared {
  const fields: Fields = {
    queryId: setup.path('query_id'),
    query: setup.path('query'),
    chunkId: setup.path('chunk_id'),
    score: setup.path('score'),
    rank: setup.path('rank'),
    run: setup.path('run'),
    libraryId: setup.path('library_id'),
  }
  const depth = count(flags, 'depth', '--depth')
  const topK = count(flags, 'topK', '--top-k')
  const tag = flags.text('trec')
  if (tag !== undefined && !/^[^\s\p{Cc}\p{Surrogate}]+$/u.test(tag)) throw usage(`--trec ${tag}: expected one word`)
  const surveys = inputs.map(() => new Survey())
  const courses = new Map<List, Course>()
  const contradicted = new Map<List, number>()
  let [queries, repeated] = [0, 0]
  const rising = new Set<List>()
  return {
    reads: pathsOf(fields),
    inputs: inputs.map(({ file }) => file),
    ...(tag === undefined ? {} : { to: 'trec' }),
    survey: (input, batch) => survey(batch, input, lists, fields, { see: surveys[input] as Survey, courses }),
    async *runSideBySide(flows, reject) {
      if (lists.splits) lists.settle()
      const maker = new Maker()
      for (const [list, { rises, falls }] of courses)
        if (rises > 0 && falls === 0 && !list.lowerIsBetter) rising.add(list)
      const fuser = new Fuser({ method, depth, topK, rising, mergeLibraries: flags.has('mergeLibraries') })
      for await (const { query, held } of inStep(flows, surveys, lists, fields, reject)) {
        const found: [List, Candidates][] = []
        const open = await routing.open(held.find(({ text }) => text !== undefined)?.text)
        for (const list of lists.all)
          for (const one of list.library === undefined || open(list.library) ? held : []) {
            const candidates = one.lists.get(list)
            if (candidates !== undefined) found.push([list, candidates])
          }
        if (found.length === 0) continue
        queries++
        const fused = fuser.fuse(found)
        repeated += fused.repeated
        for (const list of fused.contradicted) contradicted.set(list, (contradicted.get(list) ?? 0) + 1)
        const libraries = lists.all.some(({ library }) => library !== undefined)
        yield new FusedBatch(
          fused,
          { query: query === NO_QUERY ? undefined : query, tag: tag ?? 'sluice', libraries },
          maker,
        )
      }
    },
    notes: () => (flags.has('quiet') ? [] : [...notes(), ...routing.notes()]),
    summary: () => ({
      method: method.name,
      ...Object.fromEntries((method.fusion.flags ?? []).map((flag) => [flag, method.parameters[flag]])),
      ...(flags.text('norm') === undefined ? {} : { norm: flags.text('norm') }),
      queries,
      repeated,
      lists: lists.all.map(({ run, library, weight }) => ({
        run,
        ...(library === undefined ? {} : { library_id: library }),
        weight,
      })),
    }),
  }

  function notes(): string[] {
    const said: string[] = []
    if (repeated > 0)
      said.push(`${repeated} repeated id${repeated === 1 ? '' : 's'} within a list: counted once, at the best rank`)
    for (const [list, n] of contradicted) {
      const name = nameOf(list)
      const what = `${name}: its order contradicts its scores in ${n} of ${queries} quer${queries === 1 ? 'y' : 'ies'}`
      const taken =
        rising.has(list) && method.fusion.uses === 'ranks' ? 'they rise all along and it is taken as it stands; ' : ''
      const advice = list.lowerIsBetter
        ? 'lower was said to be better'
        : `if lower is better, say --lower-is-better ${name}`
      said.push(`${what}; ${taken}${advice}`)
    }
    return said
  }
}

const HELP = `Lists:
  Each file is a list, called by its name without ending; of one file alone the records' run says of which list they are.
  Queries are matched by query_id, and go out in the order in which they first appear. Candidates are matched by chunk_id, across
  libraries by library and chunk_id. Ranks are those of the records, else follow from the scores, else from the file; an id that
  stands twice in a list counts once, at its best rank.

Output:
  Each candidate is its copy with the best rank (at equal ranks the earlier list's), with score, rank, library_id where libraries
  were named, and sources: every list that had it, with rank and score. Order: score, best rank, order of the lists, id.

Methods by rank (scores may be missing):
METHODS_BY_RANK

Methods by score (every record needs a finite one; lists of --lower-is-better are negated):
METHODS_BY_SCORE

Norms of the methods by score (s a score, w a weight; min-max if none is named):
NORMS

  A list of weight 0 adds nothing to any score: what only it has stays, with 0 or the least score of the others.
  Qdrant's rrf is --k 1, Weaviate's ranked fusion --k 59.

Routers:
ROUTERS
  A router that chooses none means all libraries. Lists without a library are always read.

Memory holds one query when all lists have their queries in one order, each query's records together; else the lists.
Inputs are read twice: what is restricted in one list is out everywhere.

Examples:
  $ sluice fuse fixtures/demo/bm25.ndjson fixtures/demo/trigram.ndjson --top-k 3
  $ sluice fuse --method combsum --weights bm25=0.7,trigram=0.3 fixtures/demo/bm25.ndjson fixtures/demo/trigram.ndjson --trec both
  $ sluice fuse --route-only --libraries fixtures/demo/libraries.json --router keyword --query 'parental leave'`

async function help(): Promise<string> {
  const rows = async <T extends { readonly summary: string }>(
    list: { readonly names: readonly string[]; load(name: string): Promise<T> },
    shown: (name: string, one: T) => string | undefined,
  ): Promise<string> => {
    const lines: string[] = []
    for (const name of list.names) {
      const one = await list.load(name)
      const label = shown(name, one)
      if (label !== undefined) lines.push(`  ${label.padEnd(15)} ${one.summary}`)
    }
    return lines.join('\n')
  }
  const byUse = (uses: Fusion['uses']) => rows(fusions, (name, fusion) => (fusion.uses === uses ? name : undefined))
  return HELP.replace('METHODS_BY_RANK', await byUse('ranks'))
    .replace('METHODS_BY_SCORE', await byUse('scores'))
    .replace('NORMS', await rows(norms, (name) => name))
    .replace('ROUTERS', await rows(routers, (name, { aliases }) => [name, ...aliases].join(' ')))
}
