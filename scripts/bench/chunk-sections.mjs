// What is measured of `sluice chunk`: against the splitters for JavaScript, as whole processes and in memory, and on large input.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { faster, sameMemory, within } from './bars.mjs'
import { rightChunks } from './check-chunks.mjs'
import { peer, run, runTimed } from './run.mjs'

const node = process.execPath
const sizes = [512, 2000]
const strategies = {
  default: ['--strategy', 'default'],
  parent_child: ['--strategy', 'parent_child'],
  'without windows': ['--strategy', 'parent_child', '--no-window'],
}
const peers = {
  langchain: 'langchain',
  'langchain Markdown': 'langchain-markdown',
  chonkie: 'chonkie',
  'llm-splitter': 'llm-splitter',
}
const bars = [
  faster('default', 'langchain', 1.5),
  faster('default', 'chonkie', 1),
  faster('default', 'llm-splitter', 8),
  faster('parent_child', 'langchain Markdown', 1.5),
]

/**
 * The sections by name; a section may be several tables.
 * @param ours how our command starts: ['node', 'bin/sluice.js', 'chunk']
 * @param documents `data` gives the path of a file by name, `folder` has NDJSON documents to take instead, `lib` is our library
 */
export function chunkSections(ours, { data, folder, lib }, scratch) {
  const contender = (input, ...argv) => ({ argv, mb: statSync(input).size / 1e6 })
  // `cat` takes no flags: it stands in for us while the bench itself is tried.
  const sluice = (input, ...flags) => contender(input, ...ours, ...(ours[0] === 'cat' ? [] : flags), input)
  const entries = (table, make) => Object.fromEntries(Object.entries(table).map(([name, value]) => [name, make(value)]))
  const inputs = () =>
    folder === undefined
      ? ['english', 'japanese']
      : readdirSync(folder)
          .filter((name) => name.endsWith('.ndjson'))
          .sort()
          .map((name) => join(folder, name))

  function whole(input, max) {
    const size = ['--max', String(max), '--overlap', '0', '--unit', 'chars']
    const contenders = {
      ...entries(strategies, (flags) => sluice(input, ...flags, ...size)),
      ...entries(peers, (name) => contender(input, node, peer('chunk'), 'write', name, String(max), input)),
      // How much it writes is known when our own output has been seen.
      'reads and writes': contender(input, node, peer('copy'), input),
    }
    return {
      title: `${input}, ${max} characters, whole processes, NDJSON to a file`,
      contenders,
      how: (argv) => run(argv, scratch),
      bars: [...bars, faster('without windows', 'langchain Markdown', 1.5), within('default', 'reads and writes', 2)],
      async check() {
        const [count, second] = ['default', 'without windows'].map((name) => contenders[name].argv)
        await rightChunks(second, scratch, input, max)
        const chunks = await rightChunks(count, scratch, input, max)
        contenders['reads and writes'].argv.push(String(statSync(scratch).size))
        return chunks
      },
    }
  }

  function inMemory(input, max) {
    const timed = (...names) => contender(input, node, peer('chunk'), 'time', ...names, String(max), input, lib)
    return {
      title: `${input}, ${max} characters, in process: texts in memory to chunks in memory`,
      contenders: { default: timed('default'), parent_child: timed('parent_child'), ...entries(peers, timed) },
      how: (argv) => runTimed(argv, scratch),
      bars,
      check: async () => (await runTimed(timed('default').argv, scratch)).chunks,
    }
  }

  return {
    chunk: () =>
      inputs().flatMap((name) => sizes.flatMap((max) => [whole(data(name), max), inMemory(data(name), max)])),

    'chunk-large'() {
      const output = `${scratch}.parquet`
      const flags = ['--max', '512', '--overlap', '0']
      const toParquet = (name) => sluice(data(name), ...flags, '--to', 'parquet', '-o', output)
      const lengths = {
        'a hundred documents': 'hundred',
        'ten documents': 'tens',
        'one document': 'single',
      }
      const contenders = entries(lengths, (name) => sluice(data(name), ...flags))
      return [
        {
          title: 'NDJSON to Parquet: 50 MB and 1 GB of documents, for --size 200',
          rounds: 1,
          contenders: { 'a twentieth': toParquet('english'), 'the whole': toParquet('documents') },
          bars: [sameMemory('the whole', 'a twentieth')],
          check: async () => 'not counted:',
          how: (argv) => run(argv).finally(() => rmSync(output, { force: true })),
        },
        {
          title: 'the same bytes as documents of 1, 10 and 100 MB, for --size 200',
          contenders,
          bars: [
            within('ten documents', 'a hundred documents', 1.3),
            within('one document', 'a hundred documents', 1.3),
          ],
          check: () => rightChunks(contenders['one document'].argv, scratch, data('single'), 512),
        },
      ]
    },
  }
}
