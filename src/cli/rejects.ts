// The file of skipped records: one JSON object each, with place and reason, and the record itself unless the gate withholds it.
import type { Fault } from '../record/fault.js'
import type { Gate } from '../record/gate.js'
import type { Sink, World } from '../registry/ports.js'

export class Rejects {
  readonly #sink: Sink
  #done = false

  constructor(
    file: string,
    world: World,
    private readonly gate: Gate,
  ) {
    this.#sink = world.sink(file, { gzip: file.endsWith('.gz') })
  }

  keep({ at, field, reason }: Fault, raw: Uint8Array | undefined): void {
    const withheld = raw !== undefined && !this.gate.mayKeep(raw)
    const place = at === undefined ? {} : { file: at.file, [at.unit]: at.n }
    const record =
      raw === undefined || withheld
        ? { withheld }
        : {
            record: Buffer.from(raw)
              .toString('utf8')
              .replace(/\r?\n$/, ''),
          }
    void this.#sink.write(Buffer.from(`${JSON.stringify({ ...place, field, reason, ...record })}\n`))
  }

  async commit(): Promise<void> {
    await this.#sink.commit()
    this.#done = true
  }

  /** After a run that failed, nothing is left behind. */
  close(): void {
    if (!this.#done) this.#sink.abort()
  }
}
