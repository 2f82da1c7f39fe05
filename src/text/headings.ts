// Signs of structure in lines: headings of plain text, chapters, articles and clauses, questions.
import type { Block } from './block.js'
import { lineEnd, nextLine } from './paragraphs.js'

/** Where a section begins: an index at the start of a line, how deep it lies, and its heading. */
export interface Start {
  readonly at: number
  /** 1 is the highest. */
  readonly level: number
  readonly title: string
}

/** What a line begins. `alone` tells that it is the only line of its block. */
export type Sign = (line: string, alone: boolean) => number | undefined

/** No heading is longer. */
const LONGEST = 200

const NUMERAL = '[0-9０-９一二三四五六七八九十百千零〇两兩]{1,9}'
const CHAPTERS: Readonly<Record<string, number>> = {
  编: 1,
  編: 1,
  部: 1,
  卷: 1,
  巻: 1,
  篇: 1,
  章: 2,
  回: 2,
  讲: 2,
  講: 2,
  节: 3,
  節: 3,
}
const CJK_CHAPTER = new RegExp(`^第${NUMERAL}([编編部卷巻篇章回讲講节節])(?=$|[\\s:：、.．]|[^，。；,;]{1,40}$)`)
const CHAPTER =
  /^(?:(part|book)|(chapter))\s+(?:\d{1,4}|[ivxlcdm]{1,8}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:$|[.:—–-]\s*\S|\s*[.:—–-]?\s*$|\s+[A-Z\p{Lo}][^.,;]*$)/iu
const APART = /^(?:prologue|epilogue|foreword|preface|introduction|appendix(?:\s+[a-z0-9]{1,3})?)[.:]?$/i

/** Chapters and parts: 第三章, Chapter IV, Part 2, Prologue alone on its line. */
export const chapterSign: Sign = (line) => {
  const first = line.charCodeAt(0)
  if (first === 0x7b2c) {
    const found = CJK_CHAPTER.exec(line)
    return found === null ? undefined : CHAPTERS[found[1] as string]
  }
  if (!/[a-z]/i.test(line.charAt(0))) return undefined
  const found = CHAPTER.exec(line)
  if (found !== null) return found[1] === undefined ? 2 : 1
  return APART.test(line) ? 2 : undefined
}

const CJK_ARTICLE = new RegExp(`^第${NUMERAL}([条條款项項])(?:之${NUMERAL})?(?![^\\s]{0,2}(?:规定|規定|的|所))`)
const ARTICLES: Readonly<Record<string, number>> = { 条: 4, 條: 4, 款: 5, 项: 6, 項: 6 }
const ARTICLE =
  /^(?:article|art\.|section|sec\.|§{1,2})\s*\d{1,4}[a-z]?(?:\.\d{1,3})*(?:$|\s*[.:—–)-]|\s+[("A-Z\p{Lo}])/iu
const CLAUSE = /^\d{1,3}(\.\d{1,3}){1,4}\.?(?:$|\s+\S)/

/** Laws and contracts: chapters, articles (第十二条, Article 12, § 3), clauses (12.1). */
export const lawSign: Sign = (line, alone) => {
  const chapter = chapterSign(line, alone)
  if (chapter !== undefined) return chapter
  const first = line.charCodeAt(0)
  if (first === 0x7b2c) {
    const found = CJK_ARTICLE.exec(line)
    return found === null ? undefined : ARTICLES[found[1] as string]
  }
  if (first >= 0x30 && first <= 0x39) {
    const found = CLAUSE.exec(line)
    return found === null ? undefined : 4 + (line.slice(0, found[0].length).match(/\./g)?.length ?? 1)
  }
  return ARTICLE.test(line) ? 4 : undefined
}

const QUESTION = /^(?:Q(?:uestion)?\s*\d{0,4}\s*[:：.)]|[问問]\s*\d{0,4}\s*[:：])/

/** Questions: `Q:`, 问：, or a line by itself that ends with a question mark. */
export const questionSign: Sign = (line, alone) => {
  if (QUESTION.test(line)) return 4
  return alone && /[?？]["”’」』)）]*$/.test(line) && !/[.!。！]\s*\S/.test(line) ? 4 : undefined
}

const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,4})\.?\s+(?=[A-Z\p{Lo}])[^.;,。；，]*$/u
const CJK_NUMBERED = /^(?:([一二三四五六七八九十]{1,3})、|[（(]([一二三四五六七八九十]{1,3})[)）])\s*[^。；，,;]{1,40}$/

/** Headings of plain text: chapters, numbered lines, short lines without punctuation that stand alone. */
export const headingSign: Sign = (line, alone) => {
  const chapter = chapterSign(line, alone)
  if (chapter !== undefined) return chapter
  if (!alone) return undefined
  const numbered = NUMBERED.exec(line)
  if (numbered !== null && line.length <= 80) return 2 + (numbered[1] as string).split('.').length
  const cjk = CJK_NUMBERED.exec(line)
  if (cjk !== null) return cjk[1] === undefined ? 4 : 3
  return isShortTitle(line) ? 3 : undefined
}

/** A few words that begin like a title, with no punctuation, no digits alone, no list sign, no address. */
function isShortTitle(line: string): boolean {
  const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(line)
  if (line.length > (wide ? 24 : 60) || line.split(/\s+/).length > 10) return false
  if (/[.,;:!?。，；：！？、|=<>{}\\/@]/.test(line)) return false
  if (wide) return /^\p{L}/u.test(line)
  return /^\p{Lu}/u.test(line) && /\p{L}{2}/u.test(line)
}

/**
 * The section starts in a block, at lines that are not indented by four columns or more. Blocks that are not prose have none;
 * a Markdown heading is one whatever it says, with the level of its sign where it has one.
 */
export function startsIn(text: string, block: Block, sign: Sign, plain: boolean): Start[] {
  if (block.kind === 'heading') {
    const title = block.title ?? ''
    return [{ at: block.start, level: block.level ?? 1, title }]
  }
  if (block.kind !== 'paragraph' || (!plain && sign === headingSign)) return []
  const starts: Start[] = []
  for (let at = block.start; at < block.end; ) {
    const next = Math.min(nextLine(text, at), block.end)
    const end = next === block.end ? next : lineEnd(text, at, next)
    const line = end - at > 2 * LONGEST ? '' : lineOf(text, at, end)
    if (line !== undefined && line !== '') {
      const level = sign(line, at === block.start && next === block.end)
      // Markdown's own headings lie above what lines say.
      if (level !== undefined) starts.push({ at, level: plain ? level : level + 6, title: line })
    }
    at = next
  }
  return starts
}

/** The line without outer blanks; undefined when it is indented as code. */
function lineOf(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) === 0x09 || text.startsWith('    ', start)) return undefined
  const first = text.charCodeAt(start)
  // Most lines of prose begin with a small letter: those never are a sign, but for their questions.
  if (first >= 0x61 && first <= 0x7a && text.charCodeAt(end - 1) !== 0x3f && text.charCodeAt(start + 1) < 0x80)
    return /^(?:part|book|chapter|article|section|prologue|epilogue)\b/.test(text.slice(start, start + 10))
      ? text.slice(start, end).trim()
      : ''
  return text.slice(start, end).trim()
}
