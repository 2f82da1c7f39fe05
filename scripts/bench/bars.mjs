// The bars: each takes the timed runs of a section and says how we stand, `met` or `missed`.
import { median } from './run.mjs'

const word = (met) => (met ? 'met' : 'missed')
// Round by round, so that a drift of the machine between rounds takes nothing from either side.
const ratio = (above, below) => median(above.map((run, round) => run.seconds / below[round].seconds))

/** `ours` is at least `minimum` times as fast as `than`; `goal` is told, but only the minimum is the bar. */
export const faster = (ours, than, minimum, goal) => (times) => {
  const value = ratio(times[than], times[ours])
  const aim = goal === undefined ? '' : `, goal ${goal} ${word(value >= goal)}`
  return {
    says: `${ours}: ${value.toFixed(2)} times as fast as ${than}`,
    bar: `at least ${minimum}: ${word(value >= minimum)}${aim}`,
    value,
    met: value >= minimum,
  }
}

/** `ours` takes at most `limit` times the time of `than`. */
export const within = (ours, than, limit) => (times) => {
  const value = ratio(times[ours], times[than])
  const met = value <= limit
  return {
    says: `${ours}: ${value.toFixed(2)} times the time of ${than}`,
    bar: `at most ${limit}: ${word(met)}`,
    value,
    met,
  }
}

const unmeasured = (ours) => ({ says: `${ours}: memory`, bar: 'not measured: no /proc here', value: null, met: null })

/** The peak memory of `ours` stays below `limit` MB. */
export const below = (ours, limit) => (times) => {
  const value = Math.max(...times[ours].map((run) => run.mb))
  if (value === 0) return unmeasured(ours)
  const met = value < limit
  return { says: `${ours}: ${value.toFixed(0)} MB at its peak`, bar: `below ${limit}: ${word(met)}`, value, met }
}

/** The peak memory of `ours` is at most a tenth above that of `than`. */
export const sameMemory = (ours, than) => (times) => {
  const [mine, theirs] = [ours, than].map((name) => median(times[name].map((run) => run.mb)))
  if (mine === 0) return unmeasured(ours)
  const value = mine / theirs
  const met = value <= 1.1
  return {
    says: `${ours}: ${value.toFixed(2)} times the memory of ${than}`,
    bar: `at most 1.1: ${word(met)}`,
    value,
    met,
  }
}
