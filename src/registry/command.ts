// What a subcommand must be: a function from records to records. It cannot open, print or fetch; it asks the roof.
import type { Batch } from '../record/batch.js'
import type { Cleared } from '../record/gate.js'
import type { Path } from '../record/path.js'
import type { Needs, Reject } from './format.js'
import type { Flags, Option } from './options.js'

/** What the roof gives a command while it is being set up: usage faults only, before any input is read. */
export interface Setup {
  /** The path of a field: canonical names by their usual spellings or `--field`, everything else as written. */
  path(field: string): Path
  /** A small text file that a flag names, whole. */
  text(file: string): Promise<string>
  /** The fields besides `sensitivity` that the settings name for labels. */
  readonly labelFields: readonly string[]
  /** The name of a method: what the flag says, else the environment, else the settings file. */
  choice(flag: string | undefined, name: { readonly env: string; readonly config: 'chunker' }): string | undefined
}

/** A command with its flags understood, ready to run once. */
export interface Prepared {
  /** The fields it reads. */
  readonly reads: readonly Path[]
  readonly excludes?: Needs['excludes']
  /** Records in, records out, batch by batch. A record that it cannot take goes to `reject`, which throws or counts it. */
  run(input: AsyncIterable<Cleared>, reject: Reject): AsyncIterable<Batch>
  /** Text to write instead of records, asked for after `run` came to its end. */
  answer?(): string
  /** Lines for stderr, asked for after `run` came to its end. */
  notes?(): readonly string[]
}

export interface Command {
  readonly summary: string
  readonly options: readonly Option[]
  /** Takes documents, files and folders of them, beside records. */
  readonly documents?: true
  /** Works on the owner's own files: restricted records are kept with their labels, at both doors. */
  readonly keepsRestricted?: true
  /** What the help says below the options: rules, and at least one example that works (lines that begin with `$ `). */
  readonly help: string
  prepare(flags: Flags, setup: Setup): Promise<Prepared>
}
