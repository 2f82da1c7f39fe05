// The stream form: messages one after the other, each with its body, up to an end marker. One batch is in memory at a time.

import type { Stretch } from '../../record/columns.js'
import { badFile } from '../../record/fault.js'
import type { Needs } from '../../registry/format.js'
import type { Source } from '../../registry/ports.js'
import { messageOf } from './metadata.js'
import { Batches, type Body } from './stretch.js'

const CONTINUES = -1
/** Metadata is never longer; text read as a length is. */
const MOST_METADATA = 1 << 28
/** Memory taken at once for a body; more only when so many bytes have really come. */
const STEP = 1 << 24

/**
 * The record batches of a stream, or of streams one after the other. Throws a `Fault` for a stream that ends without its end
 * marker: it cannot be told from one that was cut between two batches.
 */
export async function* streamStretches(source: Source, needs: Needs): AsyncGenerator<Stretch> {
  const intake = new Intake(source)
  let batches: Batches | undefined
  let before = 0
  for (;;) {
    const length = await intake.metadataLength()
    if (length === undefined) {
      if (batches === undefined) return
      throw badFile(source.name, 'cut: the end marker of the Arrow stream is missing')
    }
    if (length === 0) {
      if (batches?.empty) yield batches.none()
      before = batches?.before ?? before
      batches = undefined
      continue
    }
    const message = messageOf(await intake.exactly(length), source.name)
    if (message.kind === 'schema') {
      if (batches !== undefined) throw badFile(source.name, 'a second schema within an Arrow stream')
      batches = new Batches(source.name, message.fields, needs, before)
      await intake.exactly(message.bodyLength)
    } else if (batches === undefined) throw badFile(source.name, 'an Arrow stream that does not begin with a schema')
    else if (message.kind === 'dictionary') {
      await batches.define(message, bodyOf(Buffer.from(await intake.exactly(message.bodyLength)), source.name), true)
    } else yield await batches.stretch(message.batch, bodyOf(await intake.exactly(message.bodyLength), source.name))
  }
}

function bodyOf(bytes: Buffer, file: string): Body {
  return async (regions) => {
    if (regions.some(({ offset, length }) => offset + length > bytes.length)) throw outOfBody(file)
    return ({ offset, length }) => bytes.subarray(offset, offset + length)
  }
}

export const outOfBody = (file: string): Error => badFile(file, 'corrupt: an Arrow buffer lies outside of its message')

class Intake {
  #bytes = Buffer.allocUnsafeSlow(1 << 16)

  constructor(private readonly source: Source) {}

  /** Length of the next message's metadata; 0 is an end marker, undefined the end of the input. */
  async metadataLength(): Promise<number | undefined> {
    const first = await this.#read(4)
    if (first === 0) return undefined
    if (first < 4) throw this.#cut()
    let length = this.#bytes.readInt32LE(0)
    if (length === CONTINUES) length = (await this.exactly(4)).readInt32LE(0)
    if (length < 0 || length > MOST_METADATA)
      throw badFile(this.source.name, 'is not Arrow: neither a file nor a stream begins so')
    return length
  }

  /** The next `n` bytes. They are overwritten by the next read. */
  async exactly(n: number): Promise<Buffer> {
    if ((await this.#read(n)) < n) throw this.#cut()
    return this.#bytes.subarray(0, n)
  }

  #cut(): Error {
    return badFile(this.source.name, 'cut: it ends within an Arrow message')
  }

  /** Reads up to `n` bytes into the start of the buffer; fewer only at the end of the input. */
  async #read(n: number): Promise<number> {
    let length = 0
    while (length < n) {
      const room = Math.min(n, Math.max(this.#bytes.length, length + STEP))
      if (room > this.#bytes.length) this.#grow(room, length)
      const read = this.source.read(this.#bytes.subarray(length, room))
      const more = typeof read === 'number' ? read : await read
      if (more === 0) break
      length += more
    }
    return length
  }

  #grow(room: number, keep: number): void {
    const grown = Buffer.allocUnsafeSlow(room)
    this.#bytes.copy(grown, 0, 0, keep)
    this.#bytes = grown
  }
}
