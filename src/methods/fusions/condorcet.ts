// Condorcet: a candidate beats another when the lists that place it higher outweigh those that place it lower. Montague and
// Aslam 2002, "Condorcet fusion for improved retrieval". They sort by that relation, which may go in circles, so that the
// outcome depends on the order of sorting; here each candidate's score is how many it beats, ties half (Copeland 1951), which
// is the same order wherever there is no circle.
import type { Fusion, Ranked } from './fusion.js'

const condorcet: Fusion = {
  summary: 'how many others a majority of lists places lower, ties half; O(candidates^2)',
  uses: 'ranks',
  fuse(lists, candidates) {
    // Weights are put in order: their sums must not depend on the order of the lists.
    const sorted = [...lists].sort((a, b) => a.weight - b.weight)
    const places = sorted.map((list) => placesOf(list, candidates))
    const weights = sorted.map(({ weight }) => weight)
    const out = new Float64Array(candidates)
    for (let a = 0; a < candidates; a++)
      for (let b = a + 1; b < candidates; b++) {
        let above = 0
        let below = 0
        for (let l = 0; l < places.length; l++) {
          const place = places[l] as Int32Array
          const difference = (place[a] as number) - (place[b] as number)
          if (difference < 0) above += weights[l] as number
          else if (difference > 0) below += weights[l] as number
        }
        if (above > below) out[a] = (out[a] as number) + 1
        else if (above < below) out[b] = (out[b] as number) + 1
        else {
          out[a] = (out[a] as number) + 0.5
          out[b] = (out[b] as number) + 0.5
        }
      }
    return out
  },
}
export default condorcet

/** The place of each candidate in a list; those that it lacks stand together below all others. */
function placesOf({ docs }: Ranked, candidates: number): Int32Array {
  const places = new Int32Array(candidates).fill(docs.length)
  for (let i = 0; i < docs.length; i++) places[docs[i] as number] = i
  return places
}
