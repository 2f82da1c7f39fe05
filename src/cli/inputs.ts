// The inputs of a call: as they were named, or the documents of a folder in the folder's place.
import { usage } from '../record/fault.js'
import type { World } from '../registry/ports.js'
import type { Call } from './call.js'

/** What a folder's entries were left out for, as a note says it of one and of several. */
const KINDS = {
  hidden: ['hidden', 'hidden'],
  binary: ['binary', 'binary'],
  other: ['of another kind', 'of another kind'],
  links: ['link that is not to a file', 'links that are not to files'],
} as const

/** Notes what was left out of folders, and folders without any document. */
export function inputsOf(call: Call, world: World): readonly string[] {
  if (!call.documents) return call.inputs
  const left = { hidden: 0, binary: 0, other: 0, links: 0 }
  const bare: string[] = []
  const inputs = call.inputs.flatMap((input) => {
    const folder = world.list(input)
    if (folder === undefined) return [input]
    if (call.from !== undefined && call.from !== 'document')
      throw usage(`${input}: of a folder documents are read, not --from ${call.from}; name the files`)
    for (const kind of ['hidden', 'binary', 'other', 'links'] as const) left[kind] += folder[kind]
    if (folder.documents.length === 0) bare.push(input)
    return folder.documents
  })
  const notes = [...(bare.length > 0 ? [`no document in ${bare.join(', ')}`] : []), ...leftOut(left)]
  if (notes.length > 0 && !call.quiet) world.stderr(`sluice ${call.command}: ${notes.join('; ')}\n`)
  return inputs
}

function leftOut(left: Readonly<Record<keyof typeof KINDS, number>>): string[] {
  const counts = Object.entries(KINDS).flatMap(([kind, [one, several]]) => {
    const n = left[kind as keyof typeof KINDS]
    return n === 0 ? [] : [`${n} ${n === 1 ? one : several}`]
  })
  const all = Object.values(left).reduce((sum, n) => sum + n, 0)
  return all === 0 ? [] : [`left out ${all} ${all === 1 ? 'entry' : 'entries'}: ${counts.join(', ')}`]
}
