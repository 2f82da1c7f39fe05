// A text as it stands in JSON: a stretch of it goes out with the escapes that it came with, and nothing is encoded anew.

const BACKSLASH = 0x5c
const LOWER_U = 0x75

/** A place in a JSON string: how many UTF-8 bytes of the text stand before it, and its index in the JSON. */
interface Place {
  decoded: number
  raw: number
}

export class JsonText {
  readonly #start: Place
  readonly #end: Place
  /** The next backslash at or after `#escapeFrom`; -1 for none. */
  #escape = -2
  #escapeFrom = 0

  /** The string's content, without its quotes, is `json[from, to)`. */
  constructor(
    readonly json: Buffer,
    readonly from: number,
    readonly to: number,
  ) {
    this.#start = { decoded: 0, raw: from }
    this.#end = { decoded: 0, raw: from }
  }

  /** Where the stretch between two numbers of UTF-8 bytes stands. Fast when starts and ends ascend from call to call. */
  span(start: number, end: number): readonly [number, number] {
    if (start >= this.#end.decoded) Object.assign(this.#start, this.#end)
    this.#seek(this.#start, start)
    if (end < this.#end.decoded || this.#end.decoded < start) Object.assign(this.#end, this.#start)
    this.#seek(this.#end, end)
    return [this.#start.raw, this.#end.raw]
  }

  #seek(place: Place, decoded: number): void {
    if (decoded < place.decoded) {
      place.decoded = 0
      place.raw = this.from
    }
    while (place.decoded < decoded) {
      const next = this.#nextEscape(place.raw)
      const plain = Math.min(next - place.raw, decoded - place.decoded)
      place.decoded += plain
      place.raw += plain
      if (place.decoded < decoded) this.#readEscape(place)
    }
  }

  #nextEscape(raw: number): number {
    if (this.#escape === -2 || raw < this.#escapeFrom || raw > this.#escape) {
      const found = this.json.indexOf(BACKSLASH, raw)
      this.#escape = found < 0 || found > this.to ? this.to : found
      this.#escapeFrom = raw
    }
    return this.#escape
  }

  #readEscape(place: Place): void {
    if (this.json[place.raw + 1] !== LOWER_U) {
      place.raw += 2
      place.decoded += 1
      return
    }
    const code = this.#unit(place.raw)
    // A pair of surrogates is one sign of 4 bytes; half a pair counts 3.
    const pair = code >= 0xd800 && code < 0xdc00 && this.json[place.raw + 6] === BACKSLASH
    const low = pair && this.json[place.raw + 7] === LOWER_U ? this.#unit(place.raw + 6) : 0
    if (low >= 0xdc00 && low < 0xe000) {
      place.raw += 12
      place.decoded += 4
      return
    }
    place.raw += 6
    place.decoded += code < 0x80 ? 1 : code < 0x800 ? 2 : 3
  }

  #unit(raw: number): number {
    return Number.parseInt(this.json.toString('latin1', raw + 2, raw + 6), 16)
  }
}
