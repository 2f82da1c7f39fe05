// A record of JSON as a row of named cells.
import type { Batch } from '../../record/batch.js'
import { Bytes } from '../../record/bytes.js'
import { badRecord } from '../../record/fault.js'
import { decodeString, members, skipSpace } from '../../record/json.js'
import { cellIn, isUnicode } from './cell.js'

/** Visits the top-level fields of the JSON object in `bytes`. */
export function fieldsOf(bytes: Buffer, visit: (name: string, start: number, end: number) => void): void {
  members(bytes, skipSpace(bytes, 0), (ks, ke, start, end) => visit(decodeString(bytes, ks, ke), start, end))
}

/** The records of a batch as JSON, each valid until the next; refuses texts that UTF-8 cannot hold. */
export function* jsonOf(batch: Batch): Generator<[i: number, json: Buffer]> {
  const scratch = new Bytes()
  for (let i = 0; i < batch.size; i++) {
    scratch.clear()
    batch.json(i, scratch)
    const json = scratch.view()
    if (json.includes('\\u')) refuseSurrogates(json, batch, i)
    yield [i, json]
  }
}

function refuseSurrogates(json: Buffer, batch: Batch, i: number): void {
  fieldsOf(json, (name, start, end) => {
    if (!isUnicode(name)) throw badRecord(batch.at(i), 'a field name is no Unicode text')
    // Lists and objects keep their escapes.
    if (json[start] === 0x22 && !isUnicode(cellIn(json, start, end)))
      throw badRecord(batch.at(i), 'expected Unicode text, found half of a surrogate pair', name)
  })
}
