// From records to the candidates of each list and query; and a first look, which tells in which order queries come.
import type { Batch, RunLines } from '../../record/batch.js'
import { badRecord, Fault } from '../../record/fault.js'
import { identities } from '../../record/identity.js'
import { Path } from '../../record/path.js'
import { isList, textOf, toJson } from '../../record/value.js'
import type { Reject } from '../../registry/format.js'
import { beyond, Candidates, WRITTEN } from './candidates.js'
import type { List, Lists } from './lists.js'

/** Where fields are found. `rank` and `libraryId` as well as `sources` are looked for where a record may have them. */
export interface Fields {
  readonly queryId: Path
  readonly query: Path
  readonly chunkId: Path
  readonly score: Path
  readonly rank: Path
  readonly run: Path
  readonly libraryId: Path
}

const SOURCES = Path.of('sources')

export const pathsOf = (fields: Fields): Path[] => [...Object.values(fields), ...WRITTEN.map(Path.key)]

/** The key of a query: its id, or nothing where the records have none. */
export const NO_QUERY = ''

/** Which list a record is of, among those of one input; a record that was fused before is of no other list than its file. */
function listOf(batch: Batch, lists: Lists, input: number, { run }: Fields): (i: number) => List {
  if (!lists.splits) return () => lists.of(input, undefined)
  const runs = batch.field(run)
  const fused = batch.field(SOURCES)
  return (i) => lists.of(input, isList(fused(i)) ? undefined : textOf(runs(i)))
}

/** What a first reading of one input told. */
export class Survey {
  /** Each query's place in the order of first appearance. */
  readonly order = new Map<string, number>()
  /** Whether the records of some query do not stand together. */
  scattered = false
  #last: string | undefined

  see(query: string): void {
    if (query === this.#last) return
    this.#last = query
    if (this.order.has(query)) this.scattered = true
    else this.order.set(query, this.order.size)
  }
}

/** How scores go along a list as it stands in its file, over all of its queries. */
export interface Course {
  rises: number
  falls: number
  query: string | undefined
  score: number
}

/** Shows a batch of a first reading to its input's survey, and to the courses of its lists. */
export function survey(
  batch: Batch,
  input: number,
  lists: Lists,
  fields: Fields,
  { see, courses }: { readonly see: Survey; readonly courses: Map<List, Course> },
): void {
  const { run } = batch
  if (run !== undefined) {
    surveyLines(batch, run, input, lists, see)
    return
  }
  const query = batch.field(fields.queryId)
  const list = listOf(batch, lists, input, fields)
  const score = batch.field(fields.score)
  for (let i = 0; i < batch.size; i++) {
    const key = textOf(query(i)) ?? NO_QUERY
    see.see(key)
    const one = list(i)
    const value = score(i)
    const number = typeof value === 'number' ? value : Number(textOf(value) ?? Number.NaN)
    let course = courses.get(one)
    if (course === undefined) {
      course = { rises: 0, falls: 0, query: undefined, score: 0 }
      courses.set(one, course)
    }
    if (course.query === key) {
      if (number > course.score) course.rises++
      else if (number < course.score) course.falls++
    }
    course.query = key
    course.score = number
  }
}

/** As `survey`, of lines of a run: their order says nothing of their scores. */
function surveyLines(batch: Batch, { bytes, places, line }: RunLines, input: number, lists: Lists, see: Survey): void {
  const text = (place: number): string => bytes.toString('utf8', places[place], places[place + 1])
  let before = -1
  for (let i = 0; i < batch.size; i++) {
    const at = line(i) * COLUMNS * 2
    if (before < 0 || !sameBytes(bytes, places, at + QUERY * 2, before + QUERY * 2)) see.see(text(at + QUERY * 2))
    if (lists.splits && (before < 0 || !sameBytes(bytes, places, at + TAG * 2, before + TAG * 2)))
      lists.of(input, text(at + TAG * 2))
    before = at
  }
}

/** The candidates of one query, by list, and the query's text where a record has it. */
export class Held {
  readonly lists = new Map<List, Candidates>()
  text: string | undefined

  /** `spare` are candidates of queries that are done, whose room is used again. */
  constructor(readonly spare: Candidates[]) {}

  /** `bare` says whether they are lines of a run. */
  of(list: List, bare: boolean): Candidates {
    let known = this.lists.get(list)
    if (known === undefined) {
      known = this.spare.pop() ?? new Candidates(bare)
      known.clear(bare)
      this.lists.set(list, known)
    }
    return known
  }

  /** The query is done. */
  done(): void {
    for (const candidates of this.lists.values()) if (this.spare.length < SPARE) this.spare.push(candidates)
  }
}

/** Puts the records of a batch where they belong; returns the query of the last one. Bad ones go to `reject`. */
export async function take(
  batch: Batch,
  input: number,
  lists: Lists,
  fields: Fields,
  held: (query: string) => Held,
  reject: Reject,
): Promise<string | undefined> {
  await batch.load()
  const { run } = batch
  if (run !== undefined) return takeLines(batch, run, input, lists, held, reject)
  const [queryOf, textOfQuery] = [batch.field(fields.queryId), batch.field(fields.query)]
  const [idOf, listFor] = [identities(batch, fields.chunkId), listOf(batch, lists, input, fields)]
  const [scoreOf, rankOf] = [batch.field(fields.score), batch.field(fields.rank)]
  const [libraryOf, sourcesOf] = [batch.field(fields.libraryId), batch.field(SOURCES)]
  const spans = batch.spans?.(WRITTEN)
  let last: string | undefined
  let into: Held | undefined
  for (let i = 0; i < batch.size; i++) {
    const at = () => batch.at(i)
    try {
      const query = textOf(queryOf(i)) ?? NO_QUERY
      if (into === undefined || query !== last) into = held(query)
      last = query
      const id = idOf(i)
      if (id === undefined) throw badRecord(at(), 'expected an id', 'chunk_id')
      const candidates = into.of(listFor(i), false)
      const n = candidates.size
      candidates.record(id, scoreOf(i), rankOf(i), at, (out, into) => {
        batch.json(i, out)
        return spans?.(i, into) === true
      })
      const library = textOf(libraryOf(i))
      if (library !== undefined) candidates.libraries.set(n, library)
      const sources = sourcesOf(i)
      if (isList(sources)) candidates.sources.set(n, toJson(sources))
      into.text ??= textOf(textOfQuery(i))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      reject(error, batch.row(i).json())
    }
  }
  return last
}

/** As many as queries that are read at once, or nearly: what is held for long needs its room for itself. */
const SPARE = 4
const COLUMNS = 6
const [QUERY, ID, SCORE, TAG] = [0, 2, 4, 5]

/** As `take`, of lines of a run, which are many: no text is made of a line. */
function takeLines(
  batch: Batch,
  { bytes, places, scores, line }: RunLines,
  input: number,
  lists: Lists,
  held: (query: string) => Held,
  reject: Reject,
): string | undefined {
  const text = (place: number): string => bytes.toString('utf8', places[place], places[place + 1])
  let query: string | undefined
  let into: Held | undefined
  let candidates: Candidates | undefined
  let before = -1
  for (let i = 0; i < batch.size; i++) {
    const at = line(i) * COLUMNS * 2
    const sameQuery = before >= 0 && sameBytes(bytes, places, at + QUERY * 2, before + QUERY * 2)
    if (!sameQuery || into === undefined) {
      query = text(at + QUERY * 2)
      into = held(query)
      candidates = undefined
    }
    if (lists.splits && before >= 0 && !sameBytes(bytes, places, at + TAG * 2, before + TAG * 2)) candidates = undefined
    candidates ??= into.of(lists.of(input, lists.splits ? text(at + TAG * 2) : undefined), true)
    before = at
    const score = scores[line(i)] as number
    if (Number.isFinite(score)) candidates.line(bytes, places, at + ID * 2, at + SCORE * 2, at + TAG * 2, score)
    else reject(beyond(batch.at(i)), lineOf(batch, i))
  }
  return query
}

/** Whether two columns have the same bytes, given where their places are. */
function sameBytes(bytes: Uint8Array, places: Int32Array, a: number, b: number): boolean {
  const from = places[a] as number
  const other = places[b] as number
  const length = (places[a + 1] as number) - from
  if ((places[b + 1] as number) - other !== length) return false
  for (let i = 0; i < length; i++) if (bytes[from + i] !== bytes[other + i]) return false
  return true
}

/** A line of a run as it stands in its file. */
function lineOf(batch: Batch, i: number): Buffer {
  const parts: Uint8Array[] = []
  batch.select(Int32Array.of(i)).native?.runs((bytes, start, end) => parts.push(bytes.slice(start, end)))
  return Buffer.concat(parts)
}
