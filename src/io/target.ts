// The place that output goes to: standard output, a device or fifo, or a file that appears when it is complete.
import fs from 'node:fs'
import path from 'node:path'
import { outside } from '../record/fault.js'
import { isTerminal } from './environment.js'
import { codeOf, outputFault } from './errno.js'
import { openTemporary, release } from './temporary.js'

export interface Target {
  readonly name: string
  readonly fd: number
  /** Somebody may read what was written before it is complete: a pipe, a device. */
  readonly direct: boolean
  /** A person watches: nothing is gathered. */
  readonly watched: boolean
  commit(): void
  abort(): void
}

function standard(fd: number): Target {
  const name = ['stdin', 'stdout', 'stderr'][fd] ?? `/dev/fd/${fd}`
  const watched = fd === 1 && isTerminal(1)
  return { name, fd, direct: true, watched, commit() {}, abort() {} }
}

/** The descriptor that a name like `/dev/stdout` means. Opening it anew would write from the start of its file. */
function descriptorOf(file: string): number | undefined {
  if (file === '-' || file === '/dev/stdout') return 1
  if (file === '/dev/stderr') return 2
  const number = /^\/dev\/fd\/(\d{1,4})$/.exec(file)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Follows links, dangling ones too, to the file that is to be replaced: the link stays a link. */
function linked(file: string): string {
  let at = file
  for (let links = 0; fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink(); links++) {
    if (links === 40) throw outside(`${file}: too many symbolic links encountered`)
    at = path.resolve(path.dirname(at), fs.readlinkSync(at))
  }
  return at
}

function device(name: string): Target {
  const fd = fs.openSync(name, 'w')
  const close = () => fs.closeSync(fd)
  return { name, fd, direct: true, watched: false, commit: close, abort: close }
}

function replacing(name: string, old: fs.Stats | undefined): Target {
  const file = linked(name)
  // Renaming over a file asks only its directory; a file that may not be written is not replaced either.
  if (old !== undefined) fs.accessSync(file, fs.constants.W_OK)
  // Short enough for any file system, however long the name is.
  const prefix = path.join(path.dirname(file), `.${path.basename(file).slice(0, 40)}.`)
  const temporary = openTemporary(prefix, old === undefined ? 0o666 : 0o600)
  const { fd } = temporary
  let open = true
  const remove = () => {
    if (open) fs.closeSync(fd)
    open = false
    fs.rmSync(temporary.path, { force: true })
    release(temporary.path)
  }
  return {
    name,
    fd,
    direct: false,
    watched: false,
    commit() {
      try {
        if (old !== undefined) fs.fchmodSync(fd, old.mode & 0o7777)
        open = false
        fs.closeSync(fd)
        fs.renameSync(temporary.path, file)
        release(temporary.path)
      } catch (error) {
        remove()
        throw outputFault(name, error)
      }
    },
    abort: remove,
  }
}

/** Opens the place that `file` names; undefined and `-` are standard output. Throws a `Fault`, exit 5. */
export function openTarget(file: string | undefined): Target {
  const fd = file === undefined ? 1 : descriptorOf(file)
  if (fd !== undefined) return standard(fd)
  const name = file as string
  try {
    const stat = fs.statSync(name, { throwIfNoEntry: false })
    if (stat?.isDirectory() || name.endsWith('/')) throw outside(`${name}: is a directory`)
    return stat === undefined || stat.isFile() ? replacing(name, stat) : device(name)
  } catch (error) {
    throw codeOf(error) === undefined ? error : outputFault(name, error)
  }
}
