// What all builders of Arrow arrays share: how many values, which of them are null, and how a record batch takes them in.
import { Bytes } from '../../record/bytes.js'
import type { Native } from '../../record/schema.js'

/** The flat lists of a record batch. */
export interface Parts {
  readonly nodes: { readonly length: number; readonly nulls: number }[]
  readonly buffers: Uint8Array[]
  /** Data buffers of each view array. */
  readonly variadic: number[]
}

/** Counts the bytes that all builders of a batch hold. */
export interface Meter {
  bytes: number
}

const NOTHING = new Uint8Array(0)

export abstract class ArrayBuilder {
  protected length = 0
  #nulls = 0
  readonly #valid = new Bits()

  constructor(
    readonly nullable: boolean,
    protected readonly meter: Meter,
  ) {}

  append(cell: Native): void {
    if (cell === null) this.#blank(false)
    else {
      this.#mark(true)
      this.value(cell)
    }
  }

  /** A slot that nobody reads, under a null: null too, where the field may be. */
  skip(): void {
    this.#blank(!this.nullable)
  }

  #blank(valid: boolean): void {
    this.#mark(valid)
    this.blank()
  }

  #mark(valid: boolean): void {
    this.length++
    if (!valid) this.#nulls++
    this.#valid.append(valid)
  }

  /** Adds the array to a batch; the buffers are views that live until `clear`. */
  finish(parts: Parts): void {
    parts.nodes.push({ length: this.length, nulls: this.#nulls })
    parts.buffers.push(this.#nulls === 0 ? NOTHING : this.#valid.view())
    this.finishValues(parts)
  }

  clear(): void {
    this.length = 0
    this.#nulls = 0
    this.#valid.clear()
    this.clearValues()
  }

  protected abstract value(cell: NonNullable<Native>): void
  protected abstract blank(): void
  protected abstract finishValues(parts: Parts): void
  protected abstract clearValues(): void
}

/** Bits, lowest first. */
export class Bits {
  readonly #bytes = new Bytes(64)
  #bits = 0
  #last = 0

  append(bit: boolean): void {
    if (bit) this.#last |= 1 << (this.#bits & 7)
    if ((++this.#bits & 7) === 0) this.#flush()
  }

  #flush(): void {
    this.#bytes.byte(this.#last)
    this.#last = 0
  }

  /** All bits; no more may be appended before `clear`. */
  view(): Uint8Array {
    if ((this.#bits & 7) !== 0) this.#flush()
    return this.#bytes.view()
  }

  clear(): void {
    this.#bytes.clear()
    this.#bits = 0
    this.#last = 0
  }
}
