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
import { basename, join } from 'node:path'
import { made, repeated } from './documents.mjs'
import { query } from './run.mjs'
import { dice, pick, words } from './words.mjs'

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
  // Documents for `chunk`: 50 MB, 1 GB, and 100 MB in a hundred, ten and one, when `size` is 200.
  english: ['english.ndjson', (file, size) => write(file, (i) => made('english', i), { bytes: size * 25e4 })],
  japanese: ['japanese.ndjson', (file, size) => write(file, (i) => made('japanese', i), { bytes: size * 25e4 })],
  documents: ['documents.ndjson', (file, size) => write(file, (i) => made('english', i), { bytes: size * 5e6 })],
  hundred: ['hundred.ndjson', (file, size) => write(file, (i) => made('english', i, size * 5e3), { count: 100 })],
  tens: ['tens.ndjson', (file, size) => write(file, (i) => made('english', i, size * 5e4), { count: 10 })],
  single: ['single.ndjson', (file, size) => write(file, (i) => made('english', i, size * 5e5), { count: 1 })],
}

/** The documents of a file, repeated. */
const corpus = (source) => [basename(source), (file, size) => write(file, repeated(source), { bytes: size * 25e4 })]

/**
 * A function that gives the path of a file of the table above, or of the repeated documents of an NDJSON file by its path, made
 * when it is first asked for. The folder is emptied when this generator has changed since.
 */
export function store(folder, size) {
  const hash = createHash('sha256')
  for (const part of ['data', 'documents', 'words']) hash.update(readFileSync(new URL(`${part}.mjs`, import.meta.url)))
  const stamp = hash.digest('hex')
  const mark = join(folder, 'generator')
  if (!existsSync(mark) || readFileSync(mark, 'utf8') !== stamp) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(mark, stamp)
  }
  return (name) => {
    const [ending, make] = files[name] ?? corpus(name)
    const file = join(folder, `${size}mb-${ending}`)
    if (!existsSync(file)) {
      process.stderr.write(`making ${file}\n`)
      make(`${file}.part`, size)
      renameSync(`${file}.part`, file)
    }
    return file
  }
}
