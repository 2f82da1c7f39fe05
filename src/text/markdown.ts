// The top-level blocks of a Markdown document: CommonMark 0.31 and the tables of GFM, in one pass over its lines.
import type { Block, Kind } from './block.js'
import { Line } from './markdown/line.js'
import {
  atx,
  closes,
  definitions,
  type Fence,
  fence,
  type Heading,
  type Html,
  html,
  isBreak,
  isTable,
  type Marker,
  marker,
  trimmed,
} from './markdown/starts.js'
import { lineEnd, nextLine } from './paragraphs.js'

/** What nests deeper is text. */
const DEEPEST = 64

/**
 * The blocks of the text from `from` on; a list is one block with all its items, a quote likewise. Link reference definitions
 * are paragraphs. Titles of headings are as they stand in the source.
 */
export function markdownBlocks(text: string, from = 0): Block[] {
  const line = new Line(text)
  const top = new Level(line, 0)
  const crs = text.includes('\r')
  for (let at = text.charCodeAt(from) === 0xfeff && from === 0 ? 1 : from; at < text.length; ) {
    const lf = crs ? -1 : text.indexOf('\n', at)
    const next = lf >= 0 ? lf + 1 : nextLine(text, at)
    const end = lf >= 0 ? lf : lineEnd(text, at, next)
    if (!isProse(text.charCodeAt(at)) || !top.prose(at, end)) {
      line.set(at, end)
      top.feed()
    }
    at = next
  }
  return top.end()
}

type Open = {
  kind: Kind
  start: number
  end: number
  heading?: Heading
  fence?: Fence
  html?: Html
  /** What stands in a quote or in the last item of a list. */
  inside?: Level
  marker?: Marker
  /** Columns before the content of a list's last item; not reached any more when it began with two blank lines. */
  content?: number
  /** Where the last line of a paragraph starts, for the header of a table. */
  last?: number
}

type Start = 'atx' | 'fence' | 'quote' | 'html' | 'rule' | 'list' | 'code'

/** Whether a line that begins with this sign begins nothing but a paragraph. */
const isProse = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code > 0x7f && code !== 0xa0 && code !== 0x3000)

/** The blocks within one container, or the document. */
class Level {
  readonly #blocks: Block[] = []
  #open: Open | undefined
  #some = false

  constructor(
    readonly line: Line,
    readonly depth: number,
  ) {}

  /** Whether a line without any prefix would go on with a paragraph. */
  get inParagraph(): boolean {
    const open = this.#open
    return open !== undefined && (open.kind === 'paragraph' || open.inside?.inParagraph === true)
  }

  get empty(): boolean {
    return this.#open === undefined && !this.#some
  }

  end(): Block[] {
    this.#close()
    return this.#blocks
  }

  /** A shorter way for a line that begins with a letter: whether it was taken. */
  prose(start: number, end: number): boolean {
    const open = this.#open
    if (open === undefined) this.#open = { kind: 'paragraph', start, end, last: start }
    else if (open.kind === 'paragraph') {
      open.end = end
      open.last = start
    } else if (open.kind === 'fence') open.end = end
    else return false
    return true
  }

  /** Takes the rest of the line. */
  feed(): void {
    const { line } = this
    const blank = line.blank
    if (this.#open !== undefined && this.#goesOn(this.#open, blank)) return
    if (blank) return
    this.#begin(this.#starts(false))
  }

  /** A line that goes on with the paragraph inside, without the prefixes of its containers. */
  lazy(): void {
    const open = this.#open as Open
    open.end = this.line.end
    if (open.kind === 'paragraph') open.last = this.line.start
    else open.inside?.lazy()
  }

  #close(): void {
    const open = this.#open
    if (open === undefined) return
    open.inside?.end()
    const { kind, start, end, heading } = open
    // Only the document's own blocks are asked for.
    if (this.depth === 0) this.#blocks.push({ kind, start, end, ...heading })
    this.#some = true
    this.#open = undefined
  }

  /** Whether the line goes on with the open block; closes it where it does not. */
  #goesOn(open: Open, blank: boolean): boolean {
    const { line } = this
    const goes = this.#continues(open, blank)
    if (goes && !blank) open.end = line.end
    if (!goes) this.#close()
    return goes
  }

  #continues(open: Open, blank: boolean): boolean {
    switch (open.kind) {
      case 'paragraph':
        return !blank && this.#paragraph(open)
      case 'fence':
        return this.#fence(open)
      case 'html':
        return this.#html(open, blank)
      case 'code':
        return blank || this.line.indent() >= 4
      case 'table':
        return !blank && this.#starts(true) === undefined
      case 'quote':
        return !blank && this.#quote(open)
      case 'list':
        return this.#list(open, blank)
      default:
        return false
    }
  }

  #paragraph(open: Open): boolean {
    const { line } = this
    const { text, end } = line
    const sign = line.sign()
    const code = text.charCodeAt(sign)
    if (line.indent() < 4) {
      if ((code === 0x2d || code === 0x3d) && isUnderline(text, sign, end)) {
        const from =
          text.charCodeAt(this.#signOf(open)) === 0x5b
            ? open.start + definitions(text.slice(open.start, open.end))
            : open.start
        if (from < open.end) {
          if (from > open.start) {
            this.#open = { kind: 'paragraph', start: open.start, end: lineEnd(text, open.start, from) }
            this.#close()
            this.#open = open
            open.start = from
          }
          const above = text.slice(from, open.end)
          open.kind = 'heading'
          open.heading = { level: code === 0x3d ? 1 : 2, title: trimmed(above) }
          open.end = end
          this.#close()
          return true
        }
      }
      if ((code === 0x7c || code === 0x3a || code === 0x2d) && this.#table(open, sign)) return true
    }
    if (this.#starts(true) !== undefined) return false
    open.last = line.start
    return true
  }

  #signOf({ start, end }: Open): number {
    let i = start
    while (i < end && (this.line.text.charCodeAt(i) === 0x20 || this.line.text.charCodeAt(i) === 0x09)) i++
    return i
  }

  /** Makes the last line of the paragraph and this one a table, where they are one. */
  #table(open: Open, sign: number): boolean {
    const { text, end } = this.line
    const header = open.last ?? open.start
    if (!isTable(text.slice(header, open.end), text.slice(sign, end))) return false
    if (header > open.start) {
      const before = lineEnd(text, open.start, header)
      this.#open = { kind: 'paragraph', start: open.start, end: before }
      this.#close()
      this.#open = { kind: 'table', start: header, end }
    } else open.kind = 'table'
    return true
  }

  #fence(open: Open): boolean {
    const { line } = this
    if (line.indent() < 4 && closes(open.fence as Fence, line.text, line.sign(), line.end)) {
      open.end = line.end
      this.#close()
      return true
    }
    return true
  }

  #html(open: Open, blank: boolean): boolean {
    const { line } = this
    const { end } = open.html as Html
    if (end === undefined) return !blank
    if (end.test(line.text.slice(line.i, line.end))) {
      open.end = line.end
      this.#close()
      return true
    }
    return true
  }

  #quote(open: Open): boolean {
    const { line } = this
    const sign = line.sign()
    const indent = line.indent()
    const inside = open.inside as Level
    if (indent < 4 && line.text.charCodeAt(sign) === 0x3e && sign < line.end) {
      line.to(sign + 1, indent + 1)
      line.skip(1)
      inside.feed()
      return true
    }
    return this.#lazily(inside)
  }

  /** Whether the line goes on with a paragraph inside. */
  #lazily(inside: Level): boolean {
    // Here no paragraph is interrupted: any list begins.
    if (!inside.inParagraph || this.#starts(true, true) !== undefined) return false
    inside.lazy()
    return true
  }

  #list(open: Open, blank: boolean): boolean {
    const { line } = this
    const inside = open.inside as Level
    if (blank) {
      // An item that begins with a blank line has its content on the next, or none.
      if (inside.empty) open.content = Number.POSITIVE_INFINITY
      inside.feed()
      return true
    }
    const indent = line.indent()
    if (indent >= (open.content as number)) {
      line.skip(open.content as number)
      inside.feed()
      return true
    }
    if (indent < 4) {
      const sign = line.sign()
      const found = isListSign(line.text.charCodeAt(sign)) ? marker(line.text, sign, line.end) : undefined
      const rule = found !== undefined && isBreak(line.text, sign, line.end) && /[-*]/.test(found.kind)
      if (found !== undefined && !rule && found.kind === open.marker?.kind) {
        inside.end()
        this.#item(open, found)
        return true
      }
    }
    return this.#lazily(inside)
  }

  /** Begins an item with the rest of the line. */
  #item(open: Open, found: Marker): void {
    const { line } = this
    const indent = line.indent()
    line.to(line.sign() + found.width, indent + found.width)
    const blanks = line.indent()
    const padding = found.empty || blanks > 4 ? 1 : blanks
    line.skip(padding)
    open.marker = found
    open.content = indent + found.width + padding
    open.inside = new Level(line, this.depth + 1)
    open.inside.feed()
  }

  /** What the line begins; `interrupting` a paragraph, not all can. */
  #starts(interrupting: boolean, anyList = false): Start | undefined {
    const { line } = this
    const { text, end } = line
    const i = line.sign()
    const code = text.charCodeAt(i)
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code > 0x7f) {
      if (i - line.i < 4 && line.indent() < 4) return undefined
      return interrupting || line.indent() < 4 ? undefined : 'code'
    }
    if (line.indent() >= 4) return interrupting ? undefined : 'code'
    if (this.depth >= DEEPEST) return undefined
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

  #begin(start: Start | undefined): void {
    const { line } = this
    const { text, end } = line
    const i = line.sign()
    const open = (kind: Kind, more?: Partial<Open>): Open => {
      this.#open = { kind, start: line.start, end, ...more }
      return this.#open
    }
    switch (start) {
      case undefined:
        open('paragraph', { last: line.start })
        return
      case 'atx':
        open('heading', { heading: atx(text, i, end) as Heading })
        this.#close()
        return
      case 'rule':
        open('rule')
        this.#close()
        return
      case 'fence':
        open('fence', { fence: fence(text, i, end) as Fence })
        return
      case 'html': {
        const found = html(text.slice(i, end), false) as Html
        open('html', { html: found })
        if (found.end?.test(text.slice(i, end)) === true) this.#close()
        return
      }
      case 'code':
        open('code')
        return
      case 'quote': {
        const inside = new Level(line, this.depth + 1)
        open('quote', { inside })
        line.to(i + 1, line.indent() + 1)
        line.skip(1)
        inside.feed()
        return
      }
      case 'list':
        this.#item(open('list'), marker(text, i, end) as Marker)
    }
  }
}

const isListSign = (code: number): boolean =>
  code === 0x2d || code === 0x2b || code === 0x2a || (code >= 0x30 && code <= 0x39)

/** A run of one sign, and blanks behind it. */
function isUnderline(text: string, i: number, end: number): boolean {
  const sign = text.charCodeAt(i)
  while (i < end && text.charCodeAt(i) === sign) i++
  while (i < end && (text.charCodeAt(i) === 0x20 || text.charCodeAt(i) === 0x09)) i++
  return i === end
}
