// Qdrant's distribution-based score fusion: sum of w * (s - (mean - 3 sd)) / (6 sd), with the sample's deviation; a single hit
// and equal scores give 0.5 (lib/segment/src/common/score_fusion.rs).
import type { Fusion, Ranked } from './fusion.js'
import { sumOf } from './terms.js'

const dbsf: Fusion = {
  summary: "sum of w*(s-(mean-3sd))/6sd, Qdrant's; equal scores and a single one give w/2",
  uses: 'scores',
  fuse(lists, candidates) {
    const spreads = new Map(lists.map((list) => [list, spread(list)]))
    return sumOf(lists, candidates, (list, i) => {
      const [mean, deviation] = spreads.get(list) as [number, number]
      if (deviation === 0) return list.weight / 2
      return (list.weight * ((list.scores[i] as number) - (mean - 3 * deviation))) / (6 * deviation)
    })
  },
}
export default dbsf

/** Mean and the sample's standard deviation, which is 0 of equal scores. */
function spread({ scores }: Ranked): [number, number] {
  let total = 0
  for (const score of scores) total += score
  const mean = total / scores.length
  // Equal scores may miss their own mean by a rounding.
  if (scores.every((score) => score === scores[0])) return [mean, 0]
  let squares = 0
  for (const score of scores) squares += (score - mean) ** 2
  return [mean, Math.sqrt(squares / (scores.length - 1))]
}
