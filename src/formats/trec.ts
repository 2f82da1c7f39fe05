// TREC: runs as trec_eval reads them, six columns a line.
import type { Format } from '../registry/format.js'
import { decodeRun } from './trec/decode.js'
import { encodeRun } from './trec/encode.js'

/** A first line of six columns, the second of them the literal that nothing else has there. */
const FIRST_LINE = /^\ufeff?\s*\S+[ \t]+Q0(?:[ \t]+\S+){4}[ \t]*\r?\n/i

const trec: Format = {
  summary: 'a run: query, Q0, id, rank, score and tag on a line; rank follows from the scores',
  sniff: (head) => FIRST_LINE.test(`${Buffer.from(head).toString()}\n`),
  decode: decodeRun,
  encode: encodeRun,
}

export default trec
