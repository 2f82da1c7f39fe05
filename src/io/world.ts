// The real outside world, put together for the roof.
import fs from 'node:fs'
import path from 'node:path'
import type { World } from '../registry/ports.js'
import { env, isTerminal } from './environment.js'
import { codeOf } from './errno.js'
import { ClosedPipe, openSink } from './sink.js'
import { openSource } from './source.js'
import { openSpool } from './spool.js'
import { writeStderr } from './stderr.js'
import { listFolder } from './walk.js'

export function realWorld(): World {
  return {
    env: env(),
    terminal: isTerminal(2),
    open: openSource,
    isFile,
    list: listFolder,
    identity,
    sink: (file, options) => openSink(file, options),
    spool: openSpool,
    stderr: writeStderr,
    ask: async (url, question) => (await import('./ask.js')).ask(url, question),
    isClosedPipe: (error) => error instanceof ClosedPipe,
  }
}

function identity(file: string): string {
  try {
    return fs.realpathSync(file)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    // Not there yet: its folder may be.
    const folder = path.dirname(path.resolve(file))
    const real = fs.existsSync(folder) ? fs.realpathSync(folder) : folder
    return path.join(real, path.basename(file))
  }
}

/** A path that may not be looked at is none here: opening it tells what is wrong. */
function isFile(file: string): boolean | undefined {
  if (file === '-') return false
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile()
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return undefined
  }
}
