// `make bench`: ours and the peers on the same data in one go, in turn, medians, each bar `met` or `missed`.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { WrongResult } from './check.mjs'
import { chunkSections } from './chunk-sections.mjs'
import { store } from './data.mjs'
import { jq, median, pinned, query, race } from './run.mjs'
import { sections } from './sections.mjs'

const help = `node scripts/bench/bench.mjs [options]
  --only NAME      one section: filter conditions embeddings large parquet startup memory chunk chunk-large (repeatable;
                   memory and chunk-large make large files, and run only when they are named)
  --size MB        size of the candidates (200); a quarter of it are documents
  --corpora DIR    chunk: cut the NDJSON documents of this folder, repeated, in the place of generated ones
  --runs N         rounds (5; start-up always 20)
  --json FILE      write the figures as JSON too
  --command CMD    another command in the place of ours, its words parted by spaces; 'cat' gets no flags
  --strict         exit 1 when a bar is missed; a wrong result always does`

const root = fileURLToPath(new URL('../..', import.meta.url))

function usage(message) {
  process.stderr.write(`${message}\n${help}\n`)
  process.exit(2)
}

function readOptions() {
  const text = (value) => ({ type: 'string', default: value })
  const options = {
    only: { type: 'string', multiple: true },
    size: text('200'),
    runs: text('5'),
    json: { type: 'string' },
    corpora: { type: 'string' },
  }
  const more = { command: { type: 'string' }, strict: { type: 'boolean' }, help: { type: 'boolean' } }
  try {
    const { values } = parseArgs({ options: { ...options, ...more } })
    for (const name of ['size', 'runs'])
      if (!/^[1-9]\d*$/.test(values[name])) usage(`--${name}: expected a whole number`)
    return values
  } catch (error) {
    return usage(error.message)
  }
}

/** Checks the results of one section (which also warms the cache), runs it, prints it. A wrong result is timed all the same. */
async function measure(name, section, rounds) {
  const { contenders, bars, check, title, note, how } = section
  if (title) console.log(`  ${title}`)
  if (note) console.log(`  ${note}`)
  const wrong = await check().then(
    (count) => console.log(`  right: ${count} records`),
    (error) => {
      if (error instanceof WrongResult) return error.message
      throw error
    },
  )
  if (wrong) console.log(`  WRONG ${wrong}`)
  const argvs = Object.fromEntries(Object.entries(contenders).map(([who, { argv }]) => [who, argv]))
  const times = await race(argvs, rounds, how)
  const rows = Object.entries(contenders).map(([who, { mb }]) => {
    const seconds = median(times[who].map((one) => one.seconds))
    return { who, seconds, mbPerSecond: mb / seconds, peakMb: Math.max(...times[who].map((one) => one.mb)) }
  })
  for (const { who, seconds, mbPerSecond, peakMb } of rows) {
    const cells = [
      `${seconds.toFixed(3)} s`,
      mbPerSecond < 1 ? '' : `${mbPerSecond.toFixed(0)} MB/s`,
      `${peakMb.toFixed(0)} MB`,
    ]
    console.log(`  ${who.padEnd(20)}${cells.map((cell) => cell.padStart(12)).join('')}`)
  }
  const judged = bars.map((bar) => bar(times))
  for (const { says, bar } of judged) console.log(`  ${says} · ${bar}`)
  return { name, title, wrong, rows, bars: judged }
}

const options = readOptions()
if (options.help) {
  console.log(help)
  process.exit(0)
}
if (!existsSync(new URL('node_modules/@duckdb', import.meta.url))) {
  process.stderr.write('bench: the peers are not installed: npm ci --prefix scripts/bench\n')
  process.exit(5)
}
const ours = (command) => options.command?.split(' ') ?? [process.execPath, join(root, 'bin/sluice.js'), command]
const folder = join(root, '.bench')
const scratch = join(folder, 'result')
const data = store(folder, Number(options.size))
const documents = { data, folder: options.corpora, lib: join(root, 'dist/lib') }
const table = { ...sections(ours('filter'), data, scratch), ...chunkSections(ours('chunk'), documents, scratch) }
const names = options.only ?? Object.keys(table).filter((name) => name !== 'memory' && name !== 'chunk-large')
const unknown = names.find((name) => !Object.hasOwn(table, name))
if (unknown !== undefined) usage(`--only: no section ${unknown}`)

const [{ version }] = query('SELECT version() AS version')
const load = loadavg()[0]
const machine = {
  cpu: cpus()[0].model.trim(),
  cores: cpus().length,
  load,
  node: process.version,
  duckdb: version,
  jq,
  oneCore: pinned,
}
console.log(
  `${machine.cpu} · node ${machine.node} · duckdb ${version} · ${jq ?? 'no jq'} · ${pinned ? 'all on core 0' : 'no taskset: not on one core'}`,
)
console.log(
  `${relative(process.cwd(), folder)}, ${options.size} MB, ${options.runs} rounds in turn, medians; MB/s of the input file`,
)

// Ours and the peers share one core with whatever else runs: with a load the ratios scatter.
if (load > 0.5) console.log(`the machine is not idle: load ${load.toFixed(1)} on ${cpus().length} cores`)

const results = []
/** One table; that it cannot be measured is said, and the others go on. */
async function attempt(name, make) {
  try {
    const section = make()
    if (Array.isArray(section)) for (const part of section) await attempt(name, () => part)
    else results.push(await measure(name, section, section.rounds ?? Number(options.runs)))
  } catch (error) {
    console.log(`  FAILED ${error.message}`)
    results.push({ name, failed: error.message })
  } finally {
    rmSync(scratch, { force: true })
  }
}

for (const name of names) {
  console.log(`\n${name}`)
  await attempt(name, table[name])
}
if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine, size: options.size, results }, null, 2)}\n`)
const bars = results.flatMap((result) => result.bars ?? [])
const [met, missed] = [true, false].map((word) => bars.filter((bar) => bar.met === word).length)
const bad = results.filter((result) => result.wrong || result.failed).length
console.log(`\n${met} bars met, ${missed} missed; ${bad} sections wrong or failed`)
process.exitCode = bad > 0 || (options.strict && missed > 0) ? 1 : 0
