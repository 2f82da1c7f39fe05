// What a line of Markdown begins: the rules of CommonMark 0.31, chapter 4 and 5, each by its first sign.
import { isBlankLine } from '../paragraphs.js'

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
  const blank = (i: number): boolean => /[ \t\r\n]/.test(title.charAt(i))
  while (start < end && blank(start)) start++
  while (end > start && blank(end - 1)) end--
  return title.slice(start, end)
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

export function closes({ sign, length }: Fence, text: string, i: number, end: number): boolean {
  let n = 0
  while (i + n < end && text.charCodeAt(i + n) === sign) n++
  return n >= length && isBlankLine(text, i + n, end)
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
  return { kind: text.charAt(k - 1), width: k - i, first, empty: isBlankLine(text, k, end) }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const ATTRIBUTE = '\\s+[A-Za-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'

/** HTML blocks: how a line begins one, and what ends it; without `end`, a blank line does. */
const HTML: readonly { readonly begin: RegExp; readonly end?: RegExp; readonly alone?: true }[] = [
  { begin: /^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { begin: /^<!--/, end: /-->/ },
  { begin: /^<\?/, end: /\?>/ },
  { begin: /^<![A-Za-z]/, end: />/ },
  { begin: /^<!\[CDATA\[/, end: /\]\]>/ },
  { begin: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, 'i') },
  {
    begin: new RegExp(`^(?:<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>)\\s*$`),
    alone: true,
  },
]

export interface Html {
  readonly end: RegExp | undefined
}

/** An HTML block that begins with `line`; a tag that stands alone interrupts no paragraph. */
export function html(line: string, interrupting: boolean): Html | undefined {
  const found = HTML.find(({ begin, alone }) => !(interrupting && alone) && begin.test(line))
  return found && { end: found.end }
}

const DELIMITERS = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

/** Whether `row` under `header` makes the two a table: as many cells in both. */
export function isTable(header: string, row: string): boolean {
  return DELIMITERS.test(row) && (row.includes('|') || header.includes('|')) && cells(header) === cells(row)
}

function cells(row: string): number {
  const line = trimmed(row)
  let n = 1
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '\\') i++
    else if (line[i] === '|' && i > 0 && i < line.length - 1) n++
  }
  return n
}

const DEFINITION =
  /^ {0,3}\[(?:[^\][\\]|\\.)+\]:[ \t]*(?:\r\n?|\n)?[ \t]*(?:<[^<>\r\n]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*(?:\r\n?|\n|$)/

/** The length of the link reference definitions that a paragraph begins with: no setext underline makes them a heading. */
export function definitions(paragraph: string): number {
  let at = 0
  for (;;) {
    const found = DEFINITION.exec(paragraph.slice(at))
    if (found === null) return at
    at += found[0].length
  }
}
