// Columns that do not nest: a cell is found by its row, and made of the stored value when somebody asks.
import type { Bytes } from '../../record/bytes.js'
import type { Vector } from '../../record/columns.js'
import { type At, badRecord } from '../../record/fault.js'
import type { Native } from '../../record/schema.js'
import { type Chunk, SKIPPED } from './chunk.js'
import { nativeReader } from './native.js'
import { Texts } from './texts.js'
import type { LeafNode } from './tree.js'
import { Numbers, Spans } from './values.js'

/** Where row `i` of the row group stands in its file. */
export type Locate = (row: number) => At

const NULL = -1
/** In a page that was not decoded, since none of its rows was to be read. */
const UNREAD = -2

/** The place of each row's value in the chunk's values, or one of the above; undefined when row `i` has value `i`. */
function placesOf({ ids, entries, def }: Chunk, max: number): Int32Array | undefined {
  if (def === undefined) return ids
  const places = new Int32Array(entries)
  let value = 0
  for (let row = 0; row < entries; row++) {
    if (def[row] !== max) places[row] = def[row] === SKIPPED ? UNREAD : NULL
    else places[row] = ids === undefined ? value++ : (ids[value++] as number)
  }
  return places
}

/** The cell of a row without a value. */
function nothing(place: number): null {
  if (place === UNREAD) throw new Error('a row was read that was not among those to be loaded')
  return null
}

export function flatVector(leaf: LeafNode, chunk: Chunk, locate: Locate): Vector {
  const places = placesOf(chunk, leaf.def)
  const { values } = chunk
  if (leaf.type.kind === 'text' && values instanceof Spans) {
    const texts = new Texts(values, chunk.dictionary, (row) => badRecord(locate(row), 'expected UTF-8', leaf.name))
    return new TextVector(places, texts)
  }
  if (
    leaf.type.kind === 'int' &&
    leaf.type.signed &&
    values instanceof Numbers &&
    values.array instanceof BigInt64Array
  )
    return new LongVector(places, values.array)
  return new PlainVector(places, nativeReader(leaf.type, values))
}

class PlainVector implements Vector {
  constructor(
    readonly places: Int32Array | undefined,
    readonly read: (place: number) => Native,
  ) {}

  get(row: number): Native {
    const place = this.places === undefined ? row : (this.places[row] as number)
    return place < 0 ? nothing(place) : this.read(place)
  }
}

/** Signed 64-bit integers, written as JSON without a bigint where a double holds them. */
class LongVector implements Vector {
  readonly #halves: Int32Array

  constructor(
    readonly places: Int32Array | undefined,
    readonly values: BigInt64Array,
  ) {
    this.#halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2)
  }

  get(row: number): Native {
    const place = this.places === undefined ? row : (this.places[row] as number)
    return place < 0 ? nothing(place) : (this.values[place] as bigint)
  }

  json(row: number, out: Bytes): void {
    const place = this.places === undefined ? row : (this.places[row] as number)
    if (place < 0) {
      out.text(String(nothing(place)))
      return
    }
    const high = this.#halves[place * 2 + 1] as number
    const n = high * 2 ** 32 + ((this.#halves[place * 2] as number) >>> 0)
    out.text(Number.isSafeInteger(n) ? String(n) : String(this.values[place]))
  }
}

class TextVector implements Vector {
  constructor(
    readonly places: Int32Array | undefined,
    readonly texts: Texts,
  ) {}

  get(row: number): Native {
    const place = this.places === undefined ? row : (this.places[row] as number)
    return place < 0 ? nothing(place) : this.texts.at(place, row)
  }

  json(row: number, out: Bytes): void {
    const place = this.places === undefined ? row : (this.places[row] as number)
    if (place < 0) out.text(String(nothing(place)))
    else this.texts.json(place, row, out)
  }
}
