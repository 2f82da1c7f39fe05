// Batches of the lines of a run: whole queries, ranked when somebody asks.
import { type CellColumn, Cells } from '../../record/cells.js'
import { badRecord } from '../../record/fault.js'
import { scoreToken } from '../../record/score.js'
import type { HeldLines } from './lines.js'
import { orderOf } from './run.js'

/** `rank` is not what the file says: it is the place in the order of the scores. */
const FIELDS: readonly CellColumn[] = [
  { name: 'query_id' },
  { name: 'chunk_id' },
  { name: 'rank', number: true },
  { name: 'score', number: true },
  { name: 'run' },
]
const RANK = 2
const SCORE = 3
/** Which column of a line a field is; none is `rank`. */
const COLUMN_OF = [0, 2, -1, 4, 5]

/** The file that hits are from: its name, the bytes before its first line, and the queries that were given. */
export class Run {
  head: Uint8Array = new Uint8Array(0)
  readonly #queries = new Set<string>()

  constructor(readonly file: string) {}

  /** A batch of whole queries, whose lines stand in `bytes`. */
  batch(lines: HeldLines, bytes: Buffer, tail: Uint8Array): Cells {
    const apart = this.#given(lines, bytes)
    let ranks: Int32Array | undefined
    const { start, end, n } = lines
    const { file, head } = this
    const cell = (row: number, field: number): string => {
      if (field === RANK) {
        if (apart.has(row))
          throw badRecord(
            { file, unit: 'line', n: n[row] as number },
            'the lines of its query do not stand together',
            'rank',
          )
        ranks ??= ranksOf(lines, bytes)
        return String(ranks[row])
      }
      const text = lines.text(bytes, row, COLUMN_OF[field] as number)
      return field === SCORE ? (scoreToken(text) as string) : text
    }
    const grid = { file, format: 'trec', unit: 'line', columns: FIELDS } as const
    return new Cells({
      ...grid,
      run: { bytes, places: lines.places, scores: lines.scores },
      bytes,
      start,
      end,
      n,
      head,
      tail,
      cell,
    })
  }

  /** Notes the queries of these lines; returns the rows of those that had ended before. */
  #given(lines: HeldLines, bytes: Buffer): Set<number> {
    const apart = new Set<number>()
    let known = false
    for (let row = 0; row < lines.count; row++) {
      if (row === 0 || !lines.sameQuery(bytes, row, row - 1)) {
        const query = lines.text(bytes, row, 0)
        known = this.#queries.has(query)
        this.#queries.add(query)
      }
      if (known) apart.add(row)
    }
    return apart
  }
}

/** 1 to n in the order of each query. */
function ranksOf(lines: HeldLines, bytes: Buffer): Int32Array {
  const ranks = new Int32Array(lines.count)
  for (let row = 0; row < lines.count; ) {
    const first = row
    const ids: string[] = []
    const scores: string[] = []
    do {
      ids.push(lines.text(bytes, row, 2))
      scores.push(scoreToken(lines.text(bytes, row, 4)) as string)
    } while (++row < lines.count && lines.sameQuery(bytes, row, first))
    // Of bytes as characters, `<` is the order of bytes.
    const order = orderOf(scores, (a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : ids[a] === ids[b] ? 0 : 1))
    for (const [rank, hit] of order.entries()) ranks[first + hit] = rank + 1
  }
  return ranks
}
