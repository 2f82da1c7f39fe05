// CSV: comma-separated values with a header row (RFC 4180), in UTF-8.
import type { Format } from '../registry/format.js'
import { decodeRows } from './delimited/decode.js'
import { encodeRows } from './delimited/encode.js'

const csv: Format = {
  summary: 'comma-separated values with a header row; every cell is a text',
  decode: (source, how) => decodeRows(source, how, 'csv', ','),
  encode: (batches, how) => encodeRows(batches, how, 'csv', ','),
}

export default csv
