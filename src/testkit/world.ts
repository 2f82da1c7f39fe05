// Whole command lines in tests: in process, over the real files with the standard streams gathered, or as a real process.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { main } from '../cli/main.js'
import { openSource } from '../io/source.js'
import { realWorld } from '../io/world.js'
import type { Sink, World } from '../registry/ports.js'

const bin = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url))
const bundle = fileURLToPath(new URL('../../dist/cli/sluice.cjs', import.meta.url))

export interface Outcome {
  readonly out: Buffer
  readonly err: string
  readonly code: number
}

/**
 * Runs a command line (arguments after `sluice`) in `folder`. Standard input is the file `stdin` of the folder; without one
 * the command must not ask for it.
 */
export type Runner = (args: readonly string[], folder: string) => Promise<Outcome>

/** Through `main`, in this process, which changes into the folder and back. `env` is all of the environment. */
export const inProcess = async (
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  const out: Buffer[] = []
  let err = ''
  const stdout: Sink = {
    write: (bytes) => {
      out.push(Buffer.from(bytes))
    },
    commit: async () => {},
    abort: () => {},
  }
  const real = realWorld()
  const world: World = {
    ...real,
    env,
    terminal: false,
    open: (path) => openSource(path === '-' ? 'stdin' : path),
    sink: (path, options) => (path === undefined || path === '-' ? stdout : real.sink(path, options)),
    stderr: (text) => {
      err += text
    },
  }
  const before = process.cwd()
  process.chdir(folder)
  try {
    const code = await main(args, world)
    return { out: Buffer.concat(out), err, code }
  } finally {
    process.chdir(before)
  }
}

/** Through `bin/sluice.js`, as a process of its own. Fails when there is no build. */
export const throughBin: Runner = (args, folder) =>
  run(process.execPath, [built(), ...args], folder, fs.existsSync(`${folder}/stdin`) ? `${folder}/stdin` : '/dev/null')

/** A line of shell in which `sluice` is ours. */
export const throughShell = (line: string, folder: string): Promise<Outcome> =>
  run(
    'sh',
    ['-c', `sluice() { ${JSON.stringify(process.execPath)} ${JSON.stringify(built())} "$@"; }\n${line}`],
    folder,
    '/dev/null',
  )

function built(): string {
  if (!fs.existsSync(bundle)) throw new Error('dist is missing: run `make build` first')
  return bin
}

function run(program: string, args: readonly string[], cwd: string, stdin: string): Promise<Outcome> {
  const input = fs.openSync(stdin, 'r')
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SLUICE_')))
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: [input, 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
    child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const ended = code ?? (signal === 'SIGPIPE' ? 141 : 1)
      resolve({ out: Buffer.concat(out), err: Buffer.concat(err).toString(), code: ended })
    })
    fs.closeSync(input)
  })
}
