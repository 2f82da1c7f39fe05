// Borda count: each list gives c - place + 1 points, c candidates in all lists; those that it lacks share evenly what it has
// left, (c - n + 1) / 2 each. Aslam and Montague 2001, "Models for metasearch".
import type { Fusion } from './fusion.js'
import { sumOf } from './terms.js'

const bordafuse: Fusion = {
  summary: 'sum of w*(c-place+1), c candidates in all; what a list of n lacks gets w*(c-n+1)/2 of it',
  uses: 'ranks',
  fuse: (lists, candidates) =>
    sumOf(
      lists,
      candidates,
      ({ weight }, i) => weight * (candidates - i),
      ({ weight, docs }) => (weight * (candidates - docs.length + 1)) / 2,
    ),
}
export default bordafuse
