// What a subcommand must be: a function from records to records. It cannot open, print or fetch; it asks the roof.
import type { Batch } from '../record/batch.js'
import type { Cleared } from '../record/gate.js'
import type { Path } from '../record/path.js'
import type { Needs, Reject } from './format.js'
import type { Flags, Option } from './options.js'
import type { World } from './ports.js'

/** What the roof gives a command while it is being set up: usage faults only, before any input is read. */
export interface Setup {
  /** The inputs that the call names, in order. */
  readonly files: readonly string[]
  /** The path of a field: canonical names by their usual spellings or `--field`, everything else as written. */
  path(field: string): Path
  /** A small text file that a flag names, whole. */
  text(file: string): Promise<string>
  /** The fields besides `sensitivity` that the settings name for labels. */
  readonly labelFields: readonly string[]
  /** Posts JSON to an address that a flag names; see `World.ask`. */
  readonly ask: World['ask']
  /** The name of a method: what the flag says, else the environment, else the settings file. */
  choice(
    flag: string | undefined,
    name: { readonly env: string; readonly config: 'chunker' | 'router' },
  ): string | undefined
}

/** What the roof must know of a command with its flags understood. */
interface Ready {
  /** The fields it reads. */
  readonly reads: readonly Path[]
  readonly excludes?: Needs['excludes']
  /** The inputs, where flags name some besides those of the call; none at all is none, not standard input. */
  readonly inputs?: readonly string[]
  /** The output's format, where a flag tells it. */
  readonly to?: string
  /** Text to write instead of records, asked for after the run came to its end. */
  answer?(): string
  /** Lines for stderr, asked for after the run came to its end. */
  notes?(): readonly string[]
  /** What the summary says beside the counts, asked for after the run came to its end. */
  summary?(): Readonly<Record<string, unknown>>
}

/** A command that reads its inputs one after another. */
export interface Streaming extends Ready {
  /** Records in, records out, batch by batch. A record that it cannot take goes to `reject`, which throws or counts it. */
  run(input: AsyncIterable<Cleared>, reject: Reject): AsyncIterable<Batch>
}

/** A command that reads its inputs side by side. They are read twice: nothing goes out before the gate has seen all. */
export interface SideBySide extends Ready {
  /** Shown each batch of a first reading, input by input; a record may be here that the second reading leaves out. */
  survey(input: number, batch: Cleared): void | Promise<void>
  /** Each input is to be read once. */
  runSideBySide(inputs: readonly AsyncIterable<Cleared>[], reject: Reject): AsyncIterable<Batch>
}

/** A command ready to run once. */
export type Prepared = Streaming | SideBySide

export interface Command {
  readonly summary: string
  readonly options: readonly Option[]
  /** Takes documents, files and folders of them, beside records. */
  readonly documents?: true
  /** Works on the owner's own files: restricted records are kept with their labels, at both doors. */
  readonly keepsRestricted?: true
  /** What the help says below the options: rules, and at least one example that works (lines that begin with `$ `). */
  readonly help: string | (() => Promise<string>)
  prepare(flags: Flags, setup: Setup): Promise<Prepared>
}
