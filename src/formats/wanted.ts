// What a scan of JSON looks for, from what a command and the gate need.
import type { Wanted } from '../record/scan.js'
import type { Needs } from '../registry/format.js'

export function wantedOf(needs: Needs, layout: 'lines' | 'array' = 'lines'): Wanted {
  const keys = new Set(needs.paths.flatMap(({ ways }) => ways.map(({ key }) => key)))
  return { keys: [...keys], endings: needs.labels.fields, textEndings: needs.labels.containers, layout }
}
