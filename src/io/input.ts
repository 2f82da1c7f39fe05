// Raw bytes of one input, before decompression: a regular file, or something that flows (pipe, terminal, socket).
import fs from 'node:fs'
import { badFile } from '../record/fault.js'
import { codeOf, inputFault } from './errno.js'
import { isGuarding } from './temporary.js'
import { idle, turn } from './wait.js'

/** Bytes as they lie in the file. */
export interface Input {
  readonly name: string
  /** Set when the bytes can be read by offsets from 0 to `size`. */
  readonly seekable: { readonly fd: number; readonly size: number } | undefined
  /** Fills `target` (not empty) from its start with at least one byte; 0 is the end. */
  read(target: Uint8Array): number | Promise<number>
  close(): void
}

/** What reads bytes for decoders and for whoever needs whole blocks. */
export interface Feed {
  readonly name: string
  read(target: Uint8Array): number | Promise<number>
}

/** Reads until `target` is full or the input ends, so that block borders do not depend on how a pipe was cut. */
export async function fill(feed: Feed, target: Uint8Array): Promise<number> {
  let length = 0
  while (length < target.length) {
    const read = feed.read(target.subarray(length))
    const n = typeof read === 'number' ? read : await read
    if (n === 0) break
    length += n
  }
  return length
}

// Synchronous reads alone would leave no moment in which a signal handler can run.
const BYTES_A_TURN = 1 << 24

const NOT_READY = -1

function readNow(name: string, fd: number, target: Uint8Array): number {
  try {
    return fs.readSync(fd, target, 0, target.length, null)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EAGAIN') return NOT_READY
    if (code === 'EOF') return 0
    throw inputFault(name, error)
  }
}

class FileInput implements Input {
  #sinceTurn = 0
  readonly #fd: number

  constructor(
    readonly name: string,
    fd: number,
    readonly seekable: Input['seekable'],
  ) {
    this.#fd = fd
  }

  read(target: Uint8Array): number | Promise<number> {
    if (this.#sinceTurn >= BYTES_A_TURN) return this.#afterTurn(target)
    const n = readNow(this.name, this.#fd, target)
    this.#sinceTurn += n
    return n
  }

  async #afterTurn(target: Uint8Array): Promise<number> {
    this.#sinceTurn = 0
    await turn()
    return this.read(target)
  }

  close(): void {
    if (this.#fd !== 0) fs.closeSync(this.#fd)
  }
}

/**
 * A second, non-blocking descriptor of what `fd` reads: the flag on `fd` itself would be seen by every process that
 * shares it. Undefined where the system cannot do so (sockets, and systems other than Linux).
 */
function withoutBlocking(fd: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return fs.openSync(`/proc/self/fd/${fd}`, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}

/**
 * Reads at once when bytes are there. While a temporary file must be removed on a signal, a blocking read on the main
 * thread would keep the signal waiting as long as the writer is silent: then an empty pipe is asked again in growing
 * steps, or, where that is impossible, read in the pool.
 */
class FlowInput implements Input {
  readonly seekable = undefined
  #sinceTurn = 0
  #blocking: number | undefined
  #polled: number | undefined
  #closed = false

  constructor(
    readonly name: string,
    private readonly path: string | undefined,
  ) {
    if (path === undefined) this.#opened(0)
  }

  #opened(fd: number): void {
    this.#blocking = fd
    this.#polled = withoutBlocking(fd)
  }

  read(target: Uint8Array): number | Promise<number> {
    if (this.#polled === undefined || this.#sinceTurn >= BYTES_A_TURN) return this.#later(target)
    const n = readNow(this.name, this.#polled, target)
    if (n === NOT_READY) return this.#wait(this.#polled, target)
    this.#sinceTurn += n
    return n
  }

  #wait(polled: number, target: Uint8Array): number | Promise<number> {
    // With no temporary file to remove, a signal ends the process as it should, also in a blocking read.
    const n = isGuarding() ? NOT_READY : readNow(this.name, this.#blocking as number, target)
    return n === NOT_READY ? this.#poll(polled, target) : n
  }

  async #later(target: Uint8Array): Promise<number> {
    // Opening a fifo waits for its writer: not on the main thread either.
    if (this.#blocking === undefined) this.#opened(await this.#open(this.path as string))
    if (this.#polled === undefined) return this.#inPool(this.#blocking as number, target)
    if (this.#sinceTurn >= BYTES_A_TURN) {
      this.#sinceTurn = 0
      await turn()
    }
    return this.read(target)
  }

  async #poll(fd: number, target: Uint8Array): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      await idle(attempt)
      if (this.#closed) return 0
      const n = readNow(this.name, fd, target)
      if (n !== NOT_READY) return n
    }
  }

  #inPool(fd: number, target: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.read(fd, target, 0, target.length, null, (error, n) => {
        if (error === null) resolve(n)
        else if (error.code === 'EOF') resolve(0)
        else if (error.code === 'EAGAIN') this.#poll(fd, target).then(resolve, reject)
        else reject(inputFault(this.name, error))
      })
    })
  }

  #open(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      fs.open(path, 'r', (error, fd) => (error === null ? resolve(fd) : reject(inputFault(this.name, error))))
    })
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    if (this.#polled !== undefined) fs.closeSync(this.#polled)
    if (this.#blocking !== undefined && this.#blocking !== 0) fs.closeSync(this.#blocking)
  }
}

/** Opens `path`, `-` being standard input. Throws a `Fault`: exit 3 for what cannot be an input, 5 for the disk. */
export function openInput(path: string): Input {
  const name = path === '-' ? 'stdin' : path
  try {
    const stat = path === '-' ? fs.fstatSync(0) : fs.statSync(path)
    if (stat.isDirectory()) throw badFile(name, 'is a directory')
    if (!stat.isFile()) {
      if (path !== '-') fs.accessSync(path, fs.constants.R_OK)
      return new FlowInput(name, path === '-' ? undefined : path)
    }
    // Where standard input stands in its file cannot be asked, so offsets are no use there.
    if (path === '-') return new FileInput(name, 0, undefined)
    const fd = fs.openSync(path, 'r')
    const { size } = fs.fstatSync(fd)
    // The files of /proc say 0 and are not empty.
    return new FileInput(name, fd, size > 0 ? { fd, size } : undefined)
  } catch (error) {
    throw inputFault(name, error)
  }
}
