// Tables of a flatbuffer (flatbuffers.dev/internals), every offset and length checked: metadata may be cut or corrupt.

/** A table's fields are asked for by their slot, their place in the table's declaration; what is absent has its default. */
export class Table {
  private constructor(
    private readonly view: DataView,
    private readonly start: number,
    private readonly budget: { tables: number },
  ) {
    // Offsets that share a table could stand for endlessly many; honest ones cannot be more than there are bytes for.
    if (--budget.tables < 0) throw new RangeError('more tables than bytes')
  }

  /** The root table. This and all reading below throws a RangeError where the bytes are no flatbuffer. */
  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new Table(view, view.getUint32(0, true), { tables: bytes.byteLength / 4 })
  }

  /** Where a field stands, 0 when it is absent. */
  #at(slot: number): number {
    const vtable = this.start - this.view.getInt32(this.start, true)
    const entry = 4 + slot * 2
    if (entry >= this.view.getUint16(vtable, true)) return 0
    const offset = this.view.getUint16(vtable + entry, true)
    return offset === 0 ? 0 : this.start + offset
  }

  /** Offsets point forward, so that what nests ends. */
  #follow(at: number): number {
    const offset = this.view.getUint32(at, true)
    if (offset === 0) throw new RangeError('an offset to itself')
    return at + offset
  }

  bool(slot: number): boolean {
    return this.byte(slot) !== 0
  }

  byte(slot: number): number {
    const at = this.#at(slot)
    return at === 0 ? 0 : this.view.getUint8(at)
  }

  short(slot: number, absent = 0): number {
    const at = this.#at(slot)
    return at === 0 ? absent : this.view.getInt16(at, true)
  }

  int(slot: number, absent = 0): number {
    const at = this.#at(slot)
    return at === 0 ? absent : this.view.getInt32(at, true)
  }

  long(slot: number): bigint {
    const at = this.#at(slot)
    return at === 0 ? 0n : this.view.getBigInt64(at, true)
  }

  text(slot: number): string | undefined {
    const at = this.#at(slot)
    if (at === 0) return undefined
    const start = this.#follow(at)
    const length = this.view.getUint32(start, true)
    if (length > this.view.byteLength - start - 4) throw new RangeError('a text beyond the end')
    return Buffer.from(this.view.buffer, this.view.byteOffset + start + 4, length).toString('utf8')
  }

  table(slot: number): Table | undefined {
    const at = this.#at(slot)
    return at === 0 ? undefined : new Table(this.view, this.#follow(at), this.budget)
  }

  tables(slot: number): Table[] {
    const [start, length] = this.#vector(slot, 4)
    return Array.from({ length }, (_, i) => new Table(this.view, this.#follow(start + i * 4), this.budget))
  }

  /** A vector of structs of `width` bytes; `read` gets the view and where a struct starts. */
  structs<S>(slot: number, width: number, read: (view: DataView, at: number) => S): S[] {
    const [start, length] = this.#vector(slot, width)
    return Array.from({ length }, (_, i) => read(this.view, start + i * width))
  }

  #vector(slot: number, width: number): readonly [start: number, length: number] {
    const at = this.#at(slot)
    if (at === 0) return [0, 0]
    const start = this.#follow(at)
    const length = this.view.getUint32(start, true)
    if (length * width > this.view.byteLength - start - 4) throw new RangeError('a vector beyond the end')
    return [start + 4, length]
  }
}
