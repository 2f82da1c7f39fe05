// Weaviate's relativeScoreFusion: sum of w * (s - min) / (max - min), equal scores give w
// (usecases/traverser/hybrid/hybrid_fusion.go).
import type { Fusion, Ranked } from './fusion.js'
import { sumOf } from './terms.js'

const relativeScore: Fusion = {
  summary: "sum of w*(s-min)/(max-min), Weaviate's; equal scores and a single one give w",
  uses: 'scores',
  fuse(lists, candidates) {
    const ends = new Map(lists.map((list) => [list, extremes(list)]))
    return sumOf(lists, candidates, (list, i) => {
      const [min, max] = ends.get(list) as [number, number]
      return min === max ? list.weight : (list.weight * ((list.scores[i] as number) - min)) / (max - min)
    })
  },
}
export default relativeScore

function extremes({ scores }: Ranked): [number, number] {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const score of scores) {
    if (score < min) min = score
    if (score > max) max = score
  }
  return [min, max]
}
