// Link reference definitions (CommonMark 0.31, 4.7): no setext underline makes a heading of them.

const LF = 0x0a
const BACKSLASH = 0x5c
/** Signs of a label, and parentheses in one another in a destination: those that CommonMark and its readers allow. */
const LONGEST = 999
const DEEPEST = 32

/** How many of the lines, joined by LF and each without indentation, are definitions that the paragraph begins with. */
export function definitions(paragraph: string): number {
  let lines = 0
  for (let at = 0; at < paragraph.length; ) {
    const end = definition(paragraph, at)
    if (end < 0) break
    for (let i = at; i <= end && i >= 0; lines++) {
      const lf = paragraph.indexOf('\n', i)
      i = lf < 0 || lf >= end ? end + 1 : lf + 1
    }
    at = end + 1
  }
  return lines
}

/** The index of the LF behind the definition at `i`, or of the end; -1 when there is no definition. */
function definition(text: string, i: number): number {
  i = label(text, i)
  if (i < 0 || text.charCodeAt(i) !== 0x3a) return -1
  const target = destination(text, pastWhite(text, i + 1))
  if (target < 0) return -1
  const white = pastWhite(text, target)
  if (white > target) {
    const behind = title(text, white)
    const end = behind < 0 ? -1 : lastOfLine(text, behind)
    if (end >= 0) return end
  }
  return lastOfLine(text, target)
}

function label(text: string, i: number): number {
  if (text.charCodeAt(i) !== 0x5b) return -1
  const start = ++i
  let seen = false
  for (; i < text.length && i - start <= LONGEST; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x5b) return -1
    if (code === 0x5d) return seen ? i + 1 : -1
    if (!isWhite(code)) seen = true
    if (code === BACKSLASH && isOneOf(text.charCodeAt(i + 1), 0x5b, 0x5d)) i++
  }
  return -1
}

function destination(text: string, i: number): number {
  if (text.charCodeAt(i) === 0x3c) {
    for (i++; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 0x3e) return i + 1
      if (code === 0x3c || code === LF) return -1
      if (code === BACKSLASH && isOneOf(text.charCodeAt(i + 1), 0x3c, 0x3e)) i++
    }
    return -1
  }
  const start = i
  let open = 0
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code <= 0x20 || code === 0x7f) {
      if (!isWhite(code)) return -1
      break
    }
    if (code === 0x28 && ++open > DEEPEST) return -1
    if (code === 0x29 && --open < 0) return -1
    if (code === BACKSLASH && isOneOf(text.charCodeAt(i + 1), 0x28, 0x29)) i++
  }
  return i > start && open === 0 ? i : -1
}

function title(text: string, i: number): number {
  const code = text.charCodeAt(i)
  if (code !== 0x22 && code !== 0x27 && code !== 0x28) return -1
  const close = code === 0x28 ? 0x29 : code
  for (i++; i < text.length; i++) {
    const inner = text.charCodeAt(i)
    if (inner === close) return i + 1
    if (inner === BACKSLASH && isOneOf(text.charCodeAt(i + 1), close, close)) i++
  }
  return -1
}

/** Whether a backslash before the sign escapes it. */
const isOneOf = (code: number, a: number, b: number): boolean => code === a || code === b || code === BACKSLASH

const isWhite = (code: number): boolean => code === 0x20 || code === 0x09 || code === LF

function pastWhite(text: string, i: number): number {
  while (i < text.length && isWhite(text.charCodeAt(i))) i++
  return i
}

/** The index of the LF, or of the end, when only blanks stand before it; else -1. */
function lastOfLine(text: string, i: number): number {
  while (i < text.length && (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09)) i++
  return i === text.length || text.charCodeAt(i) === LF ? i : -1
}
