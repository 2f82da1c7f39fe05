// Writing to a descriptor: all of the bytes, whatever the system takes at once; and gathering small writes.
import fs from 'node:fs'
import { codeOf, outputFault } from './errno.js'
import { nap } from './wait.js'

/** Writes all of `bytes`, waiting for a slow reader. Throws a `Fault` (exit 5) that names `name`, or `ClosedPipe`. */
export function writeFully(name: string, fd: number, bytes: Uint8Array): void {
  let attempt = 0
  for (let done = 0; done < bytes.length; ) {
    try {
      done += fs.writeSync(fd, bytes, done, bytes.length - done)
      attempt = 0
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw outputFault(name, error)
      nap(attempt++)
    }
  }
}

/** Passes bytes on in order, small ones gathered to blocks of up to `capacity`, large ones as they are. */
export class Gather {
  readonly #buffer: Uint8Array
  #length = 0

  constructor(
    capacity: number,
    private readonly out: (bytes: Uint8Array) => void,
  ) {
    this.#buffer = new Uint8Array(capacity)
  }

  add(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) this.flush()
    if (bytes.length >= this.#buffer.length) {
      this.out(bytes)
      return
    }
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  flush(): void {
    const length = this.#length
    if (length === 0) return
    this.#length = 0
    this.out(this.#buffer.subarray(0, length))
  }
}
