// The laws of fusion: what every method must do with the lists that it is given.
import fc from 'fast-check'
import { expect } from 'vitest'
import { type FusedHit, type Fusing, fusing, type HitList, hitLists, keyOf, textOfHit } from '../../testkit/fusing.js'
import { type Law, prove } from '../../testkit/laws.js'
import { fusions } from './index.js'
import rrf from './rrf.js'

const honest = fusing('rrf', rrf)
/** As rrf, with a fault in what comes out. */
const broken = (spoil: (fused: readonly FusedHit[], lists: readonly HitList[]) => readonly FusedHit[]): Fusing => ({
  name: 'broken',
  fuse: (lists) => spoil(honest.fuse(lists), lists),
})

const every =
  (check: (method: Fusing, lists: HitList[]) => void): ((method: Fusing) => void) =>
  (method) =>
    fc.assert(
      fc.property(hitLists, (lists) => {
        check(method, lists)
      }),
      { numRuns: 60 },
    )

const keys = (fused: readonly FusedHit[]): string[] => fused.map((hit) => keyOf(hit.library_id, hit.chunk_id))
const scoresByKey = (fused: readonly FusedHit[]): Map<string, number> =>
  new Map(fused.map((hit) => [keyOf(hit.library_id, hit.chunk_id), hit.score]))
const sorted = <T>(items: Iterable<T>): T[] => [...items].sort()

const laws: Law<Fusing>[] = [
  {
    says: 'what comes out is the union of what the lists have, each once, and nothing else',
    holds: every((method, lists) => {
      const union = new Set(lists.flatMap(({ library, hits }) => hits.map(({ id }) => keyOf(library, id))))
      expect(sorted(keys(method.fuse(lists)))).toEqual(sorted(union))
    }),
    stub: broken((fused) => fused.slice(0, 3)),
  },
  {
    says: 'a hit says of which library it is',
    holds: every((method, lists) => {
      for (const hit of method.fuse(lists)) {
        const libraries = lists
          .filter(({ hits }) => hits.some(({ id }) => id === hit.chunk_id))
          .map(({ library }) => library)
        expect(libraries).toContain(hit.library_id)
        expect(hit.sources.map((source) => source.library_id)).toEqual(hit.sources.map(() => hit.library_id))
      }
    }),
    stub: broken((fused) => fused.map(({ library_id: _, ...hit }) => hit)),
  },
  {
    says: 'scores are finite and descend, ranks are 1 to n',
    holds: every((method, lists) => {
      const fused = method.fuse(lists)
      for (const [i, { score, rank }] of fused.entries()) {
        expect(Number.isFinite(score)).toBe(true)
        expect(rank).toBe(i + 1)
        if (i > 0) expect(score).toBeLessThanOrEqual((fused[i - 1] as FusedHit).score)
      }
    }),
    stub: broken((fused) => [...fused].reverse()),
  },
  {
    says: 'the same lists give the same again',
    holds: every((method, lists) => expect(method.fuse(lists)).toEqual(method.fuse(lists))),
    stub: (() => {
      let n = 0
      return broken((fused) => fused.map((hit) => ({ ...hit, score: hit.score + n++ })))
    })(),
  },
  {
    says: 'another order of the lists gives every hit the same score',
    holds: every((method, lists) => {
      const expected = scoresByKey(method.fuse(lists))
      expect(scoresByKey(method.fuse([...lists].reverse()))).toEqual(expected)
      expect(scoresByKey(method.fuse([...lists.slice(1), ...lists.slice(0, 1)]))).toEqual(expected)
    }),
    stub: broken((fused, lists) =>
      fused.map((hit) => (lists[0]?.run === 'list0' ? hit : { ...hit, score: hit.score + 1e-16 + hit.score })),
    ),
  },
  {
    says: 'one list alone keeps its order',
    holds: every((method, [list]) => {
      const { hits } = list as HitList
      const fused = method.fuse([list as HitList])
      const at = new Map(hits.map(({ id }, i) => [id, i]))
      // Where a method tells two apart, they stand as the list has them; where it does not, ties break by rank, which does too.
      expect(fused.map(({ chunk_id }) => at.get(chunk_id))).toEqual(hits.map((_, i) => i))
    }),
    stub: broken((fused) => [...fused].sort((a, b) => (a.chunk_id < b.chunk_id ? -1 : 1))),
  },
  {
    says: 'a hit that changes places with the one above it in a list never loses score',
    holds: every((method, lists) => {
      const before = scoresByKey(method.fuse(lists))
      for (const [l, list] of lists.entries())
        for (let i = 1; i < list.hits.length; i++) {
          const [above, hit] = [list.hits[i - 1], list.hits[i]] as const
          if (above === undefined || hit === undefined || above.score === hit.score) continue
          const swapped = [...list.hits]
          swapped[i - 1] = { id: hit.id, score: above.score }
          swapped[i] = { id: above.id, score: hit.score }
          const after = scoresByKey(method.fuse(lists.with(l, { ...list, hits: swapped })))
          const key = keyOf(list.library, hit.id)
          // A rounding apart: terms are added in another order when they change.
          const slack = 1e-12 * Math.max(1, Math.abs(before.get(key) as number))
          expect((after.get(key) as number) + slack).toBeGreaterThanOrEqual(before.get(key) as number)
        }
    }),
    stub: broken((fused) => fused.map((hit) => ({ ...hit, score: -hit.score }))),
  },
  {
    says: 'sources are every list that has the hit, with its rank and its score, and no other',
    holds: every((method, lists) => {
      for (const { chunk_id, library_id, sources } of method.fuse(lists)) {
        const expected = lists.flatMap(({ run, library, hits }) => {
          const at = hits.findIndex(({ id }) => id === chunk_id)
          if (at < 0 || library !== library_id) return []
          const library_ = library === undefined ? {} : { library_id: library }
          return [
            {
              run,
              ...library_,
              rank: at + 1,
              score: JSON.parse(JSON.stringify((hits[at] as { score: number }).score)),
            },
          ]
        })
        expect(sorted(sources.map((source) => JSON.stringify(source)))).toEqual(
          sorted(expected.map((source) => JSON.stringify(source))),
        )
      }
    }),
    stub: broken((fused) => fused.map((hit) => ({ ...hit, sources: hit.sources.slice(0, 1) }))),
  },
  {
    says: 'a hit is its own copy of the best rank, of equal ranks the one of the earlier list',
    holds: every((method, lists) => {
      for (const { chunk_id, library_id, text } of method.fuse(lists)) {
        let best: { rank: number; text: string } | undefined
        for (const list of lists) {
          const rank = list.library === library_id ? list.hits.findIndex(({ id }) => id === chunk_id) : -1
          if (rank >= 0 && (best === undefined || rank < best.rank))
            best = { rank, text: textOfHit(list, list.hits[rank] as { id: string; score: number }) }
        }
        expect(text).toBe(best?.text)
      }
    }),
    stub: broken((fused) => fused.map((hit) => ({ ...hit, text: 'made up' }))),
  },
]

await prove(fusions, laws, fusing)
