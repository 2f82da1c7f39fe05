// One call of a command: what the flags say of inputs, outputs and the gate, checked before anything is read.
import type { Policy } from '../record/gate.js'
import type { Path } from '../record/path.js'
import type { Prepared } from '../registry/command.js'

export interface Call {
  readonly command: string
  readonly prepared: Prepared
  readonly inputs: readonly string[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly output: string | undefined
  readonly labels: readonly string[]
  /** Files besides the inputs that the call reads: labels, settings, conditions. */
  readonly sides: readonly string[]
  /** Where a canonical field is found. */
  readonly path: (field: string) => Path
  readonly policy: Policy
  readonly onError: 'fail' | 'skip'
  readonly rejects: string | undefined
  readonly summary: string | undefined
  readonly quiet: boolean
  readonly progress: boolean
  /** The canonical fields that the command reads, for the note which spelling was taken. */
  readonly canonical: readonly Path[]
  /** Whether inputs may be documents and folders of them. */
  readonly documents: boolean
}

/** What a run counted. */
export interface Counts {
  read: number
  written: number
  restricted: number
  restrictedById: number
  bad: number
}
