// Marks of structure at the head of a line: chapters, articles and clauses, questions.

/**
 * Where a line stands: within its block, first of several, alone in its block, or alone in the last block. `said` is a
 * Markdown heading, which needs no proof that it is one.
 */
export type Place = 'inner' | 'first' | 'alone' | 'last' | 'said'

export interface Mark {
  /** 1 is the highest. */
  readonly level: number
  /** So many of the line's signs are the mark itself, without a title. */
  readonly length: number
}

/** What a line begins: it has no outer blanks and is at most `BOUND` long; a longer line is its first signs. */
export type Sign = (line: string, place: Place) => Mark | undefined

/** So much of a line is looked at. */
export const BOUND = 200

const NUMERAL = '[0-9０-９一二三四五六七八九十百千零〇两兩]{1,9}'
const ROMAN = '(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})'
const WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty'
const WORD = WORDS.split('|')
  .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}|${word.toUpperCase()}`)
  .join('|')

/** Behind a mark: the end of the line, a stop, or a title, which begins with a capital or a CJK letter. */
const STOP = '\\s*$|\\s*[.:：—–](?!\\d)|\\s+-\\s'
const TITLE = '\\s+["“‘(]?[\\p{Lu}\\p{Lo}]'
const CJK_STOP = '$|[\\s:：.．—–（(【［\\[「『《〈]|、(?!\\s*第)'

const CJK_LEVELS: Readonly<Record<string, number>> = {
  编: 1,
  編: 1,
  部: 1,
  部分: 1,
  卷: 1,
  巻: 1,
  篇: 1,
  章: 2,
  回: 2,
  讲: 2,
  講: 2,
  节: 3,
  節: 3,
  条: 4,
  條: 4,
  款: 6,
  项: 7,
  項: 7,
}
/** Only what counts nothing else (部 counts films, 回 times) may have its title without a blank. */
const CJK_CHAPTER = new RegExp(
  `^第\\s?${NUMERAL}\\s?(?:(部分|[部卷巻篇回讲講])(?=${CJK_STOP})|([编編章节節])(?=${CJK_STOP}|(?![、的和与與及或中里裏是讲講说說にのはがをもとで])[^，。；,;]{1,40}$))`,
)
const CJK_APART: ReadonlySet<string> = new Set(
  '序章 終章 终章 楔子 尾声 尾聲 序言 前言 后记 後記 附录 附錄 付録 附则 附則 プロローグ エピローグ'.split(' '),
)
const CHAPTER = new RegExp(
  `^(?:(Part|PART|Book|BOOK)|Chapter|CHAPTER)\\s+(?:\\d{1,4}|${WORD}|${ROMAN})(?=${STOP}|${TITLE}[^.,;]*$)`,
  'u',
)
const APART = /^(?:prologue|epilogue|foreword|preface|introduction|afterword|appendix(?:\s+[a-z0-9]{1,3})?)(?=[.:]?$)/iu
/** In small letters a mark stands alone: prose that is wrapped begins lines with `chapter 3` too. */
const SMALL = new RegExp(`^(?:(part|book)|(chapter)|article|section)\\s+(?:\\d{1,4}|[ivxlcdm]{1,8}|${WORDS})(?=[.:]?$)`)
/** Dots that lead to a page number, or cells: no line of either begins anything. */
const LISTED = /\.{4}|…{2}|(?:\. ){4}|·{4}|\s\|\s|\|$/

const CJK_ORDINAL = 0x7b2c

/** Chapters and parts: 第三章, Chapter IV, Part 2; Prologue alone on its line. */
export const chapterSign: Sign = (line, place) => {
  switch (line.charCodeAt(0) | 0x20) {
    case 0x62: // b
    case 0x63: // c
    case 0x70: // p
      return named(line, place)
    case 0x61: // a
    case 0x65: // e
    case 0x66: // f
    case 0x69: // i
      return apart(line, place)
  }
  const first = line.charCodeAt(0)
  if (first === CJK_ORDINAL) return cjkChapter(line)
  if (first > 0x3000 && line.length < 7 && place !== 'inner' && CJK_APART.has(line))
    return { level: 2, length: line.length }
  return undefined
}

function cjkChapter(line: string): Mark | undefined {
  const found = CJK_CHAPTER.exec(line)
  if (found === null || line.length > 80 || /[，。；,;]$/.test(line) || LISTED.test(line)) return undefined
  return { level: CJK_LEVELS[(found[1] ?? found[2]) as string] as number, length: found[0].length }
}

function named(line: string, place: Place): Mark | undefined {
  if (line.charCodeAt(0) >= 0x61) return small(line, place)
  const found = CHAPTER.exec(line)
  if (found === null) return apart(line, place)
  return LISTED.test(line) ? undefined : { level: found[1] === undefined ? 2 : 1, length: found[0].length }
}

function small(line: string, place: Place): Mark | undefined {
  if (place === 'inner' || line.length > 30) return undefined
  const found = SMALL.exec(line)
  if (found === null) return undefined
  return { level: found[1] !== undefined ? 1 : found[2] !== undefined ? 2 : 4, length: found[0].length }
}

function apart(line: string, place: Place): Mark | undefined {
  // Names of parts without a number are words of prose too: in small letters they stand for nothing.
  if (place === 'inner' || line.length > 20 || line.charCodeAt(0) >= 0x61) return undefined
  const found = APART.exec(line)
  return found === null ? undefined : { level: 2, length: found[0].length }
}

const CJK_ARTICLE = new RegExp(`^第\\s?${NUMERAL}\\s?([条條款项項])(?:[之の]${NUMERAL})?(?=${CJK_STOP})`)
const ARTICLE = new RegExp(
  `^(?:(Article|ARTICLE|Art\\.|ART\\.)|Section|SECTION|Sec\\.|SEC\\.|§{1,2})\\s*(\\d{1,4}[A-Za-z]?(?:\\.\\d{1,3})*|(?:${ROMAN})(?![A-Za-z]))` +
    `(?=${STOP}|\\s+\\([^)]{1,80}\\)(?=[.:]?\\s*$|[.:]?\\s+[\\p{Lu}\\p{Lo}])|${TITLE})`,
  'u',
)
const CLAUSE =
  /^[1-9]\d{0,2}(?:\.(?:0|[1-9]\d?)){1,4}\.?(?=$|\s+["“‘(]?(?!(?:[KMGT]i?B|[MGT]Hz|[MG]W|MPa)\b)[\p{Lu}\p{Lo}])/u

/** Laws and contracts: chapters above articles (第十二条, Article 12) above sections (§ 3), clauses (12.1, 第二款) and items (第一项). */
export const lawSign: Sign = (line, place) => {
  const first = line.charCodeAt(0)
  if (first === CJK_ORDINAL) {
    const found = CJK_ARTICLE.exec(line)
    if (found === null) return cjkChapter(line)
    return LISTED.test(line) ? undefined : { level: CJK_LEVELS[found[1] as string] as number, length: found[0].length }
  }
  if (first >= 0x31 && first <= 0x39) {
    const found = CLAUSE.exec(line)
    // A number and nothing else may as well stand in a column.
    if (found === null || (place === 'inner' && found[0].length === line.length) || LISTED.test(line)) return undefined
    return { level: 5 + dots(found[0]), length: found[0].length }
  }
  if (first !== 0x41 && first !== 0x53 && first !== 0xa7)
    return chapterSign(line, place) ?? (first === 0x61 || first === 0x73 ? small(line, place) : undefined)
  const found = ARTICLE.exec(line)
  if (found === null) return chapterSign(line, place)
  if (LISTED.test(line)) return undefined
  return { level: (found[1] === undefined ? 5 : 4) + dots(found[2] as string), length: found[0].length }
}

/** Dots between numbers. */
function dots(numbers: string): number {
  let count = 0
  for (let i = 0; i < numbers.length - 1; i++) if (numbers.charCodeAt(i) === 0x2e) count++
  return count
}

const QUESTION =
  /^(?:Q(?:uestion|UESTION)?\s?[0-9０-９]{0,4}\s?[:：]|Q\s?[0-9０-９]{0,4}[.．)](?=\s|$)|Question\s\d{1,4}[.)](?=\s|$)|(?:[问問][题題]?|質問)\s?[0-9０-９一二三四五六七八九十]{0,4}\s?[:：]|[问問]\s?[0-9０-９]{1,4}[.．、])/
const ASKS = /[?？]["”’」』)）]*$/
/** A sentence ended before the question did. A name's letter or a title does not end one. */
const TOLD = /(?:(?<!\b(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|vs|No)|^\d{1,3})\.|!)["”’)]*\s+[\p{Lu}\p{Lo}]|[。！]/u
/** Speech, and items without a number. */
const SPOKEN = /^(?:["“'‘「『].*["”'’」』]$|[—–]|[-*+•·>]\s|\(?[A-Za-z][.)]\s)/

/** Questions: `Q:`, 问：, or a line that opens its block and is one question. */
export const questionSign: Sign = (line, place) => {
  const first = line.charCodeAt(0)
  if (first === 0x51 || first === 0x95ee || first === 0x554f || first === 0x8cea) {
    const found = QUESTION.exec(line)
    if (found !== null) return { level: 4, length: found[0].length }
  }
  if (place === 'inner' || line.length > BOUND || !ASKS.test(line)) return undefined
  if (SPOKEN.test(line) || TOLD.test(line) || LISTED.test(line) || !/\p{L}/u.test(line) || /^\S*:\/\/\S*$/.test(line))
    return undefined
  return { level: 4, length: line.length }
}
