// Builders of arrays whose values all have the same width.
import { Bytes } from '../../record/bytes.js'
import type { Interval, Native, Type } from '../../record/schema.js'
import { ArrayBuilder, type Meter, type Parts } from './builder.js'
import { decimalBits } from './field.js'
import { halfBits } from './numbers.js'

type Write = (buffer: Buffer, at: number, cell: NonNullable<Native>) => void

/** Values of the same width, one after the other. */
class FixedBuilder extends ArrayBuilder {
  readonly #bytes = new Bytes(1024)

  constructor(
    nullable: boolean,
    meter: Meter,
    private readonly width: number,
    private readonly write: Write,
  ) {
    super(nullable, meter)
  }

  protected value(cell: NonNullable<Native>): void {
    this.write(this.#bytes.reserve(this.width), this.#bytes.length, cell)
    this.#advance()
  }

  protected blank(): void {
    this.#bytes.reserve(this.width).fill(0, this.#bytes.length, this.#bytes.length + this.width)
    this.#advance()
  }

  #advance(): void {
    this.#bytes.advance(this.width)
    this.meter.bytes += this.width
  }

  protected finishValues({ buffers }: Parts): void {
    buffers.push(this.#bytes.view())
  }

  protected clearValues(): void {
    this.#bytes.clear()
  }
}

/** The builder for a column of this type; undefined when its values differ in width or are no bytes. */
export function fixedBuilder(type: Type, nullable: boolean, meter: Meter): ArrayBuilder | undefined {
  const fixed = (width: number, write: Write): ArrayBuilder => new FixedBuilder(nullable, meter, width, write)
  switch (type.kind) {
    case 'int':
      return fixed(type.bits / 8, type.signed ? SIGNED[type.bits] : UNSIGNED[type.bits])
    case 'float':
      return fixed(type.bits / 8, FLOATS[type.bits])
    case 'date':
      return type.layout === 'large' ? fixed(8, milliseconds) : fixed(4, SIGNED[32])
    case 'time':
      return type.unit === 's' || type.unit === 'ms' ? fixed(4, ticks32) : fixed(8, SIGNED[64])
    case 'timestamp':
    case 'duration':
      return fixed(8, SIGNED[64])
    case 'decimal': {
      const bits = type.layout ?? decimalBits(type.precision)
      return bits === 32 ? fixed(4, ticks32) : fixed(bits / 8, wide(bits / 64))
    }
    case 'interval':
      if (type.unit === undefined) return fixed(16, interval)
      return type.unit === 'year-month' ? fixed(4, months) : fixed(8, daysAndMilliseconds)
    case 'uuid':
      return fixed(16, copy)
    case 'bytes':
      return type.fixed === undefined ? undefined : fixed(type.fixed, copy)
    default:
      return undefined
  }
}

const copy: Write = (buffer, at, cell) => void buffer.set(cell as Uint8Array, at)
const SIGNED: Record<8 | 16 | 32 | 64, Write> = {
  8: (buffer, at, cell) => buffer.writeInt8(cell as number, at),
  16: (buffer, at, cell) => buffer.writeInt16LE(cell as number, at),
  32: (buffer, at, cell) => buffer.writeInt32LE(cell as number, at),
  64: (buffer, at, cell) => buffer.writeBigInt64LE(cell as bigint, at),
}
const UNSIGNED: Record<8 | 16 | 32 | 64, Write> = {
  8: (buffer, at, cell) => buffer.writeUInt8(cell as number, at),
  16: (buffer, at, cell) => buffer.writeUInt16LE(cell as number, at),
  32: (buffer, at, cell) => buffer.writeUInt32LE(cell as number, at),
  64: (buffer, at, cell) => buffer.writeBigUInt64LE(cell as bigint, at),
}
const FLOATS: Record<16 | 32 | 64, Write> = {
  16: (buffer, at, cell) => buffer.writeUInt16LE(halfBits(cell as number), at),
  32: (buffer, at, cell) => buffer.writeFloatLE(cell as number, at),
  64: (buffer, at, cell) => buffer.writeDoubleLE(cell as number, at),
}
const milliseconds: Write = (buffer, at, cell) => buffer.writeBigInt64LE(BigInt(cell as number) * 86_400_000n, at)
const ticks32: Write = (buffer, at, cell) => buffer.writeInt32LE(Number(cell), at)

/** Two's complement in `words` words of 64 bits, lowest first. */
function wide(words: number): Write {
  return (buffer, at, cell) => {
    let rest = cell as bigint
    for (let i = 0; i < words; i++) {
      buffer.writeBigInt64LE(BigInt.asIntN(64, rest), at + i * 8)
      rest >>= 64n
    }
  }
}

const interval: Write = (buffer, at, cell) => {
  const { months, days, millis, nanos = 0 } = cell as Interval
  buffer.writeInt32LE(months, at)
  buffer.writeInt32LE(days, at + 4)
  buffer.writeBigInt64LE(BigInt(millis) * 1_000_000n + BigInt(nanos), at + 8)
}

const months: Write = (buffer, at, cell) => buffer.writeInt32LE((cell as Interval).months, at)
const daysAndMilliseconds: Write = (buffer, at, cell) => {
  buffer.writeInt32LE((cell as Interval).days, at)
  buffer.writeInt32LE((cell as Interval).millis, at + 4)
}
