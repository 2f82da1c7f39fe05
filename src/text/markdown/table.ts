// Tables of GFM: a header and a delimiter row of as many cells make one.
import { pastBlanks } from './starts.js'

const PIPE = 0x7c
const BACKSLASH = 0x5c

/** Whether `text[i, end)`, without indentation, is the delimiter row of a table under the header `text[from, to)`. */
export function isTable(text: string, from: number, to: number, i: number, end: number): boolean {
  const cells = delimiters(text, i, end)
  return cells > 0 && headers(text, from, to) === cells
}

/** Cells of a delimiter row; 0 when it is none. Without a pipe or colon it is a setext underline. */
function delimiters(text: string, i: number, end: number): number {
  let cells = 0
  let seen = false
  if (text.charCodeAt(i) === PIPE) {
    seen = true
    i = pastBlanks(text, i + 1, end)
  }
  while (i < end) {
    if (text.charCodeAt(i) === 0x3a) {
      seen = true
      i++
    }
    const first = i
    while (i < end && text.charCodeAt(i) === 0x2d) i++
    if (i === first) return 0
    cells++
    if (i < end && text.charCodeAt(i) === 0x3a) {
      seen = true
      i++
    }
    i = pastBlanks(text, i, end)
    if (i < end) {
      if (text.charCodeAt(i) !== PIPE) return 0
      seen = true
      i = pastBlanks(text, i + 1, end)
    }
  }
  return seen ? cells : 0
}

/** Cells of a header row; 0 for a pipe alone. */
function headers(text: string, from: number, to: number): number {
  let i = pastBlanks(text, from, to)
  let cells = 0
  // Whether a sign that comes now is in a new cell.
  let fresh = true
  let pipes = 0
  if (text.charCodeAt(i) === PIPE && i < to) {
    pipes++
    i++
  }
  for (; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x20 || code === 0x09) continue
    if (fresh) cells++
    fresh = code === PIPE
    if (fresh) pipes++
    else if (code === BACKSLASH) {
      const next = text.charCodeAt(i + 1)
      if (next === BACKSLASH || next === PIPE) i++
    }
  }
  return cells === 0 && pipes < 2 ? 0 : cells
}
