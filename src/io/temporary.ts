// Names of temporary files that must be gone when the process ends, however it ends (but for SIGKILL).
import fs from 'node:fs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const paths = new Set<string>()

function removeAll(): void {
  for (const path of paths) fs.rmSync(path, { force: true })
  paths.clear()
}

// Ends by the same signal, so that a shell sees 128 + its number and stops its loop on Ctrl-C.
function onSignal(signal: NodeJS.Signals): void {
  removeAll()
  unwatch()
  process.kill(process.pid, signal)
}

function watch(): void {
  process.on('exit', removeAll)
  for (const signal of SIGNALS) process.on(signal, onSignal)
}

function unwatch(): void {
  process.off('exit', removeAll)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

function guard(path: string): void {
  if (paths.size === 0) watch()
  paths.add(path)
}

/** `path` is no temporary file any more: renamed, or removed. */
export function release(path: string): void {
  if (paths.delete(path) && paths.size === 0) unwatch()
}

/** Whether there are files that must be gone when the process ends. */
export const isGuarding = (): boolean => paths.size > 0

let count = 0

/**
 * Makes a new file, `prefix` followed by the process and a number, that is removed with the process unless released.
 * Throws the system's error.
 */
export function openTemporary(prefix: string, mode: number): { path: string; fd: number } {
  for (;;) {
    const path = `${prefix}${process.pid}-${++count}`
    // Before it exists: a signal may come right after.
    guard(path)
    try {
      return { path, fd: fs.openSync(path, 'wx+', mode) }
    } catch (error) {
      release(path)
      // Left by a killed process that had the same number.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
