// What a line of Markdown begins: the rules of CommonMark 0.31, chapter 4 and 5, each by its first sign.
import { html } from './html.js'
import type { Line } from './line.js'

/** What a line can begin, but for a paragraph. */
export type Start = 'atx' | 'fence' | 'quote' | 'html' | 'rule' | 'list' | 'code'

/** What the rest of the line begins. Not all can interrupt a paragraph; with `anyList`, each list does. */
export function startOf(line: Line, interrupting: boolean, anyList = false): Start | undefined {
  const { text, end } = line
  const i = line.sign()
  const code = text.charCodeAt(i)
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code > 0x7f) {
    if (i - line.i < 4 && line.indent() < 4) return undefined
    return interrupting || line.indent() < 4 ? undefined : 'code'
  }
  if (line.indent() >= 4) return interrupting ? undefined : 'code'
  switch (code) {
    case 0x23:
      return atx(text, i, end) === undefined ? undefined : 'atx'
    case 0x60:
    case 0x7e:
      return fence(text, i, end) === undefined ? undefined : 'fence'
    case 0x3e:
      return 'quote'
    case 0x3c:
      return html(text.slice(i, end), interrupting) === undefined ? undefined : 'html'
    case 0x2a:
    case 0x2d:
    case 0x5f:
      if (isBreak(text, i, end)) return 'rule'
  }
  if (!isListSign(code)) return undefined
  const found = marker(text, i, end)
  if (found === undefined) return undefined
  return interrupting && !anyList && (found.empty || found.first !== 1) ? undefined : 'list'
}

export const isListSign = (code: number): boolean =>
  code === 0x2d || code === 0x2b || code === 0x2a || (code >= 0x30 && code <= 0x39)

/** A setext underline at `i`: a run of one sign, and blanks behind it. */
export function isUnderline(text: string, i: number, end: number): boolean {
  const sign = text.charCodeAt(i)
  while (i < end && text.charCodeAt(i) === sign) i++
  return pastBlanks(text, i, end) === end
}

/** Whether the line is a thematic break: three or more of one of `*-_`, and blanks. */
export function isBreak(text: string, i: number, end: number): boolean {
  const sign = text.charCodeAt(i)
  let n = 0
  for (; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === sign) n++
    else if (code !== 0x20 && code !== 0x09) return false
  }
  return n >= 3
}

export interface Heading {
  readonly level: number
  readonly title: string
}

/** An ATX heading at `i`. */
export function atx(text: string, i: number, end: number): Heading | undefined {
  let level = 0
  while (i + level < end && text.charCodeAt(i + level) === 0x23) level++
  const after = text.charCodeAt(i + level)
  if (level > 6 || (i + level < end && after !== 0x20 && after !== 0x09)) return undefined
  const title = trimmed(text.slice(i + level, end))
  // A closing run of # counts when a blank stands before it.
  let stop = title.length
  while (stop > 0 && title.charCodeAt(stop - 1) === 0x23) stop--
  const before = title.charCodeAt(stop - 1)
  const closed = stop < title.length && (stop === 0 || before === 0x20 || before === 0x09)
  return { level, title: closed ? trimmed(title.slice(0, stop)) : title }
}

/** Without blanks at its ends. */
export function trimmed(title: string): string {
  let start = 0
  let end = title.length
  while (start < end && isWhite(title.charCodeAt(start))) start++
  while (end > start && isWhite(title.charCodeAt(end - 1))) end--
  return title.slice(start, end)
}

const isWhite = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** The index of the first sign from `i` on that is no space and no tab; `end` when there is none. */
export function pastBlanks(text: string, i: number, end: number): number {
  while (i < end && (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09)) i++
  return i
}

export interface Fence {
  readonly sign: number
  readonly length: number
}

/** A fence that opens at `i`; one of backticks has none behind it. */
export function fence(text: string, i: number, end: number): Fence | undefined {
  const sign = text.charCodeAt(i)
  let length = 0
  while (i + length < end && text.charCodeAt(i + length) === sign) length++
  if (length < 3) return undefined
  if (sign === 0x60) for (let k = i + length; k < end; k++) if (text.charCodeAt(k) === sign) return undefined
  return { sign, length }
}

/** Whether the rest of the line closes the fence. */
export function closes({ sign, length }: Fence, line: Line): boolean {
  const { text, end } = line
  const i = line.sign()
  if (text.charCodeAt(i) !== sign || line.indent() >= 4) return false
  let n = 0
  while (i + n < end && text.charCodeAt(i + n) === sign) n++
  return n >= length && pastBlanks(text, i + n, end) === end
}

export interface Marker {
  /** `-`, `+`, `*`, `.` or `)`: items of one list have the same. */
  readonly kind: string
  /** Signs it takes. */
  readonly width: number
  readonly first: number
  readonly empty: boolean
}

/** A list marker at `i`. */
export function marker(text: string, i: number, end: number): Marker | undefined {
  let k = i
  let first = 1
  const sign = text.charCodeAt(i)
  if (sign === 0x2d || sign === 0x2b || sign === 0x2a) k++
  else {
    while (k < end && k - i < 10 && isDigit(text.charCodeAt(k))) k++
    if (k === i || k - i > 9) return undefined
    const delimiter = text.charCodeAt(k)
    if (k >= end || (delimiter !== 0x2e && delimiter !== 0x29)) return undefined
    first = Number(text.slice(i, k))
    k++
  }
  const after = text.charCodeAt(k)
  if (k < end && after !== 0x20 && after !== 0x09) return undefined
  return { kind: text.charAt(k - 1), width: k - i, first, empty: pastBlanks(text, k, end) === end }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
