// Drives a format in tests: bytes in pieces of any size, through the gate, to JSON or to bytes.

import { openSpool } from '../io/spool.js'
import { Bytes } from '../record/bytes.js'
import type { Fault } from '../record/fault.js'
import { type Cleared, Gate, type Policy } from '../record/gate.js'
import { Path } from '../record/path.js'
import type { Decoding, Format } from '../registry/format.js'
import type { Source } from '../registry/ports.js'
import { Pieces } from './splitter.js'

export const policy: Policy = {
  failOnRestricted: false,
  labelFields: [],
  labels: [],
  unlabelled: 'open',
  keeps: false,
  chunkId: Path.anyOf('chunk_id', ['chunk_id', 'id', '_id']),
  docId: Path.of('doc_id'),
}

/** A source over bytes that hands out at most `piece` of them at a time. */
export function sourceOf(bytes: Uint8Array | string, name = 'input', piece?: number): Source {
  return new Pieces(Buffer.from(bytes), name, piece)
}

/** Rejected records: what is wrong, and their bytes. */
export type Rejected = { message: string; raw: string | undefined }[]

function decoding(gate: Gate, paths: readonly string[], rejected: Rejected | undefined): Decoding {
  const reject = (fault: Fault, raw?: Uint8Array): void => {
    if (rejected === undefined) throw fault
    rejected.push({ message: fault.message, raw: raw && Buffer.from(raw).toString() })
  }
  return { needs: { paths: [...gate.paths, ...paths.map(Path.of)], labels: gate.names }, reject }
}

/** Batches of one or more sources as a command sees them. Without `rejected`, a bad record throws. */
export async function* batchesOf(
  format: Format,
  sources: readonly Source[],
  rejected?: Rejected,
): AsyncGenerator<Cleared> {
  const gate = new Gate(policy)
  for (const source of sources) {
    const { decode } = format as Required<Format>
    for await (const batch of decode(source, decoding(gate, ['score'], rejected))) yield gate.admit(batch)
    source.close()
  }
}

/** All records as JSON texts, with where each stands. */
export async function jsonOf(format: Format, source: Source, rejected?: Rejected): Promise<string[]> {
  const lines: string[] = []
  const out = new Bytes()
  for await (const batch of batchesOf(format, [source], rejected)) {
    await batch.load()
    for (let i = 0; i < batch.size; i++) {
      out.clear()
      batch.json(i, out)
      const { unit, n } = batch.at(i)
      lines.push(`${unit} ${n} ${out.view()}`)
    }
  }
  return lines
}

/** What a format writes of batches. */
export async function written(format: Format, batches: AsyncIterable<Cleared>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const { encode } = format as Required<Format>
  for await (const chunk of encode(batches, { name: 'output', spool: openSpool })) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The records for which `keep` holds, counted from 0 over all batches. */
export async function* kept(batches: AsyncIterable<Cleared>, keep: (n: number) => boolean): AsyncGenerator<Cleared> {
  let n = 0
  for await (const batch of batches) {
    const rows = Array.from({ length: batch.size }, (_, i) => i).filter(() => keep(n++))
    yield batch.select(Int32Array.from(rows)) as Cleared
  }
}

/** The fault that ends an iteration, and what came before it. */
export async function faultOf(run: Promise<unknown>): Promise<{ code: number; message: string }> {
  try {
    await run
  } catch (error) {
    const { code, message } = error as Fault
    return { code, message }
  }
  throw new Error('expected a fault')
}
