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
const BLOCK = 1 << 16
const LF = 0x0a
/** Of the text with its escapes, in bytes: the longest that the engine can hold as one text, less the few that frame it. */
const LONGEST = 0x1fffffe8 - (1 << 16)

const document: Format = {
  summary: 'text or Markdown, a file is one record',
  async *decode(source, { reject }) {
    const at = { file: source.name, unit: 'line', n: 1 } as const
    const maker = new Maker()
    maker.out.text(`{"doc_id":${JSON.stringify(source.name)},"text":"`)
    const block = Buffer.allocUnsafe(BLOCK)
    let lines = 0
    let held = 0
    for (let first = true, ended = false; !ended; first = false) {
      const length = await fill(source, block, held)
      ended = length < BLOCK
      if (first) {
        bomLength(block.subarray(0, length), source.name)
        if (block.subarray(0, Math.min(length, LOOK)).includes(0))
          throw badFile(source.name, 'is binary; expected text')
      }
      // A character that goes on in the next block waits for it.
      const end = ended ? length : wholeCharacters(block, length)
      const piece = block.subarray(0, end)
      if (!isUtf8(piece)) {
        reject(badRecord({ ...at, n: lines + lineOfFault(piece) }, 'expected UTF-8'))
        return
      }
      // A mark stays in the text: it counts in offsets.
      maker.out.text(JSON.stringify(piece.toString('utf8')).slice(1, -1))
      if (maker.out.length > LONGEST) {
        reject(badRecord(at, 'longer than 512 MB with its escapes'))
        return
      }
      if (!ended) lines += linesIn(piece)
      block.copyWithin(0, end, length)
      held = length - end
    }
    maker.out.text('"}')
    maker.end(at)
    yield new Sealed(maker.take())
  },
}
export default document

/** Reads behind the first `length` bytes until the block is full or the source ends; returns how many it has then. */
async function fill(source: Source, block: Buffer, length: number): Promise<number> {
  let filled = length
  for (let n = -1; n !== 0 && filled < block.length; filled += n) n = await source.read(block.subarray(filled))
  return filled
}

/** Where the last character that is whole ends. What is no UTF-8 may be cut anywhere. */
function wholeCharacters(bytes: Buffer, length: number): number {
  for (let i = length - 1; i >= Math.max(0, length - 3); i--) {
    const byte = bytes[i] as number
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return i + needed > length ? i : length
  }
  return length
}

function linesIn(bytes: Buffer): number {
  let n = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) n++
  return n
}

/** The line of the first byte that is not UTF-8. */
function lineOfFault(bytes: Buffer): number {
  let n = 0
  for (let start = 0; start < bytes.length; ) {
    n++
    const stop = bytes.indexOf(LF, start)
    const end = stop < 0 ? bytes.length : stop
    if (!isUtf8(bytes.subarray(start, end))) return n
    start = end + 1
  }
  return n
}
