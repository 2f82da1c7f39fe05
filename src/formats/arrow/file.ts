// The file form: the footer says where dictionaries and record batches stand, and only the columns needed are read of them.

import type { Stretch } from '../../record/columns.js'
import { badFile } from '../../record/fault.js'
import type { Needs } from '../../registry/format.js'
import type { RandomAccess } from '../../registry/ports.js'
import { type Block, footerOf, type Message, messageOf, type Region } from './metadata.js'
import { outOfBody } from './stream.js'
import { Batches, type Body } from './stretch.js'

export const MAGIC = Buffer.from('ARROW1')
/** The length of the footer, and the magic. */
const TAIL = 4 + MAGIC.length
/** The magic, padded. */
const HEAD = 8

/** The record batches of a file, in the order of its footer. Throws a `Fault` that names `file`. */
export async function* fileStretches(file: string, random: RandomAccess, needs: Needs): AsyncGenerator<Stretch> {
  const { fields, dictionaries, batches: blocks } = await footer(file, random)
  const batches = new Batches(file, fields, needs, 0)
  for (const block of dictionaries) {
    const message = await messageAt(file, random, block)
    if (message.kind !== 'dictionary') throw misplaced(file)
    await batches.define(message, bodyOf(file, random, block), false)
  }
  for (const block of blocks) {
    const message = await messageAt(file, random, block)
    if (message.kind !== 'batch') throw misplaced(file)
    yield await batches.stretch(message.batch, bodyOf(file, random, block))
  }
  if (batches.empty) yield batches.none()
}

const misplaced = (file: string): Error => badFile(file, 'corrupt: the Arrow footer points to something else')

async function footer(file: string, random: RandomAccess) {
  const { size } = random
  if (size < HEAD + TAIL) throw badFile(file, 'cut: an Arrow file without footer')
  const tail = Buffer.from(await random.read(size - TAIL, size))
  if (!tail.subarray(4).equals(MAGIC))
    throw badFile(file, 'cut or corrupt: an Arrow file that does not end with ARROW1')
  const length = tail.readInt32LE(0)
  if (length <= 0 || length > size - HEAD - TAIL) throw badFile(file, 'corrupt: an Arrow footer of impossible length')
  return footerOf(await random.read(size - TAIL - length, size - TAIL), file)
}

async function messageAt(
  file: string,
  random: RandomAccess,
  { offset, metadataLength, bodyLength }: Block,
): Promise<Message> {
  if (metadataLength < 8 || offset < HEAD || offset + metadataLength + bodyLength > random.size) throw misplaced(file)
  const bytes = Buffer.from(await random.read(offset, offset + metadataLength))
  // Before Arrow 0.15 there was no continuation marker before the length.
  const start = bytes.readInt32LE(0) === -1 ? 8 : 4
  const message = messageOf(bytes.subarray(start), file)
  if (message.bodyLength !== bodyLength) throw misplaced(file)
  return message
}

/** Gaps up to this are read over: cheaper than another read. */
const GAP = 1 << 16

function bodyOf(file: string, random: RandomAccess, { offset: block, metadataLength, bodyLength }: Block): Body {
  const base = block + metadataLength
  return async (regions) => {
    const bytes = new Map<Region, Uint8Array>()
    const sorted = [...regions].sort((a, b) => a.offset - b.offset)
    for (let i = 0; i < sorted.length; ) {
      const { offset: from } = sorted[i] as Region
      let to = from
      let next = i
      for (; next < sorted.length && (sorted[next] as Region).offset <= to + GAP; next++)
        to = Math.max(to, (sorted[next] as Region).offset + (sorted[next] as Region).length)
      if (to > bodyLength) throw outOfBody(file)
      const run = await random.read(base + from, base + to)
      for (; i < next; i++) {
        const region = sorted[i] as Region
        bytes.set(region, run.subarray(region.offset - from, region.offset - from + region.length))
      }
    }
    return (region) => bytes.get(region) as Uint8Array
  }
}
