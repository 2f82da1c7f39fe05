// Parquet, by way of hyparquet and hyparquet-writer, which are loaded when a file is read or written.
import type { Format } from '../registry/format.js'

const parquet: Format = {
  summary: 'Parquet files: row groups of typed columns',
  sniff: (head) => Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1',
  async *decode(source, how) {
    const { decode } = await import('./parquet/read.js')
    yield* decode(source, how)
  },
  async *encode(batches, how) {
    const { encode } = await import('./parquet/write.js')
    yield* encode(batches, how)
  },
}

export default parquet
