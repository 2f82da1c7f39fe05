// Where sections begin: Markdown's headings, and lines of plain text that bear a sign.
import type { Block } from './block.js'
import { BOUND, chapterSign, type Mark, type Place, type Sign } from './marks.js'
import { isBlank, lineEnd, nextLine } from './paragraphs.js'

/** Where a section begins: an index at the start of a line, how deep it lies, and its heading. */
export interface Start {
  readonly at: number
  /** 0 in plain text, 1 to 6 of a Markdown heading, 7 of a line within Markdown's paragraphs. */
  readonly level: number
  /** Of its sign, 1 the highest: tells apart what has one `level`. 0 has no sign. */
  readonly rank: number
  readonly title: string
}

const NUMBERED = /^([1-9]\d{0,2})\.?\s+(?=[\p{Lu}\p{Lo}])[^.;,。；，|]*[^.;,:!?。；，：！？|]$/u
const OUTLINE = /^[1-9]\d{0,2}(?:\.\d{1,2}){1,4}\.?\s+(?=[\p{Lu}\p{Lo}])[^;。；，|]*[^.,;:。；，：|]$/u
const CJK_NUMBERED =
  /^(?:([一二三四五六七八九十]{1,3}[、．.]|[0-9０-９]{1,3}[．、.](?=\s*\p{Lo}))|[（(][一二三四五六七八九十]{1,3}[)）])\s*[^。；，,;：:？?！!|]{1,40}$/u
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DATE = new RegExp(
  `^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:\\s+(?:\\d|${MONTH}).*)?|(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?${MONTH}(?:\\s+\\d{1,4}(?:st|nd|rd|th)?)*)$|^\\S{0,3}[\\d０-９〇一二三四五六七八九十元]{1,4}年(?:.*[月日])?$`,
  'i',
)
/** No line that is shorter was wrapped because it was full. */
const WRAPPED = 50
const LEADERS = /\.{4}|…{2}|·{4}/

/** Headings of plain text: chapters, numbered lines, short lines without punctuation that stand alone. */
export const headingSign: Sign = (line, place) => {
  const chapter = chapterSign(line, place)
  if (chapter !== undefined || place === 'inner' || place === 'first' || line.length > 80) return chapter
  const rank = numbered(line) ?? (place === 'alone' && isShortTitle(line) ? 3 : undefined)
  return rank === undefined || LEADERS.test(line) || DATE.test(line) ? undefined : { level: rank, length: line.length }
}

function numbered(line: string): number | undefined {
  const first = line.charCodeAt(0)
  if (first >= 0x31 && first <= 0x39) {
    if (NUMBERED.test(line)) return 3
    if (OUTLINE.test(line) && !/[.!?]\s+\p{Lu}/u.test(line.replace(/^[\d.]+\s+/, '')))
      return 2 + (/^[\d.]*\d/.exec(line)?.[0].split('.').length ?? 1)
  }
  if (first < 0x80 && first !== 0x28 && !(first >= 0x30 && first <= 0x39)) return undefined
  const cjk = CJK_NUMBERED.exec(line)
  return cjk === null ? undefined : cjk[1] === undefined ? 4 : 3
}

/** A few words that begin like a title, with no punctuation, no digits alone, no list sign, no columns, no address. */
function isShortTitle(line: string): boolean {
  const first = line.charCodeAt(0)
  if (line.length > 60 || isSmall(first)) return false
  if (/[.,;:!?。．，；：！？、…|=<>{}\\/@\t]| {3}|^[A-Za-z][)）]/.test(line) || !/\p{L}{2}/u.test(line)) return false
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(line))
    return line.length <= 30 && /^\p{L}/u.test(line)
  return /^\p{Lu}/u.test(line) && line.split(/\s+/).length <= 10
}

/**
 * The section starts in a block. Lines indented as code and blocks that are not prose have none; a Markdown heading is one
 * whatever it says. `plain`: not Markdown; `followed`: another block comes after this one.
 */
export function startsIn(text: string, block: Block, sign: Sign, plain: boolean, followed: boolean): Start[] {
  if (block.kind === 'heading') {
    const title = block.title ?? ''
    const rank = sign === headingSign ? 0 : (sign(title.slice(0, BOUND + 1), 'said')?.level ?? 0)
    return [{ at: block.start, level: block.level ?? 1, rank, title }]
  }
  if (block.kind !== 'paragraph' || (!plain && sign === headingSign)) return []
  const starts: Start[] = []
  let before = block.start
  for (let at = block.start; at < block.end; ) {
    const next = Math.min(nextLine(text, at), block.end)
    const first = at === block.start
    const last = next === block.end
    // Most lines of prose go on with a small letter: no sign does within a block.
    const head = !first && isSmall(text.charCodeAt(at)) ? '' : headOf(text, at, last ? next : lineEnd(text, at, next))
    if (head !== '') {
      const start = startOf(head, sign, first ? (last ? (followed ? 'alone' : 'last') : 'first') : 'inner', plain)
      if (start !== undefined && (first || !runsOn(text, before, at)))
        starts.push({ at, level: plain ? 0 : 7, ...start })
    }
    before = at
    at = next
  }
  return starts
}

/** Whether a line goes on in the next: it is as long as wrapped prose, and no stop or `; and` ends it. */
function runsOn(text: string, start: number, next: number): boolean {
  const end = lineEnd(text, start, next)
  if (end - start <= WRAPPED) return false
  return !/(?:[.;:!?)"”’—。；：！？）」』…]|[;,] (?:and|or))[*_]*$/.test(text.slice(end - 20, end).trimEnd())
}

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** The first signs of a line without outer blanks, one more than is looked at when there are more; '' where it is code. */
function headOf(text: string, start: number, end: number): string {
  let from = start
  let column = 0
  for (; from < end && isBlank(text.charCodeAt(from)); from++) {
    const code = text.charCodeAt(from)
    // Ideographic spaces indent paragraphs, not code.
    if (code === 0x09) column += 4
    else if (code === 0x20) column++
    if (column >= 4) return ''
  }
  while (end > from && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(from, Math.min(end, from + BOUND + 1))
}

function startOf(head: string, sign: Sign, place: Place, plain: boolean): { rank: number; title: string } | undefined {
  const first = head.charCodeAt(0)
  if (plain || (first !== 0x2a && first !== 0x5f)) {
    const mark = sign(head, place)
    return mark && { rank: mark.level, title: titleOf(head, mark) }
  }
  // Markdown's **Q:** and **Article 12.**: what is marked is looked at without the signs of its emphasis.
  const signs = /^(?:\*{1,3}|_{1,3})(?=[^\s*_])/.exec(head)?.[0]
  if (signs === undefined) return undefined
  const close = head.indexOf(signs, signs.length)
  if (close < 0) return undefined
  const inner = head.slice(signs.length, close)
  const rest = head.slice(close + signs.length)
  const mark = sign(inner + rest, place)
  if (mark === undefined) return undefined
  return { rank: mark.level, title: rest === '' || head.length > BOUND ? inner : head }
}

/** The whole line; of a long one its first sentence, or the mark alone when that is long too. */
function titleOf(head: string, { length }: Mark): string {
  if (head.length <= BOUND) return head
  const sentence = /[^.:：。]{2}(?:[。？！；]|[.?!;](?=\s))/.exec(head.slice(length))
  return sentence === null ? head.slice(0, length) : head.slice(0, length + sentence.index + sentence[0].length)
}
