// Fusion as laws see it: lists of records in, fused records out, by a method of the registry or by one built to break a law.
import fc from 'fast-check'
import { Candidates } from '../methods/fusions/candidates.js'
import { Fuser } from '../methods/fusions/fuse.js'
import { FusedBatch } from '../methods/fusions/fused.js'
import type { Fusion } from '../methods/fusions/fusion.js'
import type { List } from '../methods/fusions/lists.js'
import { norms } from '../methods/fusions/norms/index.js'
import { toJson } from '../record/value.js'

export interface Hit {
  readonly id: string
  readonly score: number
}

/** Best first. */
export interface HitList {
  readonly run: string
  readonly library?: string | undefined
  readonly weight?: number
  readonly hits: readonly Hit[]
}

export interface Source {
  readonly run: string
  readonly library_id?: string
  readonly rank: number
  readonly score: number
}

export interface FusedHit {
  readonly chunk_id: string
  readonly text: string
  readonly score: number
  readonly rank: number
  readonly library_id?: string
  readonly sources: readonly Source[]
}

/** A method as laws see it. */
export interface Fusing {
  readonly name: string
  fuse(lists: readonly HitList[]): readonly FusedHit[]
}

const loaded = new Map(await Promise.all(norms.names.map(async (name) => [name, await norms.load(name)] as const)))

/** The text of a hit tells whose copy it is. */
export const textOfHit = ({ run, library }: HitList, { id }: Hit): string => `${library ?? ''}/${run}/${id}`

export function fusing(name: string, fusion: Fusion): Fusing {
  const norm = fusion.norms?.[0] === undefined ? undefined : loaded.get(fusion.norms[0])
  const method = { name, fusion, norm, parameters: { k: 60, sigma: 0.01, phi: 0.8, gamma: 0.5 } }
  const unbounded = { depth: Number.POSITIVE_INFINITY, topK: Number.POSITIVE_INFINITY }
  return {
    name,
    fuse(lists) {
      const given = lists.map((list): [List, Candidates] => {
        const candidates = new Candidates(false)
        for (const hit of list.hits) {
          const record = `{"chunk_id":${JSON.stringify(hit.id)},"text":${JSON.stringify(textOfHit(list, hit))},"score":${toJson(hit.score)}}`
          const at = { file: list.run, unit: 'line', n: candidates.size + 1 } as const
          candidates.record(
            hit.id,
            hit.score,
            undefined,
            () => at,
            (out) => {
              out.text(record)
              return false
            },
          )
        }
        const { run, library, weight = 1 } = list
        return [{ run, library, weight, lowerIsBetter: false }, candidates]
      })
      const fuser = new Fuser({ method, ...unbounded, mergeLibraries: false, rising: new Set() })
      const libraries = lists.some(({ library }) => library !== undefined)
      const { made } = new FusedBatch(fuser.fuse(given), { query: undefined, tag: 'x', libraries })
      return made.bytes
        .toString()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as FusedHit)
    },
  }
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'é', '😀', 'z')
const scores = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -5, max: 5, noNaN: true }))

/** Hits best first, each id once; equal scores occur. */
const hits = fc
  .uniqueArray(fc.record({ id, score: scores }), { selector: (hit) => hit.id, maxLength: 8 })
  .map((some) => [...some].sort((x, y) => y.score - x.score))

/** One to four lists, some of them of a library, some empty. */
export const hitLists: fc.Arbitrary<HitList[]> = fc
  .array(fc.record({ hits, library: fc.constantFrom(undefined, 'legal', 'hr') }), { minLength: 1, maxLength: 4 })
  .map((lists) => lists.map((list, i) => ({ run: `list${i}`, ...list })))

/** What makes a hit the same in two lists. */
export const keyOf = (library: string | undefined, hit: string): string => `${library ?? ''}\n${hit}`
