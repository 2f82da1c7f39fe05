// Is a result right? Ours is held against what `JSON.parse` of every line says, byte for byte, and against DuckDB's counts.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { query, run } from './run.mjs'

/** The command ran, but wrote something else than it should. */
export class WrongResult extends Error {}

/** The lines of a file as bytes, each with its line end. */
export async function* lines(file) {
  let rest = []
  for await (const block of createReadStream(file, { highWaterMark: 1 << 22 })) {
    let start = 0
    for (let end = block.indexOf(10); end !== -1; end = block.indexOf(10, start)) {
      yield Buffer.concat([...rest, block.subarray(start, end + 1)])
      rest = []
      start = end + 1
    }
    rest.push(block.subarray(start))
  }
  const last = Buffer.concat(rest)
  if (last.length > 0) yield last
}

/** How many lines of a file `keep(record)` holds for, and the digest of their bytes. */
export async function digest(file, keep = () => true) {
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines(file)) {
    if (!keep(JSON.parse(line))) continue
    hash.update(line)
    count++
  }
  return { count, sha256: hash.digest('hex') }
}

const allowed = (record) => record.sensitivity !== 'RESTRICTED'

/** Throws unless `argv` writes exactly the lines of `input` that `keep` holds for and that are not restricted. */
export async function sameLines(argv, output, input, keep) {
  const want = await digest(input, (record) => allowed(record) && keep(record))
  await run(argv, output)
  const got = await digest(output)
  if (got.count !== want.count) throw new WrongResult(`${got.count} records, not ${want.count}`)
  if (got.sha256 !== want.sha256) throw new WrongResult('the right number of records, but other bytes')
  return want.count
}

/** Throws unless `argv` writes as many records as DuckDB counts in `from`, the restricted ones taken off, and the same sum of `n`. */
export async function sameCount(argv, output, from, where, sum = 'n') {
  const [want] = query(
    `SELECT count(*) - count(*) FILTER (upper(sensitivity) = 'RESTRICTED') AS count, ` +
      `sum(${sum}) FILTER (upper(sensitivity) IS DISTINCT FROM 'RESTRICTED') AS sum FROM ${from} WHERE ${where}`,
  )
  await run(argv, output)
  let count = 0
  let total = 0
  for await (const line of lines(output)) {
    count++
    total += Number(JSON.parse(line)[sum])
  }
  if (count !== Number(want.count)) throw new WrongResult(`${count} records, DuckDB has ${want.count}`)
  if (total !== Number(want.sum)) throw new WrongResult(`the sum of ${sum} is ${total}, DuckDB has ${want.sum}`)
  return count
}
