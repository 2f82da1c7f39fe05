// Progress on stderr: when it is a terminal and the work is long, or when asked for. Never in an output.
import type { SingleBar } from 'cli-progress'
import type { World } from '../registry/ports.js'
import type { Call } from './call.js'

/** Work is long from here on, in milliseconds. */
const LONG = 2000

export class Progress {
  #file = ''
  #records = 0
  #bar: SingleBar | undefined
  #loading = false
  #ended = false
  readonly #wanted: boolean
  readonly #started = Date.now()

  constructor(
    private readonly call: Call,
    world: World,
  ) {
    this.#wanted = !call.quiet && (call.progress || world.terminal)
  }

  file(name: string): void {
    this.#file = name
  }

  records(n: number): void {
    this.#records += n
    if (!this.#wanted) return
    if (this.#bar !== undefined) this.#bar.update(this.#records, { file: this.#file })
    else if (!this.#loading && (this.call.progress || Date.now() - this.#started > LONG)) void this.#begin()
  }

  async #begin(): Promise<void> {
    this.#loading = true
    const { default: progress } = await import('cli-progress')
    if (this.#ended) return
    // The number of records is not known beforehand: a running count, not a share.
    this.#bar = new progress.SingleBar({
      format: `sluice ${this.call.command}: {value} records, {file}`,
      noTTYOutput: true,
      notTTYSchedule: 2000,
    })
    this.#bar.start(0, this.#records, { file: this.#file })
  }

  end(): void {
    this.#ended = true
    this.#bar?.stop()
  }
}
