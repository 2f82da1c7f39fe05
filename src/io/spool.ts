// A temporary file that grows, and can be read from its start as often as needed.
import fs from 'node:fs'
import path from 'node:path'
import type { RandomAccess, Source, Spool } from '../registry/ports.js'
import { temporaryFolder } from './environment.js'
import { codeOf, outputFault } from './errno.js'
import { randomAccess, readAt } from './random.js'
import { openTemporary, release } from './temporary.js'
import { Gather, writeFully } from './write.js'

const GATHERED = 1 << 18

/** Opens an empty spool in the system's folder for temporary files. Throws a `Fault`, exit 5. */
export function openSpool(): Spool {
  return new FileSpool()
}

export class FileSpool implements Spool {
  readonly #name: string
  readonly #fd: number
  /** Undefined when the file has no name any more. */
  readonly #path: string | undefined
  readonly #gather: Gather
  #size = 0
  #released = false

  constructor() {
    const folder = temporaryFolder()
    this.#name = `temporary file in ${folder}`
    try {
      const { path: file, fd } = openTemporary(path.join(folder, 'sluice-'), 0o600)
      this.#fd = fd
      this.#path = unlinked(file) ? undefined : file
    } catch (error) {
      throw outputFault(this.#name, error)
    }
    this.#gather = new Gather(GATHERED, (bytes) => writeFully(this.#name, this.#fd, bytes))
  }

  write(bytes: Uint8Array): void {
    this.#gather.add(bytes)
    this.#size += bytes.length
  }

  source(name: string): Source {
    this.#gather.flush()
    return new SpoolSource(name, this.#fd, this.#size)
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    fs.closeSync(this.#fd)
    if (this.#path === undefined) return
    fs.rmSync(this.#path, { force: true })
    release(this.#path)
  }
}

/** An open file without a name cannot outlive the process. Windows does not allow it. */
function unlinked(file: string): boolean {
  try {
    fs.unlinkSync(file)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
  release(file)
  return true
}

/** Every source has a position of its own; the spool owns the descriptor. */
class SpoolSource implements Source {
  #position = 0

  constructor(
    readonly name: string,
    private readonly fd: number,
    private readonly size: number,
  ) {}

  async peek(length: number): Promise<Uint8Array> {
    return randomAccess(this.name, this.fd, this.size).read(
      this.#position,
      Math.min(this.#position + length, this.size),
    )
  }

  read(target: Uint8Array): number {
    const n = readAt(this.name, this.fd, target, this.#position, this.size)
    this.#position += n
    return n
  }

  async random(): Promise<RandomAccess> {
    return randomAccess(this.name, this.fd, this.size)
  }

  close(): void {}
}
