// Two golden lists: the files that `npm pack` ships, and the modules that each command loads for NDJSON.
// Without an argument rewrites them; with --check compares, prints the difference and exits 1.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args, options = {}) => execFileSync(command, args, { cwd: root, encoding: 'utf8', ...options })

function packed() {
  const [{ files }] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']))
  return files.map(({ path }) => path).sort()
}

/** What is asked of Node's loader, by whoever asks, when a command reads one NDJSON record from standard input. */
function loaded(command) {
  const script = `
    const Module = require('node:module')
    const load = Module._load
    const seen = []
    Module._load = function (request, ...rest) { seen.push(request); return load.call(this, request, ...rest) }
    process.on('exit', () => require('node:fs').writeSync(2, seen.join('\\n')))
    process.argv = [process.argv[0], 'bin/sluice.js', ...process.argv.slice(1)]
    require(${JSON.stringify(`${root}bin/sluice.js`)})`
  const { status, stderr } = spawn(['-e', script, '--', ...command])
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`)
  return [...new Set(stderr.split('\n').filter((line) => /^[\w./@:-]+$/.test(line)))]
    .map((name) => name.replace(root, ''))
    .sort()
}

function spawn(args) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', input: '{"chunk_id":"a","text":"b"}\n' })
}

const lists = {
  'fixtures/golden/pack.txt': () => packed(),
  'fixtures/golden/start-filter.txt': () => loaded(['filter', '--where', 'chunk_id eq a']),
}

let same = true
for (const [file, make] of Object.entries(lists)) {
  const text = `${make().join('\n')}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(`${root}${file}`, text)
    continue
  }
  const golden = readFileSync(`${root}${file}`, 'utf8')
  if (golden === text) continue
  same = false
  const [before, after] = [golden, text].map((list) => new Set(list.split('\n')))
  for (const line of after) if (!before.has(line)) process.stdout.write(`${file}: + ${line}\n`)
  for (const line of before) if (!after.has(line)) process.stdout.write(`${file}: - ${line}\n`)
}
process.exitCode = same ? 0 : 1
