// Progress on stderr: when it is a terminal and the work is long, or when asked for. Never in an output.
import type { SingleBar } from 'cli-progress'
import type { Source, World } from '../registry/ports.js'
import type { Call } from './call.js'

/** Work is long from here on, in milliseconds. */
const LONG = 2000

export class Progress {
  #file = ''
  #filesDone = 0
  #records = 0
  #bytes = 0
  #bar: SingleBar | undefined
  #loading = false
  #ended = false
  readonly #wanted: boolean
  readonly #started = Date.now()

  constructor(
    private readonly call: Pick<Call, 'command' | 'inputs' | 'documents' | 'quiet' | 'progress'>,
    world: Pick<World, 'terminal'>,
  ) {
    this.#wanted = !call.quiet && (call.progress || world.terminal)
  }

  /** The source to read from now on: its bytes are counted when somebody is to see them. */
  file(source: Source): Source {
    this.#file = source.name
    return this.#wanted ? new Counted(source, (n) => this.#count(n)) : source
  }

  fileDone(): void {
    this.#filesDone++
    this.#show()
  }

  records(n: number): void {
    this.#records += n
    this.#show()
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    // A large document is one record, which comes late.
    this.#show()
  }

  /** What the bar says after `seconds` of work: files done of all, records, MB (10^6 bytes, decompressed) and their rate. */
  text(seconds: number): string {
    const { inputs, documents } = this.call
    const mb = this.#bytes / 1e6
    const rate = seconds > 0 ? [`${(mb / seconds).toFixed(1)} MB/s`] : []
    return [
      ...(inputs.length > 1 ? [`${this.#filesDone} of ${inputs.length} files`] : []),
      `${this.#records} ${documents ? 'document' : 'record'}${this.#records === 1 ? '' : 's'}`,
      `${mb.toFixed(1)} MB`,
      ...rate,
      this.#file,
    ].join(', ')
  }

  #show(): void {
    if (!this.#wanted) return
    if (this.#bar !== undefined) this.#bar.update(this.#records, { text: this.#now() })
    else if (!this.#loading && (this.call.progress || Date.now() - this.#started > LONG)) void this.#begin()
  }

  #now(): string {
    return this.text((Date.now() - this.#started) / 1000)
  }

  async #begin(): Promise<void> {
    this.#loading = true
    const { default: progress } = await import('cli-progress')
    if (this.#ended) return
    // The number of records is not known beforehand: a running count, not a share.
    this.#bar = new progress.SingleBar({
      format: `sluice ${this.call.command}: {text}`,
      noTTYOutput: true,
      notTTYSchedule: 2000,
    })
    this.#bar.start(0, this.#records, { text: this.#now() })
  }

  end(): void {
    this.#ended = true
    this.#bar?.stop()
  }
}

/** A source that tells how many bytes were read of it. */
class Counted implements Source {
  readonly name: string

  constructor(
    private readonly source: Source,
    private readonly count: (bytes: number) => void,
  ) {
    this.name = source.name
  }

  peek(length: number): Promise<Uint8Array> {
    return this.source.peek(length)
  }

  read(target: Uint8Array): number | Promise<number> {
    const n = this.source.read(target)
    if (typeof n !== 'number') return this.#later(n)
    this.count(n)
    return n
  }

  async #later(read: Promise<number>): Promise<number> {
    const n = await read
    this.count(n)
    return n
  }

  async random(): ReturnType<Source['random']> {
    const inner = await this.source.random()
    return {
      size: inner.size,
      read: async (start, end) => {
        this.count(end - start)
        return inner.read(start, end)
      },
    }
  }

  close(): void {
    this.source.close()
  }
}
