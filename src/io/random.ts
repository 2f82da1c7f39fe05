// Reading by offsets from an open file.
import fs from 'node:fs'
import { badFile } from '../record/fault.js'
import type { RandomAccess } from '../registry/ports.js'
import { inputFault } from './errno.js'

/** Fills `target` from `position` on, at most up to `end`; 0 is the end. Throws a `Fault` that names `name`. */
export function readAt(name: string, fd: number, target: Uint8Array, position: number, end: number): number {
  try {
    return fs.readSync(fd, target, 0, Math.min(target.length, end - position), position)
  } catch (error) {
    throw inputFault(name, error)
  }
}

/** The first `size` bytes of `fd`. Every answer has memory of its own; offsets outside of the file are bad input. */
export function randomAccess(name: string, fd: number, size: number): RandomAccess {
  return {
    size,
    async read(start, end) {
      if (start < 0 || end > size || start > end) {
        throw badFile(name, `truncated or corrupt: bytes ${start} to ${end} are asked for, it has ${size}`)
      }
      // Not from the pool that small Buffers share: callers take `.buffer`.
      const bytes = Buffer.allocUnsafeSlow(end - start)
      for (let done = 0; done < bytes.length; ) {
        const n = readAt(name, fd, bytes.subarray(done), start + done, size)
        if (n === 0) throw badFile(name, 'truncated while it was read')
        done += n
      }
      return bytes
    },
  }
}
