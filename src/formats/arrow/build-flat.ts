// Builders of arrays that do not nest: bits, texts and byte strings; those of one width are in their own file.
import { Bytes } from '../../record/bytes.js'
import type { Layout, Native, Type } from '../../record/schema.js'
import { fixedBuilder } from './build-fixed.js'
import { ArrayBuilder, Bits, type Meter, type Parts } from './builder.js'

class BoolBuilder extends ArrayBuilder {
  readonly #bits = new Bits()

  protected value(cell: NonNullable<Native>): void {
    this.#bits.append(cell === true)
  }

  protected blank(): void {
    this.#bits.append(false)
  }

  protected finishValues({ buffers }: Parts): void {
    buffers.push(this.#bits.view())
  }

  protected clearValues(): void {
    this.#bits.clear()
  }
}

/** An array without buffers. */
class NullBuilder extends ArrayBuilder {
  protected value(): void {
    throw new Error('a value in a column of nulls')
  }

  override finish({ nodes }: Parts): void {
    nodes.push({ length: this.length, nulls: this.length })
  }

  protected blank(): void {}
  protected finishValues(): void {}
  protected clearValues(): void {}
}

/** The offsets of texts or lists, each the end of one and the start of the next. */
export class Offsets {
  readonly #bytes = new Bytes(1024)
  #end = 0

  constructor(
    private readonly large: boolean,
    private readonly meter: Meter,
  ) {
    this.#put(0)
  }

  /** Ends a value `length` after the one before it. */
  add(length: number): void {
    this.#end += length
    this.#put(this.#end)
  }

  #put(offset: number): void {
    const width = this.large ? 8 : 4
    const buffer = this.#bytes.reserve(width)
    if (this.large) buffer.writeBigInt64LE(BigInt(offset), this.#bytes.length)
    else buffer.writeInt32LE(offset, this.#bytes.length)
    this.#bytes.advance(width)
    this.meter.bytes += width
  }

  view(): Uint8Array {
    return this.#bytes.view()
  }

  clear(): void {
    this.#bytes.clear()
    this.#end = 0
    this.#put(0)
  }
}

/** Appends a text or a byte string, and returns of how many bytes it is. */
function appendTo(bytes: Bytes, cell: NonNullable<Native>): number {
  const before = bytes.length
  if (typeof cell === 'string') bytes.text(cell)
  else bytes.slice(cell as Uint8Array)
  return bytes.length - before
}

class BinaryBuilder extends ArrayBuilder {
  readonly #offsets: Offsets
  readonly #bytes = new Bytes(4096)

  constructor(nullable: boolean, meter: Meter, large: boolean) {
    super(nullable, meter)
    this.#offsets = new Offsets(large, meter)
  }

  protected value(cell: NonNullable<Native>): void {
    const length = appendTo(this.#bytes, cell)
    this.#offsets.add(length)
    this.meter.bytes += length
  }

  protected blank(): void {
    this.#offsets.add(0)
  }

  protected finishValues({ buffers }: Parts): void {
    buffers.push(this.#offsets.view(), this.#bytes.view())
  }

  protected clearValues(): void {
    this.#offsets.clear()
    this.#bytes.clear()
  }
}

const VIEW = 16
const INLINE = 12

/** Texts or byte strings as views: short ones stand in the view itself, long ones in the one data buffer. */
class ViewBuilder extends ArrayBuilder {
  readonly #views = new Bytes(1024)
  readonly #data = new Bytes(4096)
  readonly #one = new Bytes(64)

  protected value(cell: NonNullable<Native>): void {
    const one = this.#one
    one.clear()
    const length = appendTo(one, cell)
    const view = Buffer.alloc(VIEW)
    view.writeInt32LE(length, 0)
    one.view().copy(view, 4, 0, length <= INLINE ? length : 4)
    if (length > INLINE) {
      view.writeInt32LE(this.#data.length, 12)
      this.#data.slice(one.view())
      this.meter.bytes += length
    }
    this.#views.slice(view)
    this.meter.bytes += VIEW
  }

  protected blank(): void {
    this.#views.slice(new Uint8Array(VIEW))
    this.meter.bytes += VIEW
  }

  protected finishValues({ buffers, variadic }: Parts): void {
    buffers.push(this.#views.view(), this.#data.view())
    variadic.push(1)
  }

  protected clearValues(): void {
    this.#views.clear()
    this.#data.clear()
  }
}

function binaryBuilder(nullable: boolean, meter: Meter, layout: Layout | undefined): ArrayBuilder {
  return layout === 'view' ? new ViewBuilder(nullable, meter) : new BinaryBuilder(nullable, meter, layout === 'large')
}

/** The builder for a column of this type, which does not nest. */
export function flatBuilder(type: Type, nullable: boolean, meter: Meter): ArrayBuilder {
  switch (type.kind) {
    case 'null':
      return new NullBuilder(nullable, meter)
    case 'bool':
      return new BoolBuilder(nullable, meter)
    case 'text':
      return binaryBuilder(nullable, meter, type.layout)
    case 'bytes':
      return fixedBuilder(type, nullable, meter) ?? binaryBuilder(nullable, meter, type.layout)
    default: {
      const builder = fixedBuilder(type, nullable, meter)
      if (builder === undefined) throw new Error(`${type.kind} nests`)
      return builder
    }
  }
}
