// Peer: hyparquet alone, row group by row group. `node hyparquet.mjs rows|ndjson FILE`: to row objects, or on to JSON lines.
import { writeSync } from 'node:fs'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'

const [to, path] = process.argv.slice(2)
const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value)
const file = await asyncBufferFromFile(path)
const metadata = await parquetMetadataAsync(file)
let start = 0
for (const group of metadata.row_groups) {
  const end = start + Number(group.num_rows)
  const rows = await parquetReadObjects({ file, metadata, rowStart: start, rowEnd: end })
  if (to === 'ndjson') writeSync(1, rows.map((row) => `${JSON.stringify(row, plain)}\n`).join(''))
  start = end
}
