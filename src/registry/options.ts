// A flag as data: the help and the parser are made from the same list.

export interface Option {
  /** As commander writes it: `--where <condition>`, `-o, --output <file>`, `--any`. */
  readonly flags: string
  readonly summary: string
  /** May be given several times; the value is then a list. */
  readonly many?: boolean
  readonly choices?: readonly string[]
}

/** What was given, by camel-cased name: a text, a list of texts for `many`, true for a flag without value. */
export class Flags {
  constructor(private readonly given: Readonly<Record<string, unknown>>) {}

  text(name: string): string | undefined {
    const value = this.given[name]
    return typeof value === 'string' ? value : undefined
  }

  list(name: string): readonly string[] {
    const value = this.given[name]
    return Array.isArray(value) ? (value as string[]) : []
  }

  has(name: string): boolean {
    return this.given[name] === true
  }

  /** Whether a flag was given in its negative form: `--no-window`. */
  off(name: string): boolean {
    return this.given[name] === false
  }
}
