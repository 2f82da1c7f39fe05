// Fenced code in plain text, which its paragraphs know nothing of.
import type { Span } from './block.js'
import { isBlank, nextLine } from './paragraphs.js'

const BACKTICK = 0x60
const TILDE = 0x7e
const SPACE = 0x20
const LF = 0x0a
const CR = 0x0d

interface Fence extends Span {
  readonly code: number
  readonly length: number
  /** Nothing else stands on the line: it can close. */
  readonly bare: boolean
  /** It can open: ``` anywhere, ~~~ at the start of a paragraph, since else it may underline a title. */
  readonly opens: boolean
}

/**
 * The fenced stretches of a plain text, ascending: from a line of ``` or ~~~ to the line that closes it. A fence that nothing
 * closes is none: it may be an ornament.
 */
export function plainFences(text: string): Span[] {
  const fences = [...fencesIn(text)]
  const closable = closableOf(fences)
  const found: Span[] = []
  let open: Fence | undefined
  for (const [i, fence] of fences.entries()) {
    if (open === undefined) {
      if (fence.opens && closable[i]) open = fence
    } else if (fence.bare && fence.code === open.code && fence.length >= open.length) {
      found.push({ start: open.start, end: fence.end })
      open = undefined
    }
  }
  return found
}

/** For each fence whether one that closes it comes after it. */
function closableOf(fences: readonly Fence[]): boolean[] {
  const closable: boolean[] = []
  const longest: Record<number, number> = { [BACKTICK]: 0, [TILDE]: 0 }
  for (let i = fences.length - 1; i >= 0; i--) {
    const { code, length, bare } = fences[i] as Fence
    const after = longest[code] as number
    closable[i] = after >= length
    if (bare) longest[code] = Math.max(after, length)
  }
  return closable
}

/** Lines that begin with a fence, ascending. Found by native searches: most texts have few. */
function* fencesIn(text: string): Generator<Fence> {
  const next = [text.indexOf('```'), text.indexOf('~~~')]
  for (;;) {
    const [tick, tilde] = next as [number, number]
    if (tick < 0 && tilde < 0) return
    const which = tilde < 0 || (tick >= 0 && tick < tilde) ? 0 : 1
    const at = which === 0 ? tick : tilde
    const fence = fenceAt(text, at)
    if (fence !== undefined) yield fence
    // Behind the run of signs: no fence begins within one.
    let end = at + 3
    while (text.charCodeAt(end) === text.charCodeAt(at)) end++
    next[which] = text.indexOf(which === 0 ? '```' : '~~~', end)
  }
}

/** The fence whose signs begin at `from`, if it stands at the start of its line. */
function fenceAt(text: string, from: number): Fence | undefined {
  let start = from
  while (start > 0 && from - start < 3 && text.charCodeAt(start - 1) === SPACE) start--
  if (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) return undefined
  const code = text.charCodeAt(from)
  let i = from
  while (text.charCodeAt(i) === code) i++
  const length = i - from
  const end = nextLine(text, i)
  let bare = true
  for (; i < end; i++) {
    const sign = text.charCodeAt(i)
    if (sign === BACKTICK) return undefined
    if (!isBlank(sign) && !isLineEnd(sign)) bare = false
  }
  return { start, end, code, length, bare, opens: code === BACKTICK || isAfterBlank(text, start) }
}

/** Whether the line before the one at `start` is blank, or there is none. */
function isAfterBlank(text: string, start: number): boolean {
  let i = start - 1
  if (text.charCodeAt(i) === LF && text.charCodeAt(i - 1) === CR) i--
  for (i--; i >= 0 && isBlank(text.charCodeAt(i)); i--);
  return i < 0 || isLineEnd(text.charCodeAt(i))
}

const isLineEnd = (code: number): boolean => code === LF || code === CR
