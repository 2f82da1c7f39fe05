// Front matter: YAML between two lines of three dashes at the very start of a Markdown document.
import type { Span } from './block.js'
import { lineEnd, nextLine } from './paragraphs.js'

export interface FrontMatter {
  readonly yaml: Span
  /** Where the text behind it begins. */
  readonly end: number
}

/**
 * The front matter of a text; a byte-order mark may stand before it. It ends with a line `---` or `...`; where none comes, or
 * where a blank line follows the opening one, `---` is a thematic break.
 */
export function frontMatter(text: string): FrontMatter | undefined {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!text.startsWith('---', from)) return undefined
  const start = nextLine(text, from)
  if (!isFence(text, from, start, '---')) return undefined
  for (let line = start; line < text.length; ) {
    const next = nextLine(text, line)
    if (isFence(text, line, next, '---') || isFence(text, line, next, '...'))
      return { yaml: { start, end: line }, end: next }
    if (line === start && text.slice(line, next).trim() === '') return undefined
    line = next
  }
  return undefined
}

/** Whether the line is the three signs and nothing else but blanks behind them. */
function isFence(text: string, line: number, next: number, signs: string): boolean {
  if (!text.startsWith(signs, line)) return false
  const end = lineEnd(text, line, next)
  for (let i = line + 3; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code !== 0x20 && code !== 0x09) return false
  }
  return true
}
