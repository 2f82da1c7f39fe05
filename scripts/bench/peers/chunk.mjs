// Splitters on NDJSON documents. `node chunk.mjs write PEER MAX FILE`: chunks as NDJSON to standard output;
// `node chunk.mjs time PEER MAX FILE LIB`: texts into memory first, then times the second
// of two times of splitting them all. No overlap, sizes in characters.
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { StringDecoder } from 'node:string_decoder'

const [mode, name, size, path, lib] = process.argv.slice(2)
const max = Number(size)
const langchain = async (splitter) => {
  const splitters = await import('@langchain/textsplitters')
  const instance = new splitters[splitter]({ chunkSize: max, chunkOverlap: 0 })
  return async (text) => (await instance.splitText(text)).map((chunk) => ({ text: chunk }))
}

/** By name: a function that gives the function from a text to its chunks. */
const splitters = {
  langchain: () => langchain('RecursiveCharacterTextSplitter'),
  'langchain-markdown': () => langchain('MarkdownTextSplitter'),
  async chonkie() {
    const { RecursiveChunker } = await import('@chonkiejs/core')
    const chunker = await RecursiveChunker.create({ chunkSize: max })
    return async (text) =>
      (await chunker.chunk(text)).map(({ text, startIndex, endIndex }) => ({ text, start: startIndex, end: endIndex }))
  },
  async 'llm-splitter'() {
    const { split } = await import('llm-splitter')
    return async (text) => split(text, { chunkSize: max, chunkOverlap: 0, chunkStrategy: 'paragraph' })
  },
  default: () => ours('default'),
  parent_child: () => ours('parent_child'),
}

/** Our own strategy as the library gives it: with all places of its chunks, and of Markdown its blocks. */
async function ours(strategy) {
  const { chunk } = await import(`${lib}/index.js`)
  return (text) => chunk({ doc_id: 'document.md', text }, { strategy, max, markup: 'markdown' })
}

function* documents() {
  const file = openSync(path, 'r')
  const decoder = new StringDecoder('utf8')
  const block = Buffer.allocUnsafe(1 << 22)
  let rest = ''
  for (let length = readSync(file, block); length > 0; length = readSync(file, block)) {
    const lines = (rest + decoder.write(block.subarray(0, length))).split('\n')
    rest = lines.pop()
    for (const line of lines) yield JSON.parse(line)
  }
  if (rest !== '') yield JSON.parse(rest)
  closeSync(file)
}

const split = await splitters[name]()
if (mode === 'time') {
  const texts = [...documents()].map(({ text }) => text)
  const all = async () => {
    let chunks = 0
    for (const text of texts) chunks += (await split(text)).length
    return chunks
  }
  // The compiler has its turn before the clock starts.
  await all()
  const start = performance.now()
  const chunks = await all()
  process.stdout.write(JSON.stringify({ seconds: (performance.now() - start) / 1000, chunks }))
} else {
  let out = []
  let held = 0
  const flush = () => {
    const bytes = Buffer.from(out.join(''))
    for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done)
    out = []
    held = 0
  }
  for (const { doc_id, text } of documents()) {
    for (const chunk of await split(text)) {
      const line = `${JSON.stringify({ doc_id, ...chunk })}\n`
      out.push(line)
      held += line.length
      if (held > 1 << 20) flush()
    }
  }
  flush()
}
