// Passes over a text that cost several times as much in a loop over a string: done in WebAssembly, on a window of its units.
import { WASM } from './kernel.wasm.js'

interface Exports {
  count(from: number, to: number): void
  kinds(from: number, to: number): number
  encode(from: number, to: number, out: number): number
  beginLines(from: number): void
  lines(base: number, from: number, to: number, all: boolean, out: number, most: number): number
  lastLine(end: number, out: number): number
  find(from: number, to: number, kinds: number): number
  fill(count: number, out: number): number
}

// Places that text.as.ts fixes, and those behind the window.
const RESULTS = 1024
const NAMES = 2048
const NUMBERS = 4096
const STOPS = 65536
const UNITS = 131072
/** UTF-16 units that memory holds of a text. */
const WINDOW = 1 << 18
const TABLE = UNITS + 2 * WINDOW
/** Units that are encoded in one go, at up to 6 bytes each, and lines that are found in one go, at 16 bytes each. */
const PIECE = 1 << 16
const LINES = 1 << 12
const OUT = TABLE + 16 * LINES
const PAGE = 65536
/** What may be touched behind the last place that is written. */
const MARGIN = 64
/** What is kept before the place that a window is made for: overlap goes back a little. */
const BEHIND = 1 << 12

const memory = new WebAssembly.Memory({ initial: Math.ceil((OUT + 6 * PIECE + MARGIN) / PAGE) })
const kernel = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WASM, 'base64')), {
  env: { memory, abort: unreachable },
}).exports as unknown as Exports
const bytes = Buffer.from(memory.buffer)
/** The same, of which views cost less. */
const plainBytes = new Uint8Array(memory.buffer)
const results = new Uint32Array(memory.buffer, RESULTS, 2)

function unreachable(): never {
  throw new Error('the kernel of texts aborted')
}

/** The text of which `[base, top)` is in memory. */
let held = ''
let base = 0
let top = 0

function hold(text: string, start: number, end: number): void {
  if (text === held && start >= base && end <= top) return
  base = text.length <= WINDOW ? 0 : Math.max(0, Math.min(start - BEHIND, text.length - WINDOW))
  top = Math.min(base + WINDOW, text.length)
  bytes.write(base === 0 && top === text.length ? text : text.slice(base, top), UNITS, 'utf16le')
  held = text
}

/** The end of a piece that memory holds: no pair of surrogates is cut. */
function pieceEnd(text: string, at: number, end: number): number {
  const stop = at + PIECE
  return stop >= end ? end : isPair(text, stop) ? stop - 1 : stop
}

/** Whether a pair of surrogates stands on both sides of an index. */
const isPair = (text: string, i: number): boolean =>
  (text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800

/** What the last `measured` or `encoded` has found: pairs of surrogates, and bytes in UTF-8 (a lone surrogate is 3). */
export const found = { pairs: 0, bytes: 0 }

/** Counts pairs and bytes of `text[start, end)`; the result is in `found`. */
export function measured(text: string, start: number, end: number): void {
  let [pairs, length] = [0, 0]
  for (let at = start; at < end; ) {
    const stop = pieceEnd(text, at, end)
    hold(text, at, stop)
    kernel.count(at - base, stop - base)
    pairs += results[0] as number
    length += results[1] as number
    at = stop
  }
  found.pairs = pairs
  found.bytes = length
}

/** Whether the text is all ASCII, and whether it has no surrogate. */
export function kindsOf(text: string): { readonly ascii: boolean; readonly plain: boolean } {
  let kinds = 3
  for (let at = 0; at < text.length; ) {
    const stop = Math.min(text.length, at + PIECE)
    hold(text, at, stop)
    kinds &= kernel.kinds(at - base, stop - base)
    at = stop
  }
  return { ascii: (kinds & 1) === 1, plain: (kinds & 2) === 2 }
}

/**
 * Appends `text[start, end)` as the inside of a JSON string in UTF-8, as `JSON.stringify` writes it: escapes where JSON needs them, and
 * for lone surrogates. `append` gets bytes that live until it returns. Counts as `measured` does.
 */
export function encoded(
  text: string,
  start: number,
  end: number,
  append: (bytes: Uint8Array, from: number, to: number) => void,
): void {
  let [pairs, length] = [0, 0]
  for (let at = start; at < end; ) {
    const stop = pieceEnd(text, at, end)
    hold(text, at, stop)
    const n = kernel.encode(at - base, stop - base, OUT)
    pairs += results[0] as number
    length += results[1] as number
    append(plainBytes, OUT, OUT + n)
    at = stop
  }
  found.pairs = pairs
  found.bytes = length
}

/** What `moreLines` has found: `LINE` numbers a line, which are its start, its end without line end, its first sign, and the unit there. */
export const lines = new Int32Array(memory.buffer, TABLE, LINES * 4)
export const LINE = 4

let pass = { text: '', all: false, at: 0, to: 0, ended: true }

/**
 * Begins a pass over the lines of `text[from, to)`; one pass at a time. LF, CRLF and CR end lines. The first sign is the first that is
 * no blank: no space or tab, with `all` nothing that `isBlank` names. A line of blanks alone has its end there, and 0 for the unit.
 */
export function beginLines(text: string, all: boolean, from = 0, to = text.length): void {
  kernel.beginLines(from)
  pass = { text, all, at: from, to, ended: false }
}

/** Puts the next lines into `lines`; returns how many numbers there are, 0 when there are no more lines. */
export function moreLines(): number {
  const { text, all, to } = pass
  for (let n = 0; pass.at < to; ) {
    hold(text, pass.at, Math.min(to, pass.at + PIECE))
    n = kernel.lines(base, pass.at, Math.min(to, top), all, TABLE, LINES)
    pass.at = results[0] as number
    if (n > 0) return n * LINE
  }
  if (pass.ended) return 0
  pass.ended = true
  return kernel.lastLine(to, TABLE) * LINE
}

/** Marks units for `firstOf`. */
export function markUnits(units: Iterable<number>, kind: number): void {
  for (const unit of units) bytes[STOPS + unit] = (bytes[STOPS + unit] as number) | kind
}

/** The first index of `[start, end)` with a unit that was marked with one of the bits of `kinds`; `end` when there is none. */
export function firstOf(text: string, start: number, end: number, kinds: number): number {
  for (let at = start; at < end; ) {
    const stop = Math.min(end, at + PIECE)
    hold(text, at, stop)
    const found = kernel.find(at - base, stop - base, kinds) + base
    if (found < stop) return found
    at = stop
  }
  return end
}

/**
 * Makes a function that appends texts and whole numbers by turns, as a template does: `names` of up to 30 ASCII signs each, then the
 * numbers of `values`, below 2^32. One template at a time: the last that was made. `append` as in `encoded`.
 */
export function template(names: readonly string[]) {
  for (const [k, name] of names.entries()) {
    if (name.length > 30) throw new RangeError('a name of a template has 30 signs at most')
    bytes[NAMES + 32 * k] = bytes.write(name, NAMES + 32 * k + 1, 'latin1')
  }
  const values = new Uint32Array(memory.buffer, NUMBERS, names.length)
  const fill = (append: (bytes: Uint8Array, from: number, to: number) => void): void =>
    append(plainBytes, OUT, kernel.fill(names.length, OUT))
  return { values, fill }
}
