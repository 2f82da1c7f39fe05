// The open blocks of one container of Markdown, or of the document: takes line by line what its containers leave.
import type { Block, Kind } from '../block.js'
import { lineEnd } from '../paragraphs.js'
import { type Html, html } from './html.js'
import type { Line } from './line.js'
import { Paragraph } from './paragraph.js'
import {
  atx,
  closes,
  type Fence,
  fence,
  type Heading,
  isBreak,
  isListSign,
  isUnderline,
  type Marker,
  marker,
  type Start,
  startOf,
  trimmed,
} from './starts.js'

/** What nests deeper is text. */
const DEEPEST = 64

/** A block that may go on: all have the same fields, so that reading them is cheap. */
class Open {
  heading: Heading | undefined = undefined
  fence: Fence | undefined = undefined
  html: Html | undefined = undefined
  /** What stands in a quote or in the last item of a list. */
  inside: Level | undefined = undefined
  marker: Marker | undefined = undefined
  /** Columns before the content of a list's last item; not reached any more when it began with two blank lines. */
  content = 0
  paragraph: Paragraph | undefined = undefined

  constructor(
    public kind: Kind,
    public start: number,
    public end: number,
  ) {}
}

/** The blocks within one container, or the document. */
export class Level {
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

  /** Takes a line of which the first sign that is no blank, at `sign`, says enough: prose, blank lines, what stands in fences. */
  easy(start: number, end: number, sign: number, unit: number): boolean {
    const open = this.#open
    const blank = sign === end
    if (open?.kind === 'fence') {
      if (!blank && unit === open.fence?.sign) return false
      if (!blank) open.end = end
      return true
    }
    if (open !== undefined && open.kind !== 'paragraph') return false
    if (blank) {
      this.#close()
      return true
    }
    if (sign !== start || !isProse(unit)) return false
    if (open === undefined) this.#paragraph(start, start, end)
    else {
      open.end = end
      open.paragraph?.add(start, start, end, false)
    }
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
    const { line } = this
    const open = this.#open as Open
    open.end = line.end
    open.paragraph?.add(line.start, line.sign(), line.end, line.indent() >= 4)
    open.inside?.lazy()
  }

  #close(): void {
    const open = this.#open
    if (open === undefined) return
    open.inside?.end()
    const { kind, start, end, heading } = open
    // Only the document's own blocks are asked for.
    if (this.depth === 0)
      this.#blocks.push(heading === undefined ? { kind, start, end } : { kind, start, end, ...heading })
    this.#some = true
    this.#open = undefined
  }

  /** Closes the block behind this line. */
  #finish(open: Open): void {
    open.end = this.line.end
    this.#close()
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
    const { line } = this
    switch (open.kind) {
      case 'paragraph':
        return !blank && this.#more(open)
      case 'fence':
        if (closes(open.fence as Fence, line)) this.#finish(open)
        return true
      case 'html': {
        const { end } = open.html as Html
        if (end === undefined) return !blank
        if (end.test(line.text.slice(line.i, line.end))) this.#finish(open)
        return true
      }
      case 'code':
        return blank || line.indent() >= 4
      case 'table':
        return !blank && this.#starts(false) === undefined
      case 'quote':
        return !blank && this.#quote(open)
      case 'list':
        return this.#list(open, blank)
      default:
        return false
    }
  }

  #more(open: Open): boolean {
    const { line } = this
    const { text, end } = line
    const sign = line.sign()
    const code = text.charCodeAt(sign)
    const deep = line.indent() >= 4
    const level = code === 0x3d ? 1 : code === 0x2d ? 2 : 0
    if (level > 0 && !deep && isUnderline(text, sign, end) && this.#setext(open, level)) return true
    if (this.#starts(true) !== undefined) return false
    if ((code === 0x7c || code === 0x3a || code === 0x2d) && !deep && this.#table(open, sign)) return true
    open.paragraph?.add(line.start, sign, end, deep)
    return true
  }

  /** Makes the paragraph a heading, but for the definitions that it begins with; not when it has nothing else. */
  #setext(open: Open, level: number): boolean {
    const above = open.paragraph?.definitions()
    if (above?.next === -1) return false
    if (above !== undefined) this.#split(open, above.end, above.next)
    open.kind = 'heading'
    open.heading = { level, title: trimmed(this.line.text.slice(open.start, open.end)) }
    this.#finish(open)
    return true
  }

  /** Makes the last line of the paragraph and this one a table, where they are one. */
  #table(open: Open, sign: number): boolean {
    const { text, end } = this.line
    const paragraph = open.paragraph as Paragraph
    if (!paragraph.isHeader(open.end, sign, end)) return false
    if (paragraph.last > open.start) this.#split(open, lineEnd(text, open.start, paragraph.last), paragraph.last)
    open.kind = 'table'
    return true
  }

  /** Closes the lines of the paragraph up to `end`; the others, from `next` on, stay open. */
  #split(open: Open, end: number, next: number): void {
    this.#open = new Open('paragraph', open.start, end)
    this.#close()
    this.#open = open
    open.start = next
  }

  #quote(open: Open): boolean {
    const { line } = this
    const sign = line.sign()
    const inside = open.inside as Level
    if (line.indent() >= 4 || line.text.charCodeAt(sign) !== 0x3e) return this.#lazily(inside)
    this.#quoted(inside)
    return true
  }

  /** Gives what stands behind `>` and one blank to the quote. */
  #quoted(inside: Level): void {
    const { line } = this
    line.to(line.sign() + 1, line.indent() + 1)
    line.skip(1)
    inside.feed()
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
    if (indent >= open.content) {
      line.skip(open.content)
      inside.feed()
      return true
    }
    if (indent < 4) {
      const sign = line.sign()
      const found = isListSign(line.text.charCodeAt(sign)) ? marker(line.text, sign, line.end) : undefined
      const rule = found !== undefined && isBreak(line.text, sign, line.end)
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

  #starts(interrupting: boolean, anyList = false): Start | undefined {
    if (this.depth >= DEEPEST) return undefined
    return startOf(this.line, interrupting, anyList)
  }

  #begin(start: Start | undefined): void {
    const { line } = this
    const { text, end } = line
    const i = line.sign()
    if (start === undefined) {
      this.#paragraph(line.start, i, end)
      return
    }
    const open = new Open(KINDS[start], line.start, end)
    this.#open = open
    switch (start) {
      case 'atx':
        open.heading = atx(text, i, end)
        this.#close()
        return
      case 'rule':
        this.#close()
        return
      case 'fence':
        open.fence = fence(text, i, end)
        return
      case 'html': {
        const rest = text.slice(i, end)
        open.html = html(rest, false)
        if (open.html?.end?.test(rest) === true) this.#close()
        return
      }
      case 'quote': {
        const inside = new Level(line, this.depth + 1)
        open.inside = inside
        this.#quoted(inside)
        return
      }
      case 'list':
        this.#item(open, marker(text, i, end) as Marker)
    }
  }

  #paragraph(start: number, sign: number, end: number): void {
    const open = new Open('paragraph', start, end)
    open.paragraph = new Paragraph(this.line.text, start, sign, end)
    this.#open = open
  }
}

const KINDS = {
  atx: 'heading',
  rule: 'rule',
  fence: 'fence',
  html: 'html',
  code: 'code',
  quote: 'quote',
  list: 'list',
} as const

/** Whether a line that begins with this sign begins nothing but a paragraph. */
const isProse = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit > 0x7f
