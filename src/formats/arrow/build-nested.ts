// Builders of lists, structs and maps, each over the builders of what is in it.
import type { Column, Native, Type } from '../../record/schema.js'
import { flatBuilder, Offsets } from './build-flat.js'
import { ArrayBuilder, type Meter, type Parts } from './builder.js'

/** The builder for a column, whatever its type. */
export function builderOf({ type, nullable }: Pick<Column, 'type' | 'nullable'>, meter: Meter): ArrayBuilder {
  switch (type.kind) {
    case 'list': {
      const item = builderOf(type.item, meter)
      if (type.fixed !== undefined) return new FixedListBuilder(nullable, meter, item, type.fixed)
      return new ListBuilder(nullable, meter, item, type.layout === 'large')
    }
    case 'struct':
      return new StructBuilder(
        nullable,
        meter,
        type.fields.map((field) => builderOf(field, meter)),
      )
    case 'map':
      return new ListBuilder(nullable, meter, builderOf(pairOf(type), meter), false)
    default:
      return flatBuilder(type, nullable, meter)
  }
}

/** What a map is a list of: structs of a key and a value. */
export function pairOf({ key, value }: Type & { kind: 'map' }): Column {
  return { name: 'entries', type: { kind: 'struct', fields: [{ ...key, nullable: false }, value] }, nullable: false }
}

class ListBuilder extends ArrayBuilder {
  readonly #offsets: Offsets

  constructor(
    nullable: boolean,
    meter: Meter,
    private readonly item: ArrayBuilder,
    large: boolean,
  ) {
    super(nullable, meter)
    this.#offsets = new Offsets(large, meter)
  }

  protected value(cell: NonNullable<Native>): void {
    const items = cell as readonly Native[]
    for (const item of items) this.item.append(item)
    this.#offsets.add(items.length)
  }

  protected blank(): void {
    this.#offsets.add(0)
  }

  protected finishValues(parts: Parts): void {
    parts.buffers.push(this.#offsets.view())
    this.item.finish(parts)
  }

  protected clearValues(): void {
    this.#offsets.clear()
    this.item.clear()
  }
}

class FixedListBuilder extends ArrayBuilder {
  constructor(
    nullable: boolean,
    meter: Meter,
    private readonly item: ArrayBuilder,
    private readonly size: number,
  ) {
    super(nullable, meter)
  }

  protected value(cell: NonNullable<Native>): void {
    const items = cell as readonly Native[]
    if (items.length !== this.size) throw new Error(`a list of ${items.length} in a column of lists of ${this.size}`)
    for (const item of items) this.item.append(item)
  }

  protected blank(): void {
    for (let i = 0; i < this.size; i++) this.item.skip()
  }

  protected finishValues(parts: Parts): void {
    this.item.finish(parts)
  }

  protected clearValues(): void {
    this.item.clear()
  }
}

class StructBuilder extends ArrayBuilder {
  constructor(
    nullable: boolean,
    meter: Meter,
    private readonly fields: readonly ArrayBuilder[],
  ) {
    super(nullable, meter)
  }

  protected value(cell: NonNullable<Native>): void {
    const cells = cell as readonly Native[]
    for (const [i, field] of this.fields.entries()) field.append(cells[i] ?? null)
  }

  protected blank(): void {
    for (const field of this.fields) field.skip()
  }

  protected finishValues(parts: Parts): void {
    for (const field of this.fields) field.finish(parts)
  }

  protected clearValues(): void {
    for (const field of this.fields) field.clear()
  }
}
