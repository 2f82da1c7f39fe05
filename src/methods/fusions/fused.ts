// The fused candidates of one query as a batch: each is its best copy with the fused score, its rank and its sources. The records
// are made when somebody asks; a writer of runs does not.
import type { Batch, Field, LabelNames, Ranking, Row } from '../../record/batch.js'
import type { Bytes } from '../../record/bytes.js'
import type { At } from '../../record/fault.js'
import { isNamed } from '../../record/labels.js'
import { type Made, Maker } from '../../record/made.js'
import type { Path } from '../../record/path.js'
import { splice } from '../../record/splice.js'
import type { Value } from '../../record/value.js'
import { WRITTEN } from './candidates.js'
import { type Fused, libraryOf, type Place } from './fuse.js'

/** What is said of a fused list besides its records. */
export interface Telling {
  readonly query: string | undefined
  /** The last column of a run. */
  readonly tag: string
  /** Whether a candidate says of which library it is. */
  readonly libraries: boolean
}

/** The fields of a record that comes from a line of a run. */
const OF_A_RUN = ['query_id', 'chunk_id', 'rank', 'score', 'run', ...WRITTEN]

const spans = new Int32Array(WRITTEN.length * 2)

export class FusedBatch implements Batch {
  readonly native = undefined
  readonly size: number
  #made: Made | undefined

  constructor(
    readonly fused: Fused,
    readonly telling: Telling,
    /** Where the records are made; used again for the next batch. */
    readonly maker = new Maker(),
  ) {
    this.size = fused.order.length
  }

  get ranking(): Ranking {
    const { order, scores, places, bestList, bestPlace } = this.fused
    const bytes = places.map(({ candidates }) => candidates.bytes)
    const ranked = new Float64Array(order.length)
    for (let i = 0; i < order.length; i++) ranked[i] = scores[order[i] as number] as number
    return {
      query: this.telling.query,
      tag: this.telling.tag,
      scores: ranked,
      id: (i, place) => {
        const doc = order[i] as number
        const l = bestList[doc] as number
        const { candidates, order: own } = places[l] as Place
        const k = own[bestPlace[doc] as number] as number
        place.bytes = bytes[l] as Uint8Array
        place.start = candidates.idStart(k)
        place.end = candidates.idEnd(k)
      },
    }
  }

  #best(doc: number): { readonly place: Place; readonly k: number; readonly i: number } {
    const { places, bestList, bestPlace } = this.fused
    const place = places[bestList[doc] as number] as Place
    const k = bestPlace[doc] as number
    return { place, k, i: place.order[k] as number }
  }

  at(i: number): At {
    const { query } = this.telling
    return { file: query === undefined ? 'the fused list' : 'the fused list of its query', unit: 'item', n: i + 1 }
  }

  /** The records, each a line of JSON. */
  get made(): Made {
    if (this.#made !== undefined) return this.#made
    const { maker } = this
    const sources = sourcesOf(this.fused)
    for (const [i, doc] of this.fused.order.entries()) {
      this.#write(doc, i + 1, sources[doc] as string, maker.out)
      maker.end(this.at(i))
    }
    this.#made = maker.take()
    return this.#made
  }

  #write(doc: number, rank: number, sources: string, out: Bytes): void {
    const { place, i } = this.#best(doc)
    const { candidates } = place
    const score = String(this.fused.scores[doc])
    const own = candidates.libraries.get(i)
    const named = this.telling.libraries ? libraryOf(place, i) : undefined
    const library = named === undefined || named === own ? undefined : JSON.stringify(named)
    if (candidates.bare) {
      const { query } = this.telling
      out.text(query === undefined ? '{' : `{"query_id":${JSON.stringify(query)},`)
      out.text(`"chunk_id":${JSON.stringify(candidates.id(i))},"rank":${rank},"score":${score}`)
      out.text(`,"run":${JSON.stringify(candidates.tag(i))}${library === undefined ? '' : `,"library_id":${library}`}`)
      out.text(`,"sources":${sources}}`)
      return
    }
    const values = [score, String(rank), library, sources]
    candidates.spans(i, spans)
    splice(candidates.bytes, candidates.recordStart(i), candidates.recordEnd(i), WRITTEN, spans, values, out)
  }

  field(path: Path): Field {
    return this.made.field(path)
  }

  labels(names: LabelNames, visit: (i: number, value: Value, container: boolean) => void): void {
    // Lines of runs have no fields but those: mostly none of them may bear a label, and no record need be made.
    const bare = this.fused.places.every(({ candidates }) => candidates.bare)
    if (bare && !OF_A_RUN.some((name) => isNamed(name, names.fields) || isNamed(name, names.containers))) return
    this.made.labels(names, visit)
  }

  select(rows: Int32Array): Batch {
    return this.made.select(rows)
  }

  async load(): Promise<void> {}

  json(i: number, out: Bytes): void {
    this.made.json(i, out)
  }

  row(i: number): Row {
    return this.made.row(i)
  }
}

/** Of each candidate the sources as a JSON list: the best rank first, at equal ranks the earlier list. */
function sourcesOf({ places, scores }: Fused): string[] {
  const ranks: number[][] = Array.from(scores, () => [])
  const texts: string[][] = Array.from(scores, () => [])
  for (const place of places) {
    const { list, candidates, order, ranks: given, docs } = place
    const run = `{"run":${JSON.stringify(list.run)}`
    for (let k = 0; k < docs.length; k++) {
      const i = order[k] as number
      const library = libraryOf(place, i)
      const earlier = candidates.sources.get(i)
      const rank = given[k] as number
      const text = `${run}${library === undefined ? '' : `,"library_id":${JSON.stringify(library)}`},"rank":${rank},"score":${candidates.spelt(
        i,
      )}${earlier === undefined ? '' : `,"sources":${earlier}`}}`
      const doc = docs[k] as number
      const [before, told] = [ranks[doc] as number[], texts[doc] as string[]]
      let at = before.length
      while (at > 0 && (before[at - 1] as number) > rank) at--
      before.splice(at, 0, rank)
      told.splice(at, 0, text)
    }
  }
  return texts.map((told) => `[${told.join(',')}]`)
}
