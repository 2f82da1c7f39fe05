// The inputs and libraries that flags name.
import { usage } from '../../record/fault.js'
import type { Setup } from '../../registry/command.js'
import type { Flags } from '../../registry/options.js'
import { type Described, parseLibraries } from './libraries.js'
import type { Input } from './lists.js'

/** The inputs in the order that breaks ties: files as they stand, those that --run adds, those of libraries. */
export function inputsOf(flags: Flags, setup: Setup, described: readonly Described[]): Input[] {
  const named = new Map<string, string>()
  for (const [run, file] of pairs(flags, 'run', '--run')) {
    if (named.has(file)) throw usage(`--run ${run}=${file}: this file has a name already`)
    named.set(file, run)
  }
  const libraries = described.flatMap(({ id, files }) => files.map((file) => [id, file] as const))
  const files = [...setup.files]
  for (const file of named.keys())
    if (!files.includes(file) && !libraries.some(([, of]) => of === file)) files.push(file)
  const inputs: Input[] = files.map((file) => ({ file, run: named.get(file) }))
  for (const [library, file] of libraries) inputs.push({ file, library, run: named.get(file) })
  return inputs.length > 0 ? inputs : [{ file: '-' }]
}

/** The libraries that flags name, in the order of naming. */
export async function librariesOf(flags: Flags, setup: Setup): Promise<Described[]> {
  const libraries = new Map<string, { id: string; description: string; files: string[] }>()
  const of = (id: string) => {
    const known = libraries.get(id) ?? { id, description: '', files: [] }
    libraries.set(id, known)
    return known
  }
  for (const [id, file] of pairs(flags, 'library', '--library')) of(id).files.push(file)
  const file = flags.text('libraries')
  for (const { id, description, files } of file === undefined ? [] : parseLibraries(await setup.text(file), file)) {
    const library = of(id)
    if (library.description !== '') throw usage(`${file}: the library ${id} is named twice`)
    library.description = description
    library.files.push(...files)
  }
  return [...libraries.values()]
}

function pairs(flags: Flags, name: string, flag: string): [string, string][] {
  return flags.list(name).map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1 || at === pair.length - 1) throw usage(`${flag} ${pair}: expected NAME=FILE`)
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
}
