// A document: a whole file of text as one record, `{"doc_id": its name, "text": all of it}`. Only some commands take documents.
import { isUtf8 } from 'node:buffer'
import { badFile, badRecord } from '../record/fault.js'
import { Sealed } from '../record/gate.js'
import { Maker } from '../record/made.js'
import type { Format } from '../registry/format.js'
import type { Source } from '../registry/ports.js'
import { bomLength } from './block.js'

/** A file with a NUL byte among its first ones is no text. */
const LOOK = 8192

const document: Format = {
  summary: 'text or Markdown, a file is one record',
  async *decode(source, { reject }) {
    const at = { file: source.name, unit: 'line', n: 1 } as const
    const bytes = await whole(source)
    bomLength(bytes, source.name)
    if (bytes.subarray(0, LOOK).includes(0)) throw badFile(source.name, 'is binary; expected text')
    if (!isUtf8(bytes)) {
      reject(badRecord({ ...at, n: lineOfFault(bytes) }, 'expected UTF-8'))
      return
    }
    const maker = new Maker()
    // A mark stays in the text: it counts in offsets.
    maker.out.text(`{"doc_id":${JSON.stringify(source.name)},"text":${JSON.stringify(bytes.toString('utf8'))}}`)
    maker.end(at)
    yield new Sealed(maker.take())
  },
}
export default document

async function whole(source: Source): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(1 << 16)
  let length = 0
  for (;;) {
    const n = await source.read(bytes.subarray(length))
    if (n === 0) return bytes.subarray(0, length)
    length += n
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length)
  }
}

/** The line of the first byte that is not UTF-8. */
function lineOfFault(bytes: Buffer): number {
  let n = 0
  for (let start = 0; start < bytes.length; ) {
    n++
    const stop = bytes.indexOf(0x0a, start)
    const end = stop < 0 ? bytes.length : stop
    if (!isUtf8(bytes.subarray(start, end))) return n
    start = end + 1
  }
  return n
}
