// Makes the demo's engine dumps out of the handbook and the queries. The same input gives the same bytes.
// node gen.mjs writes fixtures/demo; node gen.mjs --check compares with what is there, and exits 1 on a difference.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { RUNS, search } from './engine.mjs'
import { readPassages, readText } from './handbook.mjs'

const DEMO = new URL('../../fixtures/demo/', import.meta.url)
const CANARY = 'CANARY-7f3a'

function build() {
  const passages = readPassages(new URL('handbook/', DEMO))
  const queries = lines('queries.ndjson').map((line) => JSON.parse(line))
  checkCanary(passages)
  checkJudgements(passages, queries)
  const lists = Object.fromEntries(Object.keys(RUNS).map((run) => [run, search(run, passages, queries)]))
  return {
    'passages.ndjson': ndjson(passages),
    'bm25.ndjson': ndjson(lists.bm25),
    'trigram.ndjson': ndjson(lists.trigram),
    'bm25.csv': csv(lists.bm25),
    'bm25.trec': trec(lists.bm25),
  }
}

function lines(name) {
  return readText(new URL(name, DEMO)).trimEnd().split('\n')
}

// The canary serves only if each restricted passage carries it, and no other.
function checkCanary(passages) {
  for (const { chunk_id, text, sensitivity } of passages) {
    if (text.includes(CANARY) !== (sensitivity === 'RESTRICTED'))
      throw new Error(`${chunk_id}: canary and label differ`)
  }
}

// Judgements are made by hand; a page that is edited moves its passages away from under them.
function checkJudgements(passages, queries) {
  const open = new Set(passages.filter((p) => p.sensitivity !== 'RESTRICTED').map((p) => p.chunk_id))
  const judged = new Map(queries.map(({ query_id }) => [query_id, 0]))
  for (const line of lines('qrels.txt')) {
    const [query_id, , chunk_id] = line.split(' ')
    if (!/^\S+ 0 \S+ [012]$/.test(line) || !judged.has(query_id) || !open.has(chunk_id))
      throw new Error(`qrels.txt: no such query, open passage or grade: ${line}`)
    judged.set(query_id, judged.get(query_id) + 1)
  }
  for (const [query_id, n] of judged) if (n < 3) throw new Error(`qrels.txt: ${query_id} has ${n} judgements`)
}

function ndjson(records) {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

function csv(records) {
  const columns = Object.keys(records[0])
  const rows = records.map((record) => columns.map((name) => cell(record[name])))
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

function cell(value) {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function trec(records) {
  return records.map((r) => `${r.query_id} Q0 ${r.chunk_id} ${r.rank} ${r.score} ${r.run}\n`).join('')
}

const [option, ...more] = process.argv.slice(2)
if ((option !== undefined && option !== '--check') || more.length > 0) {
  console.error('usage: node gen.mjs [--check]')
  process.exit(2)
}
for (const [name, text] of Object.entries(build())) {
  const url = new URL(name, DEMO)
  if (!option) writeFileSync(url, text)
  else if (!existsSync(url) || !readFileSync(url).equals(Buffer.from(text))) {
    console.error(`fixtures/demo/${name}: differs from what gen makes`)
    process.exitCode = 1
  }
}
