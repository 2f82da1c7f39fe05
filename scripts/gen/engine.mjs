// The engine: passages in a SQLite FTS5 table in memory, asked with each query; what comes back is a ranked list.
import Database from 'better-sqlite3'

const TOP = 18

/** One list a tokenizer: how the table is set up, and how the words of a query become an FTS5 expression. */
export const RUNS = {
  bm25: { tokenizer: 'unicode61', terms: (query) => query.match(WORD) },
  // A trigram table finds nothing shorter than three characters, so every window of three is asked for.
  trigram: { tokenizer: 'trigram', terms: (query) => query.match(WORD).flatMap(windows) },
}

const WORD = /[\p{L}\p{N}]+/gu

function windows(word) {
  const letters = Array.from(word)
  return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''))
}

/** The candidates of every query, best first, at most TOP each; equal scores in the order of the passages. */
export function search(run, passages, queries) {
  const db = new Database(':memory:')
  db.exec(`create virtual table passages using fts5(title, text, tokenize = '${RUNS[run].tokenizer}')`)
  const insert = db.prepare('insert into passages(rowid, title, text) values (?, ?, ?)')
  for (const [i, { title, text }] of passages.entries()) insert.run(i, title, text)
  const ask = db.prepare(
    `select rowid, -bm25(passages) as score from passages where passages match ? order by score desc, rowid limit ${TOP}`,
  )
  const found = queries.flatMap(({ query_id, query }) => {
    const terms = [...new Set(RUNS[run].terms(query))].map((term) => `"${term}"`)
    return ask.all(terms.join(' OR ')).map(({ rowid, score }, i) => {
      const { chunk_id, doc_id, title, text, lang, team, year, sensitivity, metadata } = passages[rowid]
      const hit = { query_id, query, run, rank: i + 1, score, chunk_id, doc_id, title, text }
      return { ...hit, lang, team, year, sensitivity, metadata }
    })
  })
  db.close()
  return found
}
