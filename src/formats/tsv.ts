// TSV: tab-separated values with a header row, quoted as CSV is, in UTF-8.
import type { Format } from '../registry/format.js'
import { decodeRows } from './delimited/decode.js'
import { encodeRows } from './delimited/encode.js'

const tsv: Format = {
  summary: 'tab-separated values with a header row, quoted as CSV is; every cell is a text',
  decode: (source, how) => decodeRows(source, how, 'tsv', '\t'),
  encode: (batches, how) => encodeRows(batches, how, 'tsv', '\t'),
}

export default tsv
