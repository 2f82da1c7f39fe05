// Makes the measured data in `.bench/`, once: the same bytes on every machine, since a record depends only on its number.
// Candidates as search engines write them: about 1.2 KB a line, English and CJK, escapes, a nested decoy of `year`.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { query } from './run.mjs'

const words =
  `the of and to in a is that for it as was with be by on not this are or from at which have an had they you were
their one all we can her has there been if more when will would who so no search index query result policy holiday invoice
server deploy review team budget travel approval contract retention backup incident customer handbook section release`.split(
    /\s+/,
  )
const cjk = [
  '检索系统返回候选文档',
  '公司手册规定了休假政策',
  '検索結果の順位を統合する',
  '発注書の承認手続き',
  '검색 결과를 다시 정렬한다',
  '预算审批流程',
]
const escapes = [
  '\\"quoted\\"',
  'line\\nbreak',
  'caf\\u00e9',
  'C:\\\\temp',
  'a\\/b',
  '\\u4e2d\\u6587',
  'tab\\tstop',
  'naïve',
  '\\"year\\": 2024',
]
const teams = ['search', 'people', 'finance', 'platform', 'legal', 'support']
const langs = ['en', 'en', 'en', 'zh', 'ja', 'de']

/** mulberry32: a function that gives the next integer in 0 .. n-1. */
function dice(seed) {
  let a = seed | 0
  return (n) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

const pick = (roll, list) => list[roll(list.length)]
const phrase = (roll, n) => Array.from({ length: n }, () => pick(roll, words)).join(' ')

const sized = (text) => ({ text, bytes: Buffer.byteLength(text) + 1 })
const pieces = {
  phrases: Array.from({ length: 16384 }, (_, i) => sized(phrase(dice(i), 6))),
  cjk: cjk.map(sized),
  escapes: escapes.map(sized),
}

/** Running text of about `bytes` UTF-8 bytes, already escaped as the inside of a JSON string. */
function prose(roll, bytes) {
  let text = ''
  for (let made = 0; made < bytes; ) {
    const kind = roll(24)
    const piece = pick(roll, kind < 2 ? pieces.escapes : kind < 5 ? pieces.cjk : pieces.phrases)
    text += made > 0 ? ` ${piece.text}` : piece.text
    made += piece.bytes
  }
  return text
}

/**
 * Record `i` as one JSON line without its line end; `before` is spliced in before `year`, `bytes` sizes the text. A document
 * has four chunks, and its label is on each of them; about 42 % of the years are 2022 or later.
 */
export function record(i, { before = '', bytes = 850 } = {}) {
  const roll = dice(i)
  const doc = i >> 2
  const label = dice(~doc)(1000)
  const sensitivity = label === 0 ? 'RESTRICTED' : label < 200 ? 'INTERNAL' : label < 300 ? 'PUBLIC' : ''
  const decoy = roll(100) < 3 ? '"year":1999,' : ''
  const list = (i / 50) | 0
  return (
    `{"query_id":"q${list >> 1}","query":"${phrase(dice(-(list >> 1)), 5)}","run":"${list & 1 ? 'dense' : 'bm25'}","rank":${(i % 50) + 1},` +
    `"score":${(30 - (i % 50) / 2 + roll(1000) / 4096).toFixed(6)},"chunk_id":"doc${doc}#c${i & 3}","doc_id":"doc${doc}",` +
    `"title":"${phrase(dice(doc), 4)}","text":"${prose(roll, bytes)}","lang":"${pick(roll, langs)}","team":"${pick(roll, teams)}",` +
    `"metadata":{${decoy}"source":"handbook/${pick(roll, words)}.md","pages":[${roll(90)},${roll(90)}],"owner":{"team":"${pick(roll, teams)}"}},` +
    `${before}"year":${2015 + roll(12)}${sensitivity && `,"sensitivity":"${sensitivity}"`}}`
  )
}

const floats = Array.from({ length: 4096 }, (_, i) => ((dice(i)(2_000_000) - 1_000_000) / 8_000_000).toString())
/** Record `i` with an embedding of 384 numbers before `year`: about 5 KB more. */
function embedded(i) {
  const roll = dice(-i)
  const vector = Array.from({ length: 384 }, () => floats[roll(4096)])
  return record(i, { before: `"embedding":[${vector.join(',')}],` })
}

/** Writes lines made by `line(i)` until there are `bytes` bytes or `count` lines. */
function write(file, line, { bytes = Infinity, count = Infinity }) {
  const fd = openSync(file, 'w')
  let block = []
  for (let i = 0, made = 0, held = 0; i < count && made < bytes; i++) {
    const text = `${line(i)}\n`
    const size = Buffer.byteLength(text)
    block.push(text)
    made += size
    held += size
    if (held > 1 << 20 || i + 1 === count || made >= bytes) {
      writeSync(fd, block.join(''))
      block = []
      held = 0
    }
  }
  closeSync(fd)
}

/** The same records as columns, without `metadata`: `n` counts the rows, `r` is 0 in each hundredth row. */
function parquet(file, rows) {
  write(`${file}.ndjson`, (i) => record(i, { before: `"n":${i},"r":${i % 100},` }), { count: rows })
  query(
    `COPY (SELECT * EXCLUDE (metadata) FROM read_json('${file}.ndjson', format = 'newline_delimited')) ` +
      `TO '${file}' (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 20480)`,
  )
  rmSync(`${file}.ndjson`)
}

// For `size` MB of candidates; all but `double` grow with it.
const files = {
  candidates: ['candidates.ndjson', (file, size) => write(file, record, { bytes: size * 1e6 })],
  tenfold: ['tenfold.ndjson', (file, size) => write(file, record, { bytes: size * 1e7 })],
  embeddings: ['embeddings.ndjson', (file, size) => write(file, embedded, { bytes: size * 1e6 })],
  large: ['large.ndjson', (file, size) => write(file, (i) => record(i, { bytes: size * 1e5 }), { count: 10 })],
  parquet: ['rows.parquet', (file, size) => parquet(file, size * 1000)],
  ten: ['ten.ndjson', (file) => write(file, record, { count: 10 })],
}

/**
 * A function that gives the path of a file of the table above, made when it is first asked for. The folder is emptied when
 * this generator has changed since.
 */
export function store(folder, size) {
  const stamp = createHash('sha256')
    .update(readFileSync(new URL(import.meta.url)))
    .digest('hex')
  const mark = join(folder, 'generator')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(mark, stamp)
  }
  return (name) => {
    const [ending, make] = files[name]
    const file = join(folder, `${size}mb-${ending}`)
    if (!existsSync(file)) {
      process.stderr.write(`making ${file}\n`)
      make(`${file}.part`, size)
      renameSync(`${file}.part`, file)
    }
    return file
  }
}
