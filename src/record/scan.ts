// The line scanner: walks each NDJSON line once to its end, checks that it is whole JSON, and notes where the wanted keys
// and all keys that may bear a label stand. This plain one is the oracle of the SIMD one (scan-simd.ts).

/** What a scan looks for. */
export interface Wanted {
  /** Top-level keys, at most 32. Of duplicates the last is noted. */
  readonly keys: readonly string[]
  /** Endings of keys in lower case, compared without case, at any depth. Case beyond ASCII is left to the reader: see `escaped`. */
  readonly endings: readonly string[]
  /** Endings of keys that matter only where the value is a text; numbered on after `endings`. */
  readonly textEndings: readonly string[]
  /** Records stand one on a line, or (`array`) behind one another with commas between, line ends being mere space. */
  readonly layout?: 'lines' | 'array'
}

/** Numbers in a label entry: line, index of the ending, start and end of the key between its quotes, start of the value. */
export const LABEL_WIDTH = 5

/**
 * What a scan found, all as offsets into the scanned bytes: line `i` has its record at `[start[i], end[i])`, its first byte
 * (blank lines before it included) at `first[i]`, the byte after its line end at `next[i]`. `fields[(i * keys + k) * 2]` and
 * the number after it are where the value of key `k` stands, -1 when absent. `escaped[i]` is 1 when a key of the line holds
 * a backslash, ends in a space, or is beyond ASCII as an ending is: then keys were not compared.
 */
export interface LineTable {
  count: number
  readonly first: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
  readonly next: Int32Array
  readonly escaped: Uint8Array
  anyEscaped: boolean
  readonly fields: Int32Array
  labels: Int32Array
  labelCount: number
  /** Blank lines before the records of the table. */
  blanks: number
  /** Where scanning stopped: the first byte that belongs to no line of the table. */
  stop: number
  /** Offset at which the line at `stop` turned out broken, or -1. */
  broken: number
}

export interface Scanner {
  /** The block that lines are read into; keeps the first `keep` bytes when it must grow to `size`. */
  block(size: number, keep: number): Buffer
  /**
   * Scans the whole lines in `[from, to)` of the block. The last may lack its line end. Stops early when the table is full
   * (`stop < to`, `broken < 0`) or before a broken line. Blank lines after the last record are left: `stop` is their start.
   * In an array, a record needs the comma or bracket after it; one that goes on beyond `to` is `broken` at `to`, and the
   * scan stops at the closing bracket.
   */
  scan(from: number, to: number): LineTable
}

/** Lines in a table at most. */
export const TABLE_LINES = 4096
/** Nesting beyond this is refused as broken. */
export const MAX_DEPTH = 1024

export function lineTable(keys: number): LineTable {
  const column = () => new Int32Array(TABLE_LINES)
  return {
    count: 0,
    first: column(),
    start: column(),
    end: column(),
    next: column(),
    escaped: new Uint8Array(TABLE_LINES),
    anyEscaped: false,
    fields: new Int32Array(TABLE_LINES * Math.max(1, keys) * 2),
    labels: new Int32Array(TABLE_LINES * LABEL_WIDTH),
    labelCount: 0,
    blanks: 0,
    stop: 0,
    broken: -1,
  }
}

export function plainScanner(wanted: Wanted): Scanner {
  const table = lineTable(wanted.keys.length)
  let block = Buffer.alloc(0)
  return {
    block(size, keep) {
      if (block.length < size) {
        const grown = Buffer.allocUnsafe(size)
        block.copy(grown, 0, 0, keep)
        block = grown
      }
      return block
    },
    scan: (from, to) => new Walk(block as Block, wanted, table).run(from, to),
  }
}

// States of the walk within an object or list.
/** After `{`: a key or `}`. */
const FIRST_KEY = 0
/** After `,` in an object. */
const KEY = 1
/** After `[`: a value or `]`. */
const FIRST_ITEM = 2
/** After `:`, or after `,` in a list. */
const VALUE = 3
/** After a value: `,` or the closing bracket. */
const AFTER = 4

export const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)

/** One scan; every method returns the offset after what it read, or ~offset (negative) where the line is broken. */
class Walk {
  readonly #keys: Buffer[]
  readonly #endings: Buffer[]
  readonly #plainEndings: number
  readonly #beyondAscii: boolean
  readonly #stack = new Uint8Array(MAX_DEPTH)
  readonly #array: boolean
  /** Index of the wanted key whose value comes next, or -1. */
  #slot = -1
  #limit = 0

  constructor(
    readonly b: Block,
    wanted: Wanted,
    readonly table: LineTable,
  ) {
    this.#keys = wanted.keys.map((key) => Buffer.from(key))
    this.#endings = [...wanted.endings, ...wanted.textEndings].map((ending) => Buffer.from(ending))
    this.#plainEndings = wanted.endings.length
    this.#beyondAscii = ![...wanted.endings, ...wanted.textEndings].every(isAscii)
    this.#array = wanted.layout === 'array'
  }

  run(from: number, to: number): LineTable {
    const { b, table } = this
    table.count = 0
    table.labelCount = 0
    table.blanks = 0
    table.anyEscaped = false
    table.broken = -1
    this.#limit = to
    let position = from
    while (position < to && table.count < TABLE_LINES) {
      let i = position
      let blanks = 0
      for (; i < to && (b[i] === 0x0a || isBlank(b[i])); i++) if (b[i] === 0x0a) blanks++
      if (i === to || (this.#array && b[i] === 0x5d)) break
      const labels = table.labelCount
      const end = b[i] === 0x7b ? this.#object(i) : ~i
      const next = end < 0 ? end : this.#separator(end)
      if (next < 0) {
        table.labelCount = labels
        table.broken = ~next
        break
      }
      table.blanks += blanks
      table.anyEscaped ||= table.escaped[table.count] === 1
      const line = table.count++
      table.first[line] = position
      table.start[line] = i
      table.end[line] = end
      table.next[line] = next
      position = next
    }
    table.stop = position
    return table
  }

  /** From the end of a record over what parts it from the next. */
  #separator(i: number): number {
    const { b } = this
    while (i < this.#limit && this.#space(i)) i++
    if (this.#array) return b[i] === 0x2c && i < this.#limit ? i + 1 : b[i] === 0x5d && i < this.#limit ? i : ~i
    return i === this.#limit ? i : b[i] === 0x0a ? i + 1 : ~i
  }

  #object(open: number): number {
    const { b, table } = this
    const line = table.count
    const limit = this.#limit
    const width = this.#keys.length
    table.fields.fill(-1, line * width * 2, (line + 1) * width * 2)
    table.escaped[line] = 0
    this.#slot = -1
    let depth = 0
    this.#stack[0] = 1
    let state = FIRST_KEY
    for (let i = open + 1; i < limit; ) {
      const byte = b[i] as number
      if (this.#space(i)) {
        i++
        continue
      }
      switch (state) {
        case FIRST_KEY:
        case KEY:
          if (byte === 0x7d && state === FIRST_KEY) {
            if (depth === 0) return i + 1
            state = this.#close(--depth, i)
            i++
            break
          }
          if (byte !== 0x22) return ~i
          i = this.#key(i, depth)
          if (i < 0) return i
          state = VALUE
          break
        case FIRST_ITEM:
        case VALUE:
          if (byte === 0x5d && state === FIRST_ITEM) {
            state = this.#close(--depth, i)
            i++
            break
          }
          if (depth === 0) this.#open(i)
          if (byte === 0x7b || byte === 0x5b) {
            if (++depth === MAX_DEPTH) return ~i
            this.#stack[depth] = byte === 0x7b ? 1 : 0
            state = byte === 0x7b ? FIRST_KEY : FIRST_ITEM
            i++
            break
          }
          i = byte === 0x22 ? this.#string(i) : this.#scalar(i)
          if (i < 0) return i
          if (depth === 0) this.#closeSlot(i)
          state = AFTER
          break
        case AFTER:
          i++
          if (byte === 0x2c) state = this.#stack[depth] === 1 ? KEY : VALUE
          else if (byte === (this.#stack[depth] === 1 ? 0x7d : 0x5d)) {
            if (depth === 0) return i
            state = this.#close(--depth, i - 1)
          } else return ~(i - 1)
          break
      }
    }
    return ~limit
  }

  #close(depth: number, i: number): number {
    if (depth === 0) this.#closeSlot(i + 1)
    return AFTER
  }

  #open(start: number): void {
    if (this.#slot >= 0) this.table.fields[this.#slot] = start
  }

  #closeSlot(end: number): void {
    if (this.#slot >= 0) this.table.fields[this.#slot + 1] = end
    this.#slot = -1
  }

  /** A key from its opening quote through its colon. */
  #key(open: number, depth: number): number {
    const { b, table } = this
    let i = this.#string(open)
    if (i < 0) return i
    const end = i - 1
    while (i < this.#limit && this.#space(i)) i++
    if (i >= this.#limit || b[i] !== 0x3a) return ~i
    i++
    const key = b.subarray(open + 1, end)
    const unicode = this.#beyondAscii && key.some((byte) => byte >= 0x80)
    if (b[end - 1] === 0x20 || unicode || key.includes(0x5c)) table.escaped[table.count] = 1
    else {
      if (depth === 0) this.#wanted(open + 1, end)
      this.#label(open + 1, end, i)
    }
    return i
  }

  #wanted(start: number, end: number): void {
    for (let k = 0; k < this.#keys.length; k++) {
      const key = this.#keys[k] as Buffer
      if (key.length === end - start && key.equals(this.b.subarray(start, end)))
        this.#slot = (this.table.count * this.#keys.length + k) * 2
    }
  }

  #label(start: number, end: number, afterColon: number): void {
    const { b, table } = this
    for (let k = 0; k < this.#endings.length; k++) {
      const ending = this.#endings[k] as Buffer
      if (!endsWith(b, start, end, ending)) continue
      let value = afterColon
      while (this.#space(value)) value++
      if (k >= this.#plainEndings && b[value] !== 0x22) continue
      addLabel(table, table.count, k, start, end, value)
    }
  }

  #space(i: number): boolean {
    return isBlank(this.b[i]) || (this.#array && this.b[i] === 0x0a)
  }

  #string(open: number): number {
    const { b } = this
    // Most strings end at the first quote, and hold neither escapes nor control signs: told natively.
    const quote = b.indexOf(0x22, open + 1)
    if (quote < 0 || quote >= this.#limit) return this.#stringByByte(open)
    return NOT_PLAIN.test(b.latin1Slice(open + 1, quote)) ? this.#stringByByte(open) : quote + 1
  }

  #stringByByte(open: number): number {
    const { b } = this
    for (let i = open + 1; i < this.#limit; ) {
      const byte = b[i] as number
      if (byte === 0x22) return i + 1
      if (byte < 0x20) return ~i
      if (byte !== 0x5c) {
        i++
        continue
      }
      const escaped = i + 1 < this.#limit ? (b[i + 1] as number) : 0
      if (escaped === 0x75) {
        for (let k = 2; k < 6; k++) if (i + k >= this.#limit || !isHex(b[i + k] as number)) return ~i
        i += 6
      } else if (ESCAPES.has(escaped)) i += 2
      else return ~i
    }
    return ~this.#limit
  }

  /** A number, true, false or null, whole up to a delimiter. */
  #scalar(start: number): number {
    const { b } = this
    let end = start
    while (end < this.#limit && !isDelimiter(b[end] as number)) end++
    const token = Buffer.from(b.buffer, b.byteOffset + start, end - start).toString('latin1')
    return SCALAR.test(token) ? end : ~start
  }
}

/** A Buffer with the slice that Node's types leave out. */
type Block = Buffer & { latin1Slice(start: number, end: number): string }

const NOT_PLAIN = /[\x00-\x1f\\]/
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/
const ESCAPES = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)))

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d
const isDelimiter = (byte: number): boolean =>
  byte <= 0x20 || byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x3a || byte === 0x22
const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66)

function endsWith(b: Uint8Array, start: number, end: number, ending: Uint8Array): boolean {
  if (end - start < ending.length) return false
  for (let k = 1; k <= ending.length; k++) {
    const byte = b[end - k] as number
    const lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    if (lower !== ending[ending.length - k]) return false
  }
  return true
}

function addLabel(table: LineTable, line: number, ending: number, start: number, end: number, value: number): void {
  const at = table.labelCount * LABEL_WIDTH
  if (at + LABEL_WIDTH > table.labels.length) {
    const grown = new Int32Array(table.labels.length * 2)
    grown.set(table.labels)
    table.labels = grown
  }
  table.labels[at] = line
  table.labels[at + 1] = ending
  table.labels[at + 2] = start
  table.labels[at + 3] = end
  table.labels[at + 4] = value
  table.labelCount++
}
