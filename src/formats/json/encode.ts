// Records to a JSON array. Items of an array pass as slices, with what parted them; all others stand one on a line.
import type { Native } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import type { Cleared } from '../../record/gate.js'
import { skipSpace } from '../../record/json.js'

const OPEN = 0x5b
const COMMA = 0x2c
const CHUNK = 1 << 16

/** Writes `[\n{...},\n{...}\n]\n`, without records `[]\n`; an array of which all is kept byte for byte as it was. */
export async function* encodeArray(batches: AsyncIterable<Cleared>): AsyncGenerator<Uint8Array> {
  const out = new Bytes()
  const writer = new ArrayWriter(out)
  for await (const batch of batches) {
    if (batch.native?.format === 'json') writer.pass(batch.native)
    else {
      await batch.load()
      for (let i = 0; i < batch.size; i++) {
        writer.record(batch, i)
        if (out.length < CHUNK) continue
        yield out.view()
        out.clear()
      }
    }
    if (out.length > 0) yield out.view()
    out.clear()
  }
  writer.end()
  if (out.length > 0) yield out.view()
}

class ArrayWriter {
  #opened = false
  #any = false
  /** What closes the array as its last file did. */
  #tail: Uint8Array | undefined
  /** A file of white space: kept when nothing else comes. */
  #bare: Uint8Array | undefined

  constructor(readonly out: Bytes) {}

  /** Slices begin with the comma that parts them from the item before, in all but the first of a file. */
  pass({ head, tail, runs }: Native): void {
    if (!head.includes(OPEN)) {
      this.#bare = head
      return
    }
    if (!this.#opened) this.out.slice(head)
    this.#opened = true
    runs((bytes, start, end) => {
      const at = skipSpace(bytes, start)
      const comma = bytes[at] === COMMA
      if (this.#any && !comma) this.out.byte(COMMA)
      this.out.slice(bytes, comma && !this.#any ? at + 1 : start, end)
      this.#any = true
      this.#tail = undefined
    })
    if (tail.length > 0) this.#tail = tail
  }

  record(batch: Cleared, i: number): void {
    this.out.text(this.#any ? ',\n' : this.#opened ? '\n' : '[\n')
    batch.json(i, this.out)
    this.#opened = true
    this.#any = true
    this.#tail = undefined
  }

  end(): void {
    if (this.#opened) this.out.slice(this.#tail ?? Buffer.from(this.#any ? '\n]\n' : ']\n'))
    else this.out.slice(this.#bare ?? Buffer.from('[]\n'))
  }
}
