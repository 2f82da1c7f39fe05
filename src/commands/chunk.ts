// `sluice chunk`: documents to chunks, each a slice of its source with its place in characters, bytes and paragraphs.

import type { Chunker, Flag, Sizes } from '../methods/chunkers/chunker.js'
import { chunkers } from '../methods/chunkers/index.js'
import { type Given, Inheritance, isOwn } from '../methods/chunkers/inherit.js'
import { familiesOf } from '../methods/chunkers/locate.js'
import { ChunkWriter } from '../methods/chunkers/write.js'
import type { At } from '../record/fault.js'
import { badRecord, Fault, placeOf, usage } from '../record/fault.js'
import { Maker } from '../record/made.js'
import { isList, isStruct, spelling } from '../record/value.js'
import type { Command, Setup } from '../registry/command.js'
import type { Flags } from '../registry/options.js'
import { unknown } from '../registry/registry.js'
import { measureOf, units } from '../text/units.js'

/** A batch goes out when it holds so many bytes. */
const BATCH = 1 << 20

const chunk: Command = {
  summary: 'cut documents into chunks that can be traced to the byte',
  documents: true,
  keepsRestricted: true,
  options: [
    { flags: '--strategy <name>', summary: 'how to cut; also SLUICE_CHUNKER (default: default)' },
    { flags: '--list-strategies', summary: 'print the strategies and their other names' },
    { flags: '--max <size>', summary: 'no chunk is larger, except a single grapheme that is (default: 480)' },
    { flags: '--overlap <size>', summary: 'whole paragraphs carried over, up to this size (default: 80, or max / 6)' },
    { flags: '--unit <unit>', summary: 'unit of both; chars are code points (default: chars)', choices: units },
    {
      flags: '--tokenizer <name>',
      summary: 'what tokens are (default: o200k_base)',
      choices: ['o200k_base', 'cl100k_base'],
    },
    {
      flags: '--paragraphs <how>',
      summary: 'paragraphs are parted by blank lines, or each line is one',
      choices: ['blank', 'lines'],
    },
    {
      flags: '--markup <markup>',
      summary: 'auto goes by the ending of doc_id: .md .markdown .mdx, else text',
      choices: ['auto', 'markdown', 'text'],
    },
    {
      flags: '--parent <what>',
      summary: 'parent_child: what the window is (default: section)',
      choices: ['section', 'document'],
    },
    { flags: '--window <sentences>', summary: 'sentence_window: sentences each side (default: 3)' },
    { flags: '--no-window', summary: 'leave window_text out; expand --chunks finds it' },
    { flags: '--meta <key=value>', summary: 'a field for documents that do not have it', many: true },
    { flags: '--sensitivity <label>', summary: 'the label of documents that have none' },
    { flags: '--doc-id-prefix <text>', summary: 'put before each doc_id' },
  ],
  help: `Documents are files (.md .markdown .mdx .txt), folders of .md .markdown .txt, or records with doc_id and text. All other
fields of a record, and the front matter of Markdown, are inherited by each of its chunks.

Fields:
  text is source.slice(start, end), never trimmed. start and end count code points, byte_start and byte_end UTF-8 bytes.
  Both count from the start of the document, front matter included; a byte-order mark counts in bytes alone.
  source_locator names paragraphs: runs of lines between blank lines, in Markdown blocks (heading, list, table, fence ...).

Rules:
  A paragraph that is too long is cut at sentence ends, then words, then between graphemes; tables and fences between lines.
  RESTRICTED documents are kept and their label goes onto every chunk: these are your own files. Every other command drops them.
  Where a label stands in the record and another in its front matter, the chunk has both.
  Two documents with one doc_id are an error. An empty document has no chunks and is counted.

Memory holds one document, and the ids of all.

Examples:
  $ sluice chunk fixtures/demo/handbook --strategy parent_child --no-window --to ndjson
  $ sluice chunk --max 200 --overlap 0 fixtures/demo/handbook/expenses-and-travel.md`,

  async prepare(flags, setup) {
    if (flags.has('listStrategies')) return listing()
    const { chunker, sizes } = await strategyOf(flags, setup)
    const markup = flags.text('markup') ?? 'auto'
    const [docId, text] = [setup.path('doc_id'), setup.path('text')]
    if (text.ways.length > text.spellings.length || text.ways.some(({ rest }) => rest.length > 0))
      throw usage('--field text=: chunk takes a field at the top of a document')
    const given = givenMetadata(flags)
    const inheritance = new Inheritance(text, docId, given, setup.labelFields)
    const windows = !flags.off('window')
    const lines = flags.text('paragraphs') === 'lines'
    const prefix = flags.text('docIdPrefix') ?? ''
    const seen = new Map<string, At>()
    let blank = 0
    return {
      reads: [docId, text],
      async *run(input, reject) {
        const maker = new Maker()
        for await (const batch of input) {
          await batch.load()
          const [idOf, textOf] = [batch.field(docId), batch.field(text)]
          for (let i = 0; i < batch.size; i++) {
            const at = batch.at(i)
            try {
              const id = idOf(i)
              if (
                id === undefined ||
                id === null ||
                id === '' ||
                id === true ||
                id === false ||
                isList(id) ||
                isStruct(id)
              )
                throw badRecord(at, 'expected an id', 'doc_id')
              const source = textOf(i)
              if (typeof source !== 'string') throw badRecord(at, 'expected a text', 'text')
              const name = prefix + spelling(id)
              if (!isUnicode(name)) throw badRecord(at, HALF, 'doc_id')
              if (!isUnicode(source)) throw badRecord(at, HALF, 'text')
              const before = seen.get(name)
              if (before !== undefined) throw badRecord(at, `the same as of ${placeOf(before)}`, 'doc_id')
              const markdown =
                markup === 'markdown' || (markup === 'auto' && /\.(md|markdown|mdx)(\.(gz|zst))?$/i.test(name))
              const { body, inherited } = await inheritance.of(batch.row(i), markdown ? source : undefined, at)
              seen.set(name, at)
              const writer = new ChunkWriter(maker.out, source, name, inherited, windows)
              let some = false
              for (const family of familiesOf({ text: source, markdown, body }, chunker, sizes, lines)) {
                some = true
                writer.begin(family)
                for (const chunk of family.chunks) {
                  writer.chunk(chunk)
                  maker.end(at)
                  if (maker.out.length >= BATCH) yield maker.take()
                }
              }
              if (!some) blank++
            } catch (error) {
              if (!(error instanceof Fault)) throw error
              reject(error, batch.row(i).json())
            }
          }
          if (maker.size > 0) yield maker.take()
        }
      },
      notes: () => [
        ...(blank > 0 && !flags.has('quiet') ? [`${blank} document${blank === 1 ? '' : 's'} without text`] : []),
        ...(flags.has('quiet') ? [] : inheritance.notes()),
      ],
    }
  },
}
export default chunk

async function strategyOf(flags: Flags, setup: Setup): Promise<{ chunker: Chunker; sizes: Sizes }> {
  const name = setup.choice(flags.text('strategy'), { env: 'SLUICE_CHUNKER', config: 'chunker' }) ?? 'default'
  const chunker = await byName(name)
  heeded(flags, name, chunker)
  const max = whole(flags.text('max') ?? '480')
  const overlap = whole(flags.text('overlap') ?? String(Math.min(80, Math.floor((max ?? 0) / 6))))
  if (max === undefined || max === 0 || overlap === undefined || overlap >= max)
    throw usage('--max and --overlap: expected whole numbers with 0 <= overlap < max')
  const window = whole(flags.text('window') ?? '3')
  if (window === undefined) throw usage('--window: expected a whole number of sentences')
  const unit = flags.text('unit') ?? 'chars'
  if (flags.text('tokenizer') !== undefined && unit !== 'tokens') throw usage('--tokenizer needs --unit tokens')
  const measure = await measureOf(unit, flags.text('tokenizer') ?? 'o200k_base')
  const parent = flags.text('parent') === 'document' ? 'document' : 'section'
  return { chunker, sizes: { max, overlap, measure, window, parent } }
}

/** A strategy by its name or another of its names. */
async function byName(name: string): Promise<Chunker> {
  if (chunkers.has(name)) return chunkers.load(name)
  const names: string[] = []
  for (const key of chunkers.names) {
    const chunker = await chunkers.load(key)
    if (chunker.aliases.includes(name)) return chunker
    names.push(key, ...chunker.aliases)
  }
  throw unknown('strategy', name, names)
}

/** A flag that the strategy does not heed is an error, not a wish. */
function heeded(flags: Flags, name: string, { flags: heeds = [] }: Chunker): void {
  const given: [Flag, string, boolean][] = [
    ['parent', '--parent', flags.text('parent') !== undefined],
    ['window', '--window', flags.text('window') !== undefined],
    ['window off', '--no-window', flags.off('window')],
  ]
  for (const [flag, spelt, there] of given)
    if (there && !heeds.includes(flag)) throw usage(`${spelt}: the strategy ${name} has no such choice`)
}

const HALF = 'expected Unicode text, found half of a surrogate pair'
// No document in UTF-8 has such bytes, so that no place in it could be named.
const isUnicode = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed()

const whole = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

function givenMetadata(flags: Flags): Given {
  const meta = flags.list('meta').map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (at < 1) throw usage(`--meta ${pair}: expected KEY=VALUE`)
    const key = pair.slice(0, at)
    if (isOwn(key)) throw usage(`--meta ${key}: chunk writes this field itself`)
    return [key, pair.slice(at + 1)]
  })
  const twice = meta.find(([key], i) => meta.findIndex(([other]) => other === key) < i)
  if (twice !== undefined) throw usage(`--meta ${twice[0]} was given twice`)
  const sensitivity = flags.text('sensitivity')
  if (sensitivity !== undefined && sensitivity.trim() === '') throw usage('--sensitivity: expected a label')
  return { meta, sensitivity }
}

async function listing(): ReturnType<Command['prepare']> {
  const lines: string[] = []
  for (const name of chunkers.names) {
    const { aliases, summary } = await chunkers.load(name)
    lines.push(`${[name, ...aliases].join(' ').padEnd(56)}  ${summary}\n`)
  }
  return { reads: [], async *run() {}, answer: () => lines.join('') }
}
