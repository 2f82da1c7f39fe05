// The type of a column, from the JSON of all its values.
//
//     all of one kind        column
//     true, false            bool
//     integers               int of 64 bits; text of the JSON when one is beyond
//     numbers                double; text of the JSON when a double would change the value of one
//     texts, or only null    text
//     lists                  list; without any item, of text
//     objects                struct, fields in the order of first appearance; without any field, text of the JSON
//     of several kinds       text of the JSON
import { decodeString, members, skipSpace, skipValue } from '../../record/json.js'
import { compareNumbers, numberOf } from '../../record/number.js'
import type { Column, Type } from '../../record/schema.js'
import { Keys } from './keys.js'

/** What nests deeper, or an object below the top that has more different keys in all, becomes text of the JSON. */
export const DEEPEST = 64
export const WIDEST = 1000

const BOOL = 1
const NUMBER = 2
const TEXT = 4
const LIST = 8
const STRUCT = 16

const LARGEST = 2n ** 63n - 1n
const LONE_SURROGATE = /\p{Surrogate}/u

/** Text that holds JSON. */
const JSON_TEXT: Type = { kind: 'text', json: true }

export class Shape {
  #kinds = 0
  /** A number that is no plain integer was seen. */
  #fraction = false
  /** An integer was seen that a double would change. */
  #long = false
  /** Nothing but the JSON itself holds all the values. */
  #raw = false
  #item: Shape | undefined
  #fields: Fields | undefined

  constructor(readonly depth = 0) {}

  /** Takes the value at `b[start, end)` into account. */
  see(b: Buffer, start: number, end: number): void {
    if (this.#raw) return
    const first = b[start]
    if (first === 0x6e) return
    const kind = kindOf(first)
    if (this.#kinds !== 0 && this.#kinds !== kind) this.#keepRaw()
    this.#kinds = kind
    if (this.#raw) return
    if (kind === TEXT) this.#text(b, start, end)
    else if (kind === NUMBER) this.#number(b, start, end)
    else if (this.depth === DEEPEST && kind !== BOOL) this.#keepRaw()
    else if (kind === LIST) this.#list(b, start, end)
    else if (kind === STRUCT) this.#struct(b, start)
  }

  #keepRaw(): void {
    this.#raw = true
    this.#item = undefined
    this.#fields = undefined
  }

  #text(b: Buffer, start: number, end: number): void {
    // UTF-8 has no place for half of a surrogate pair, which an escape can spell.
    if (spellsSurrogate(b.subarray(start, end)) && LONE_SURROGATE.test(decodeString(b, start + 1, end - 1)))
      this.#keepRaw()
  }

  #number(b: Buffer, start: number, end: number): void {
    const from = b[start] === 0x2d ? start + 1 : start
    const digits = skipDigits(b, from, end)
    const integer = digits === end && !(from > start && b[from] === 0x30)
    if (!integer) this.#fraction = true
    const plain = digits === end || (b[digits] === 0x2e && skipDigits(b, digits + 1, end) === end)
    // So few digits are exact in a double and in 64 bits, wherever the point stands.
    if (plain && end - from <= 15) return
    const token = b.toString('latin1', start, end)
    if (integer ? beyondLong(token) : beyondDouble(token)) this.#keepRaw()
    else if (integer && beyondDouble(token)) this.#long = true
  }

  #list(b: Buffer, start: number, end: number): void {
    this.#item ??= new Shape(this.depth + 1)
    for (let i = skipSpace(b, start + 1); i < end && b[i] !== 0x5d; ) {
      const stop = skipValue(b, i)
      this.#item.see(b, i, stop)
      i = skipSpace(b, stop)
      if (b[i] === 0x2c) i = skipSpace(b, i + 1)
    }
  }

  #struct(b: Buffer, start: number): void {
    this.#fields ??= new Fields(this.depth + 1)
    this.#fields.see(b, start)
    if (this.#fields.size > WIDEST) this.#keepRaw()
  }

  type(): Type {
    if (this.#raw) return JSON_TEXT
    switch (this.#kinds) {
      case BOOL:
        return { kind: 'bool' }
      case NUMBER:
        if (!this.#fraction) return { kind: 'int', bits: 64, signed: true }
        return this.#long ? JSON_TEXT : { kind: 'float', bits: 64 }
      case LIST:
        return { kind: 'list', item: { name: 'element', type: (this.#item as Shape).type(), nullable: true } }
      case STRUCT: {
        const fields = (this.#fields as Fields).columns()
        return fields.length === 0 ? JSON_TEXT : { kind: 'struct', fields }
      }
      default:
        return { kind: 'text' }
    }
  }
}

/** The fields of objects, in the order of first appearance. */
export class Fields {
  readonly #keys = new Keys()
  readonly #shapes: Shape[] = []
  /** Where in `found` each key of the object at hand came last. */
  readonly #last: number[] = []

  /** `depth` is that of the values. */
  constructor(readonly depth = 0) {}

  get size(): number {
    return this.#shapes.length
  }

  /** Takes the object at `b[start]` into account; of a key that comes twice the last value. */
  see(b: Buffer, start: number): void {
    const found: number[] = []
    members(b, start, (keyStart, keyEnd, from, to) => {
      let place = this.#keys.find(b, keyStart, keyEnd)
      if (place < 0) {
        place = this.#keys.add(decodeString(b, keyStart, keyEnd))
        this.#shapes.push(new Shape(this.depth))
      }
      this.#last[place] = found.length
      found.push(place, from, to)
    })
    for (let i = 0; i < found.length; i += 3) {
      const [place, from, to] = [found[i] as number, found[i + 1] as number, found[i + 2] as number]
      if (this.#last[place] === i) (this.#shapes[place] as Shape).see(b, from, to)
    }
  }

  columns(): Column[] {
    return this.#shapes.map((shape, i) => ({ name: this.#keys.names[i] as string, type: shape.type(), nullable: true }))
  }
}

/** Whether a text in JSON has an escape of `\ud800` to `\udfff`. */
function spellsSurrogate(json: Uint8Array): boolean {
  for (let i = json.indexOf(0x5c); i >= 0; i = json.indexOf(0x5c, i + 2)) {
    if (json[i + 1] !== 0x75 || ((json[i + 2] as number) | 0x20) !== 0x64) continue
    // Hexadecimal 8 to f: a digit above 7, or a letter.
    if ((json[i + 3] as number) >= 0x38) return true
  }
  return false
}

function kindOf(first: number | undefined): number {
  if (first === 0x22) return TEXT
  if (first === 0x7b) return STRUCT
  if (first === 0x5b) return LIST
  return first === 0x74 || first === 0x66 ? BOOL : NUMBER
}

function skipDigits(b: Buffer, i: number, end: number): number {
  while (i < end && (b[i] as number) >= 0x30 && (b[i] as number) <= 0x39) i++
  return i
}

function beyondLong(token: string): boolean {
  const n = BigInt(token)
  return n > LARGEST || n < -LARGEST - 1n
}

/** Whether the shortest spelling of the nearest double is another value. */
function beyondDouble(token: string): boolean {
  const nearest = Number(token)
  return !Number.isFinite(nearest) || compareNumbers(numberOf(token), numberOf(String(nearest))) !== 0
}
