// Rows of delimited text (RFC 4180), parsed by papaparse. It sees one character a byte, so that its offsets are the bytes'.
import Papa from 'papaparse'

/** What parts the cells of a row. */
export type Delimiter = ',' | '\t'
/** What ends a row: LF, before which a CR is no part of the row, or in files of old Macs CR alone. */
export type LineEnd = '\n' | '\r'

/** Takes a row that stands at `[start, end)`, blank lines before and the line end included; true ends the parsing. */
export type TakeRow = (cells: readonly string[], start: number, end: number, fault: string | undefined) => boolean

/** What was left of a text. */
export interface Rest {
  /** Where the last row ends. */
  readonly stop: number
  /** What is wrong with the row that follows, when the text ends here; undefined when only blank lines follow. */
  readonly fault: string | undefined
}

const TEXT_AFTER_QUOTE = 'expected a delimiter or the end of the row after a closing quote'
const UNCLOSED = 'a quote is not closed'
const STRAY_LINE_FEED = 'expected rows that all end with CR, as the first does'

interface Step {
  readonly data: string[][]
  readonly errors: readonly unknown[]
  readonly meta: { readonly cursor: number }
}

/** Splits text into rows. What stands after the last line end is no whole row. Offsets begin at `base`. */
export function parseRows(text: string, base: number, delimiter: Delimiter, newline: LineEnd, take: TakeRow): Rest {
  let stop = 0
  let next = 0
  const step = ({ data, errors, meta: { cursor } }: Step): void => {
    const from = next
    next = cursor
    if (isBlank(text, from, cursor)) return
    const cells = data[0] as string[]
    if (newline === '\n') dropReturn(cells, text, from, cursor, delimiter)
    const fault = errors.length > 0 ? TEXT_AFTER_QUOTE : strayLineFeed(text, from, newline)
    const enough = take(cells, base + stop, base + cursor, fault)
    stop = cursor
    if (enough) parser.abort()
  }
  const parser = new Papa.Parser({ delimiter, newline, step })
  const { errors } = parser.parse(text, 0, true) as Step
  const fault = next === text.length ? undefined : errors.length > 0 ? TEXT_AFTER_QUOTE : UNCLOSED
  return { stop: base + stop, fault }
}

function isBlank(text: string, from: number, to: number): boolean {
  return to - from <= 2 && ['\n', '\r\n', '\r'].includes(text.slice(from, to))
}

function strayLineFeed(text: string, from: number, newline: LineEnd): string | undefined {
  return newline === '\r' && text[from] === '\n' ? STRAY_LINE_FEED : undefined
}

/** Where a row ends with CR and LF, papaparse leaves the CR in an unquoted last cell. */
function dropReturn(cells: string[], text: string, from: number, to: number, delimiter: Delimiter): void {
  const last = cells.length - 1
  const cell = cells[last] as string
  if (!cell.endsWith('\r')) return
  // An unquoted cell is as long as its bytes, so a delimiter or the start of the row is right before it; a quoted one is longer.
  const start = to - 1 - cell.length
  if ((start === from || text[start - 1] === delimiter) && !cell.includes(delimiter)) cells[last] = cell.slice(0, -1)
}

/**
 * How the rows of a text end: told by the first line end outside quotes. Undefined when there is none, or when it is a CR
 * that an LF may follow.
 */
export function lineEndOf(text: string, delimiter: Delimiter): LineEnd | undefined {
  let atStart = true
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '"' && atStart) {
      i = closingQuote(text, i)
      if (i < 0) return undefined
    } else if (char === '\n') return '\n'
    else if (char === '\r') return i + 1 === text.length ? undefined : text[i + 1] === '\n' ? '\n' : '\r'
    atStart = char === delimiter
  }
  return undefined
}

function closingQuote(text: string, open: number): number {
  let i = text.indexOf('"', open + 1)
  while (i >= 0 && text[i + 1] === '"') i = text.indexOf('"', i + 2)
  return i
}
