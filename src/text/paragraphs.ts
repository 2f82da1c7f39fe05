// Lines, and plain text as paragraphs: runs of lines between blank ones.
import type { Block } from './block.js'
import { beginLines, LINE, lines, moreLines } from './kernel.js'

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

/** The paragraphs of the text from `from` on. LF, CRLF and CR end lines; a line of blanks alone (see `isBlank`) is blank. */
export function plainBlocks(text: string, from = 0): Block[] {
  const blocks: Block[] = []
  let start = -1
  let end = -1
  beginLines(text, true, from)
  for (let n = moreLines(); n > 0; n = moreLines())
    for (let i = 0; i < n; i += LINE) {
      const stop = lines[i + 1] as number
      if (lines[i + 2] === stop) {
        if (start >= 0) blocks.push({ kind: 'paragraph', start, end })
        start = -1
      } else {
        if (start < 0) start = lines[i] as number
        end = stop
      }
    }
  if (start >= 0) blocks.push({ kind: 'paragraph', start, end })
  return blocks
}

/** Each line that is not blank as a block of the kind it stood in; headings stay whole. */
export function byLines(text: string, blocks: readonly Block[]): Block[] {
  const out: Block[] = []
  let k = 0
  beginLines(text, true, blocks[0]?.start)
  for (let n = moreLines(); n > 0; n = moreLines())
    for (let i = 0; i < n; i += LINE) {
      const start = lines[i] as number
      const end = lines[i + 1] as number
      // Blocks hold every line that is not blank.
      while (k < blocks.length && (blocks[k] as Block).end <= start) k++
      const block = blocks[k]
      if (block === undefined || lines[i + 2] === end) continue
      if (block.kind !== 'heading') out.push({ kind: block.kind, start, end })
      else if (start === block.start) out.push(block)
    }
  return out
}
