// JSON: one array of records, in any layout.
import { isSpace } from '../record/json.js'
import type { Format } from '../registry/format.js'
import { decodeArray } from './json/decode.js'
import { encodeArray } from './json/encode.js'

const json: Format = {
  summary: 'one JSON array of objects',
  sniff: (head) => head.find((byte) => !isSpace(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf) === 0x5b,
  decode: decodeArray,
  encode: encodeArray,
}

export default json
