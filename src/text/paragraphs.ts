// Lines, and plain text as paragraphs: runs of lines between blank ones.
import type { Block } from './block.js'

const LF = 0x0a
const CR = 0x0d

/** Whether a sign counts as nothing on a blank line: space, tab, form feed, vertical tab, no-break and ideographic space. */
export const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0c || code === 0x0b || code === 0xa0 || code === 0x3000

/** The index behind the line end of the line at `i`: LF, CRLF or CR; the end of the text when it has none. */
export function nextLine(text: string, i: number): number {
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === LF) return i + 1
    if (code === CR) return text.charCodeAt(i + 1) === LF ? i + 2 : i + 1
  }
  return i
}

/** The end of the line before `next`, which `nextLine` gave, without its line end; not before `start`. */
export function lineEnd(text: string, start: number, next: number): number {
  let end = next
  if (end > start && text.charCodeAt(end - 1) === LF) end--
  if (end > start && text.charCodeAt(end - 1) === CR) end--
  return end
}

/** Whether `text[start, end)` has only blanks. */
export function isBlankLine(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isBlank(text.charCodeAt(i))) return false
  return true
}

/** Goes over the lines of a text by native searches: each sign is looked at once for LF, once for CR. */
class Lines {
  /** The first LF and CR from the place of the last line on; the length of the text when there is none. */
  #lf = -1
  #cr = -1
  /** Of the last line: its end without its line end. */
  end = 0

  constructor(readonly text: string) {}

  /** Reads the line at `start`, which is not before the last one; gives the start of the next. */
  read(start: number): number {
    const { text } = this
    if (this.#lf < start) this.#lf = found(text.indexOf('\n', start), text)
    if (this.#cr < start) this.#cr = found(text.indexOf('\r', start), text)
    this.end = Math.min(this.#lf, this.#cr)
    return Math.min(this.end + (this.#lf === this.#cr + 1 ? 2 : 1), text.length)
  }
}

const found = (index: number, text: string): number => (index < 0 ? text.length : index)

/** The paragraphs of the text from `from` on. LF, CRLF and CR end lines; a line of blanks alone (see `isBlank`) is blank. */
export function plainBlocks(text: string, from = 0): Block[] {
  const blocks: Block[] = []
  const lines = new Lines(text)
  let start = -1
  let end = -1
  for (let line = from; line < text.length; ) {
    const next = lines.read(line)
    if (isBlankLine(text, line, lines.end)) {
      if (start >= 0) blocks.push({ kind: 'paragraph', start, end })
      start = -1
    } else {
      if (start < 0) start = line
      end = lines.end
    }
    line = next
  }
  if (start >= 0) blocks.push({ kind: 'paragraph', start, end })
  return blocks
}

/** Each line that is not blank as a block of the kind it stood in; headings stay whole. */
export function byLines(text: string, blocks: readonly Block[]): Block[] {
  const out: Block[] = []
  const lines = new Lines(text)
  for (const block of blocks) {
    if (block.kind === 'heading') {
      out.push(block)
      continue
    }
    for (let line = block.start; line < block.end; ) {
      const next = lines.read(line)
      const end = Math.min(lines.end, block.end)
      if (!isBlankLine(text, line, end)) out.push({ kind: block.kind, start: line, end })
      line = next
    }
  }
  return out
}
