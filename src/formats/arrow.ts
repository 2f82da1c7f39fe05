// Arrow IPC, as files (Feather version 2) and as streams, record batch by record batch.
import { Columns } from '../record/columns.js'
import { badFile } from '../record/fault.js'
import { type Cleared, Sealed } from '../record/gate.js'
import type { Decoding, Encoding, Format } from '../registry/format.js'
import type { Source } from '../registry/ports.js'
import { fileStretches, MAGIC } from './arrow/file.js'
import { beginsSchema } from './arrow/metadata.js'
import { streamStretches } from './arrow/stream.js'

const arrow: Format = {
  summary: 'Arrow IPC, a file (Feather 2) or a stream',
  sniff: (head) => startsWith(head, MAGIC) || isStream(head),
  decode,
  encode,
}
export default arrow

const startsWith = (head: Uint8Array, magic: Uint8Array): boolean =>
  head.length >= magic.length && magic.every((byte, i) => head[i] === byte)

const CONTINUES = Buffer.from([0xff, 0xff, 0xff, 0xff])

function isStream(head: Uint8Array): boolean {
  return startsWith(head, CONTINUES) && beginsSchema(head.subarray(8))
}

async function* decode(source: Source, { needs }: Decoding): AsyncIterable<Sealed> {
  const head = await source.peek(MAGIC.length)
  if (startsWith(head, Buffer.from('FEA1')))
    throw badFile(source.name, 'Feather version 1, which is not Arrow IPC, is not read')
  const stretches = startsWith(head, MAGIC)
    ? fileStretches(source.name, await source.random(), needs)
    : streamStretches(source, needs)
  for await (const stretch of stretches) yield new Sealed(new Columns(stretch))
}

async function* encode(batches: AsyncIterable<Cleared>, how: Encoding): AsyncIterable<Uint8Array> {
  // Lazy: only writing needs the Arrow library.
  yield* (await import('./arrow/write.js')).encode(batches, how)
}
