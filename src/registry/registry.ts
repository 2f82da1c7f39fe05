// A list of things of one kind, each loaded when somebody asks for it.
import { usage } from '../record/fault.js'
import { nearest } from './nearest.js'

export type Listing<T> = Readonly<Record<string, () => Promise<{ readonly default: T }>>>

export interface Registry<T> {
  readonly family: string
  readonly names: readonly string[]
  /** Loads one by name; a name that is not on the list is a usage fault that says what there is. */
  load(name: string): Promise<T>
  has(name: string): boolean
}

export function registry<T>(family: string, listing: Listing<T>): Registry<T> {
  const names = Object.keys(listing)
  // Asking the module loader again costs more than cutting a short document.
  const loaded = new Map<string, Promise<{ readonly default: T }>>()
  return {
    family,
    names,
    has: (name) => Object.hasOwn(listing, name),
    async load(name) {
      const entry = Object.hasOwn(listing, name) ? listing[name] : undefined
      if (entry === undefined) throw unknown(family, name, names)
      const module = loaded.get(name) ?? entry()
      loaded.set(name, module)
      return (await module).default
    },
  }
}

/** The usage fault for a name that is not on a list: says what there is, and the nearest. */
export function unknown(family: string, name: string, names: readonly string[]) {
  const near = nearest(name, names)
  const hint = near === undefined ? '' : `, did you mean ${near}?`
  return usage(`unknown ${family} ${JSON.stringify(name)}${hint} (there are: ${names.join(' ')})`)
}
