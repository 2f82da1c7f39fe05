// A filter as data: conditions that can only narrow. Made by `parse.ts`, used by every command that sifts.
import type { Batch, Field } from '../../record/batch.js'
import type { Path } from '../../record/path.js'
import type { Value } from '../../record/value.js'
import type { Stats } from '../../registry/format.js'
import { asText, type Operand, type Operator, type Test } from './operator.js'

/** One condition, `FIELD OP VALUE`, with what it has seen so far. */
export class Condition {
  /** Records it let through, records it turned away, and of these the ones that lack the field (null counts so too). */
  passed = 0
  missing = 0
  readonly #test: Test
  readonly #matchesNull: boolean

  constructor(
    /** As a person would write it, for `--explain`. */
    readonly text: string,
    readonly path: Path,
    readonly operator: Operator,
    readonly operands: readonly Operand[],
    readonly compareAsText: boolean,
  ) {
    const test = operator.test(operands)
    this.#test = compareAsText && operator.takes !== 'nothing' ? (value) => test(asText(value)) : test
    this.#matchesNull = operator.matchesNull === true
  }

  holds(value: Value | undefined): boolean {
    if (value === undefined || (value === null && !this.#matchesNull)) {
      this.missing++
      return false
    }
    if (!this.#test(value)) return false
    this.passed++
    return true
  }

  excluded(stats: (column: string) => Stats | undefined): boolean {
    if (this.path.ways.some(({ rest }) => rest.length > 0)) return false
    for (const { key } of this.path.ways) {
      const found = stats(key)
      if (found === undefined) return false
      if (found.absent === true) continue
      if (found.allNull === true) return !this.#matchesNull
      if (this.compareAsText || found.min === undefined || found.max === undefined || this.#matchesNull) return false
      return this.operator.excludes?.({ min: found.min, max: found.max }, this.operands) ?? false
    }
    return true
  }
}

/** Conditions of which all (`and`) or at least one (`or`) must hold; a part may itself be a group. */
export interface Group {
  readonly combine: 'and' | 'or'
  readonly parts: readonly (Condition | Group)[]
}

type Decide = (i: number) => boolean

/** A filter: returns an order-preserving subsequence of what it is given, and can do nothing else. */
export class Narrowing {
  constructor(
    readonly root: Group,
    /** Counts every condition on every record, also where the outcome is already sure. */
    readonly explained = false,
  ) {}

  get conditions(): Condition[] {
    const all = (part: Condition | Group): Condition[] => (part instanceof Condition ? [part] : part.parts.flatMap(all))
    return all(this.root)
  }

  get paths(): Path[] {
    return this.conditions.map(({ path }) => path)
  }

  /** True when no record of a stretch with these column statistics can be kept. */
  excludes(stats: (column: string) => Stats | undefined): boolean {
    const excluded = (part: Condition | Group): boolean => {
      if (part instanceof Condition) return part.excluded(stats)
      if (part.parts.length === 0) return false
      return part.combine === 'and' ? part.parts.some(excluded) : part.parts.every(excluded)
    }
    return !this.explained && excluded(this.root)
  }

  /** Whether one record is kept. */
  keeps(record: { get(path: Path): Value | undefined }): boolean {
    return this.#decide(this.root, (path) => () => record.get(path))(0)
  }

  /** The records of a batch that are kept; the batch itself when all are. */
  sift(batch: Batch): Batch {
    const decide = this.#decide(this.root, (path) => batch.field(path))
    const kept = new Int32Array(batch.size)
    let n = 0
    for (let i = 0; i < batch.size; i++) if (decide(i)) kept[n++] = i
    return n === batch.size ? batch : batch.select(kept.subarray(0, n))
  }

  #decide(part: Condition | Group, fieldOf: (path: Path) => Field): Decide {
    if (part instanceof Condition) {
      const field = fieldOf(part.path)
      return (i) => part.holds(field(i))
    }
    const parts = part.parts.map((inner) => this.#decide(inner, fieldOf))
    const [only] = parts
    if (only !== undefined && parts.length === 1) return only
    const enough = part.combine === 'or'
    if (parts.length === 0) return () => !enough
    return (i) => {
      let result = !enough
      for (const decide of parts) {
        if (decide(i) !== enough) continue
        result = enough
        if (!this.explained) break
      }
      return result
    }
  }
}

/** One line a condition: how many records it let through and how many lacked the field. */
export function explain(narrowing: Narrowing): string[] {
  return narrowing.conditions.map(({ text, passed, missing }) => {
    const lacking = missing > 0 ? `, ${missing} had no such field` : ''
    return `${text}: let ${passed} through${lacking}`
  })
}
