// The lists of a call: which file is which, by which name, of which library and with which weight.
import { usage } from '../../record/fault.js'
import { compareText } from '../../record/order.js'
import { nearest } from '../../registry/nearest.js'

/** An input as flags name it. */
export interface Input {
  readonly file: string
  /** Undefined: the name of the file, or of one file alone what its records say. */
  readonly run?: string | undefined
  readonly library?: string | undefined
}

/** One ranked list. */
export interface List {
  readonly run: string
  readonly library: string | undefined
  weight: number
  lowerIsBetter: boolean
}

/** Weights as given: one a list in their order, or by name. */
export type Weights = readonly number[] | ReadonlyMap<string, number>

export interface Naming {
  readonly weights: Weights | undefined
  readonly lowerIsBetter: readonly string[]
  readonly order: 'given' | 'name'
}

/** A file's name without folders, compression and ending. */
export function runOf(file: string): string {
  if (file === '-') return 'stdin'
  const name = file.split('/').pop() as string
  const plain = name.replace(/\.(gz|zst)$/i, '')
  return plain.replace(/(.)\.[^.]*$/, '$1')
}

/** How messages and flags name a list. */
export const nameOf = ({ run, library }: Pick<List, 'run' | 'library'>): string =>
  library === undefined ? run : `${library}/${run}`

export class Lists {
  /** In the order that breaks ties, once `settle` was called. */
  readonly all: List[] = []
  /** Whether the one input's records say of which list they are. */
  readonly splits: boolean
  readonly #byInput: (List | undefined)[] = []
  readonly #byRun = new Map<string, List>()

  /** Throws usage faults: two lists of one name, and what `naming` says of lists that there are not. */
  constructor(
    readonly inputs: readonly Input[],
    readonly naming: Naming,
  ) {
    const [only] = inputs
    this.splits = inputs.length === 1 && only?.run === undefined
    if (this.splits) return
    for (const { file, run, library } of inputs) this.#byInput.push(this.#add(run ?? runOf(file), library, file))
    this.settle()
  }

  #add(run: string, library: string | undefined, file?: string): List {
    const list: List = { run, library, weight: 1, lowerIsBetter: false }
    const name = nameOf(list)
    if (this.all.some((other) => nameOf(other) === name))
      throw usage(`two lists are called ${name}; name them with --run NAME=${file}`)
    this.all.push(list)
    return list
  }

  /** The list of an input's record, `run` being what it says itself. */
  of(input: number, run: string | undefined): List {
    const list = this.#byInput[input]
    if (list !== undefined) return list
    const { file, library } = this.inputs[0] as Input
    const name = run ?? runOf(file)
    let known = this.#byRun.get(name)
    if (known === undefined) {
      known = this.#add(name, library)
      this.#byRun.set(name, known)
    }
    return known
  }

  /** All lists are known: gives them their order, weights and directions. Throws usage faults. */
  settle(): void {
    const { weights, lowerIsBetter, order } = this.naming
    if (weights !== undefined) this.#weigh(weights)
    for (const name of lowerIsBetter)
      for (const list of this.#named(name, '--lower-is-better')) list.lowerIsBetter = true
    if (order === 'name')
      this.all.sort((a, b) => compareText(a.run, b.run) || compareText(a.library ?? '', b.library ?? ''))
  }

  #weigh(weights: Weights): void {
    const { all } = this
    const names = all.map(nameOf).join(' ')
    if (Array.isArray(weights)) {
      if (weights.length !== all.length)
        throw usage(`--weights: expected one for each of ${all.length} lists (${names}), found ${weights.length}`)
      for (const [i, list] of all.entries()) list.weight = weights[i] as number
    } else {
      const left = new Set(all)
      for (const [name, weight] of weights as ReadonlyMap<string, number>)
        for (const list of this.#named(name, '--weights')) {
          list.weight = weight
          left.delete(list)
        }
      if (left.size > 0) throw usage(`--weights: none for ${[...left].map(nameOf).join(', ')}`)
    }
    if (all.length > 0 && all.every(({ weight }) => weight === 0)) throw usage('--weights: all are 0')
  }

  /** The lists that a name means: a run, or a run of one library. */
  #named(name: string, flag: string): List[] {
    const named = this.all.filter((list) => list.run === name || nameOf(list) === name)
    if (named.length > 0) return named
    const names = this.all.map(nameOf)
    const near = nearest(name, names)
    const hint = near === undefined ? '' : `, did you mean ${near}?`
    throw usage(`${flag}: no list is called ${name}${hint} (there are: ${names.join(' ')})`)
  }
}

/** Reads `0.7,0.3` or `bm25=0.7,dense=0.3`. Throws a usage fault for what is no weight. */
export function parseWeights(text: string): Weights {
  const parts = text.split(',').map((part) => part.trim())
  const weight = (spelt: string): number => {
    const number = /^[+]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(spelt) ? Number(spelt) : Number.NaN
    if (!Number.isFinite(number)) throw usage(`--weights ${text}: expected numbers of 0 or more`)
    return number
  }
  if (!parts.some((part) => part.includes('='))) return parts.map(weight)
  const named = new Map<string, number>()
  for (const part of parts) {
    const at = part.lastIndexOf('=')
    if (at < 1) throw usage(`--weights ${text}: expected NAME=WEIGHT for every list`)
    const name = part.slice(0, at)
    if (named.has(name)) throw usage(`--weights ${text}: ${name} has two`)
    named.set(name, weight(part.slice(at + 1)))
  }
  return named
}
