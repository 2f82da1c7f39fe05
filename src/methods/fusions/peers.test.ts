// Ours against the recorded answers of ranx 0.3.20 over four lists and six queries, one of them absent from a list.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Parameters, Ranked } from './fusion.js'
import { fusions } from './index.js'
import { norms } from './norms/index.js'

type Run = Readonly<Record<string, Readonly<Record<string, number>>>>
interface Answer {
  readonly method: string
  readonly params: { readonly weights?: readonly number[] } & Partial<Parameters>
  readonly norm: string | null
  readonly scores: Run
}

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/peers/fusion/${file}.json`, import.meta.url), 'utf8'))
const runs = read('lists') as Readonly<Record<string, Run>>
const { results } = read('answers') as { readonly results: readonly Answer[] }

/** ranx's names for ours. */
const NAMES: Readonly<Record<string, string>> = {
  sum: 'combsum',
  mnz: 'combmnz',
  anz: 'combanz',
  gmnz: 'combgmnz',
  max: 'combmax',
  min: 'combmin',
  med: 'combmed',
  wmnz: 'combmnz',
  w_bordafuse: 'bordafuse',
}
const DEFAULTS: Parameters = { k: 60, sigma: 0.01, phi: 0.8, gamma: 0.5 }

async function fused({ method, params, norm }: Answer, query: string): Promise<Record<string, number>> {
  const fusion = await fusions.load(NAMES[method] ?? method)
  const { weights = [1, 1, 1, 1], ...rest } = params
  const ids: string[] = []
  const found = Object.values(runs).map((run) => Object.entries(run[query] ?? {}).sort(([, a], [, b]) => b - a))
  for (const list of found) for (const [id] of list) if (!ids.includes(id)) ids.push(id)
  const normalisation = await norms.load(norm ?? 'none')
  const lists = found.map((hits, l): Ranked => {
    const scores = Float64Array.from(hits, ([, score]) => score)
    const normed = normalisation.norm({ scores, candidates: ids.length })
    return {
      docs: Int32Array.from(hits, ([id]) => ids.indexOf(id)),
      ranks: Int32Array.from(hits, (_, i) => i + 1),
      scores: normed.values,
      absent: normed.absent,
      weight: weights[l] as number,
    }
  })
  const scores = fusion.fuse(
    lists.filter(({ docs }) => docs.length > 0),
    ids.length,
    { ...DEFAULTS, ...rest },
  )
  return Object.fromEntries(ids.map((id, doc) => [id, scores[doc] as number]))
}

describe('ranx', () => {
  test('has answered for 78 methods and norms', () => expect(results.length).toBe(78))

  test.each(results.map((answer) => [answer.method, answer.norm, JSON.stringify(answer.params), answer] as const))(
    '%s, norm %s, %s',
    async (_method, _norm, _params, answer) => {
      for (const [query, expected] of Object.entries(answer.scores)) {
        const ours = await fused(answer, query)
        expect(Object.keys(ours).sort()).toEqual(Object.keys(expected).sort())
        for (const [id, score] of Object.entries(expected)) {
          const error = Math.abs((ours[id] as number) - score) / Math.max(1, Math.abs(score))
          expect(error, `${query} ${id}: ${ours[id]} for ${score}`).toBeLessThan(1e-12)
        }
      }
    },
  )
})
