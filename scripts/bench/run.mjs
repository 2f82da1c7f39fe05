// Runs one process on one core, and says how long the whole of it took and how much memory it held at its peak.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const pin = works('taskset', '-c', '0', 'true') ? ['taskset', '-c', '0'] : []
export const pinned = pin.length > 0
/** The version of jq, or null where there is none. */
export const jq = spawnSync('jq', ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? null
export const peer = (name) => fileURLToPath(new URL(`peers/${name}.mjs`, import.meta.url))

/** Peak resident MB of a process or of the largest of its children, so far; 0 where there is no /proc or it has ended. */
function peak(pid) {
  try {
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return Math.max(own / 1e6, ...children.map(peak))
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(error.code)) return 0
    throw error
  }
}

/**
 * Runs `argv` with its output to a file (default: nowhere). The peak is the kernel's own high-water mark, looked up every 5 ms.
 * @returns {Promise<{ seconds: number, mb: number }>} wall time from the start to the end; MB is 10^6 bytes
 */
export async function run(argv, output = devNull) {
  const [command, ...args] = [...pin, ...argv]
  const out = openSync(output, 'w')
  const start = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', out, 'pipe'] })
  closeSync(out)
  let mb = 0
  let said = ''
  const timer = setInterval(() => {
    mb = Math.max(mb, peak(child.pid))
  }, 5)
  child.stderr.on('data', (block) => {
    said = (said + block).slice(-500)
  })
  try {
    const ended = await new Promise((done, fail) => {
      child.once('error', fail)
      child.once('exit', (code, signal) => done({ code, signal, seconds: (performance.now() - start) / 1000 }))
    })
    if (ended.code !== 0)
      throw new Error(`${argv.slice(0, 4).join(' ')}: ended with ${ended.code ?? ended.signal}: ${said.trim()}`)
    return { seconds: ended.seconds, mb }
  } finally {
    clearInterval(timer)
  }
}

/** Like `run`, of a process that times a part of its work itself and prints `{"seconds":N}`, by way of a file. */
export async function runTimed(argv, output) {
  const { mb } = await run(argv, output)
  return { ...JSON.parse(readFileSync(output, 'utf8')), mb }
}

/**
 * Runs every contender once a round, in turn; `how` is what runs it.
 * @returns {Promise<Record<string, { seconds: number, mb: number }[]>>} by name
 */
export async function race(contenders, rounds, how = run) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, argv] of Object.entries(contenders)) times[name].push(await how(argv))
  }
  return times
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The rows of one SQL statement, from DuckDB. */
export function query(sql) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [peer('duckdb'), sql], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`duckdb: ${stderr}`)
  return JSON.parse(stdout)
}
