// Records whose fields are known only when the last one has come: kept in a temporary file until then.
import type { Batch } from '../../record/batch.js'
import type { Spool } from '../../registry/ports.js'
import { Block } from '../block.js'
import { fieldsOf, jsonOf } from './record.js'

const LENGTH = 4

export class SpooledRecords {
  /** All top-level fields in the order in which they first appeared. */
  readonly names = new Set<string>()
  readonly #length = Buffer.alloc(LENGTH)

  constructor(readonly spool: Spool) {}

  add(batch: Batch): void {
    for (const [, json] of jsonOf(batch)) {
      fieldsOf(json, (name) => this.names.add(name))
      this.#length.writeUInt32LE(json.length)
      this.spool.write(this.#length)
      this.spool.write(json)
    }
  }

  /** The records as JSON, each valid until the next. */
  async *records(): AsyncGenerator<Buffer> {
    const block = new Block(this.spool.source('temporary file'))
    for (;;) {
      while (!block.ended && !holdsRecord(block)) await block.fill()
      if (block.from === block.to) return
      const start = block.from + LENGTH
      block.from = start + block.bytes.readUInt32LE(block.from)
      yield block.bytes.subarray(start, block.from)
    }
  }
}

function holdsRecord({ bytes, from, to }: Block): boolean {
  return to - from >= LENGTH && to - from >= LENGTH + bytes.readUInt32LE(from)
}
