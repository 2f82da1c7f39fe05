import { describe, expect, it } from 'vitest'
import { headingSign } from '../../text/headings.js'
import { markdownBlocks } from '../../text/markdown.js'
import { chapterSign, lawSign, questionSign, type Sign } from '../../text/marks.js'
import { plainBlocks } from '../../text/paragraphs.js'
import { measureOf } from '../../text/units.js'
import type { Chunk, Doc, Sizes } from './chunker.js'
import { chunkers } from './index.js'
import { sections } from './sections.js'

const plain = (text: string): Doc => ({ text, markup: 'text', blocks: plainBlocks(text) })
const markdown = (text: string): Doc => ({ text, markup: 'markdown', blocks: markdownBlocks(text) })

/** Blocks, text and path of each section. */
const seen = (doc: Doc, sign: Sign): [number, number, string, readonly string[]][] =>
  sections(doc, sign).map(({ first, last, start, end, path }) => [first, last, doc.text.slice(start, end), path])

describe('sections', () => {
  it('of nothing are none', () => {
    expect(sections(plain(''), headingSign)).toEqual([])
  })

  it('without a start are one without a heading', () => {
    expect(sections(plain('It rose.\n\nIt fell.'), headingSign)).toEqual([
      { start: 0, end: 18, first: 0, last: 1, heading: undefined, path: [] },
    ])
  })

  it('close headings of their level and deeper; each heading is its own', () => {
    expect(seen(markdown('Up.\n\n# A\n\n## B\n\nb\n\n### C\n\n## D\n\nd\n\n# E'), headingSign)).toEqual([
      [0, 0, 'Up.', []],
      [1, 1, '# A', ['A']],
      [2, 3, '## B\n\nb', ['A', 'B']],
      [4, 4, '### C', ['A', 'B', 'C']],
      [5, 6, '## D\n\nd', ['A', 'D']],
      [7, 7, '# E', ['E']],
    ])
  })

  it('take skipped levels as they come', () => {
    expect(seen(markdown('### A\n\n# B\n\n### C'), headingSign).map(([, , , path]) => path)).toEqual([
      ['A'],
      ['B'],
      ['B', 'C'],
    ])
  })

  it('may begin within a block, which both then touch', () => {
    expect(seen(plain('总则。\r\n第一条 甲。\r\n续。\r\n第二条 乙。\r\n\r\n终。'), lawSign)).toEqual([
      [0, 0, '总则。', []],
      [0, 0, '第一条 甲。\r\n续。', ['第一条 甲。']],
      [0, 1, '第二条 乙。\r\n\r\n终。', ['第二条 乙。']],
    ])
  })

  it('of laws nest: chapters, articles, clauses, items', () => {
    const text = '第一章 总则\n\n第一条 甲\n第一款 乙\n第一项 丙\n第二项 丁\n第二条 戊\n\n第二章 罚则\n\n第三条 己'
    expect(seen(plain(text), lawSign).map(([, , , path]) => path)).toEqual([
      ['第一章 总则'],
      ['第一章 总则', '第一条 甲'],
      ['第一章 总则', '第一条 甲', '第一款 乙'],
      ['第一章 总则', '第一条 甲', '第一款 乙', '第一项 丙'],
      ['第一章 总则', '第一条 甲', '第一款 乙', '第二项 丁'],
      ['第一章 总则', '第二条 戊'],
      ['第二章 罚则'],
      ['第二章 罚则', '第三条 己'],
    ])
    expect(
      seen(plain('Article 12\n\n12.1 One\n12.1.1 Two\n12.2 Three\n\n§ 3'), lawSign).map(([, , , path]) => path),
    ).toEqual([
      ['Article 12'],
      ['Article 12', '12.1 One'],
      ['Article 12', '12.1 One', '12.1.1 Two'],
      ['Article 12', '12.2 Three'],
      ['Article 12', '§ 3'],
    ])
  })

  it('of Markdown nest by level, and within one by their signs', () => {
    const text = '# 第一章 总则\n\n# 第一条 目的\n\n## 说明\n\n# 附表\n\n# 第二条 范围\n\n第一款 略'
    expect(seen(markdown(text), lawSign).map(([, , , path]) => path)).toEqual([
      ['第一章 总则'],
      ['第一章 总则', '第一条 目的'],
      ['第一章 总则', '第一条 目的', '说明'],
      ['附表'],
      ['第二条 范围'],
      ['第二条 范围', '第一款 略'],
    ])
    expect(seen(markdown('## Intro\n\n## How?\n\n## Why?\n\nSo.'), questionSign).map(([, , , path]) => path)).toEqual([
      ['Intro'],
      ['How?'],
      ['Why?'],
    ])
  })

  it('of plain text never begin in fenced code', () => {
    const text = 'Chapter 1\n\n```\nChapter 2\n\nChapter 3\n```\n\nChapter 4\n\n```\nChapter 5'
    expect(seen(plain(text), chapterSign).map(([, , , path]) => path)).toEqual([
      ['Chapter 1'],
      ['Chapter 4'],
      ['Chapter 5'],
    ])
  })

  it('of prose are one', () => {
    const prose = plain(
      'Article 12 says that we must go.\nPart 2 of the work was done.\n3.14 metres\n\n第三条和第四条适用。\n\nIt fell. Was it ice?',
    )
    for (const sign of [headingSign, lawSign, questionSign, chapterSign]) expect(sections(prose, sign)).toHaveLength(1)
  })
})

const chars = await measureOf('chars', 'o200k_base')
const chunked = async (name: string, doc: Doc, sizes: Partial<Sizes> = {}): Promise<Chunk[]> => {
  const { chunk } = await chunkers.load(name)
  return [...chunk(doc, { max: 20, overlap: 0, measure: chars, window: 1, parent: 'section', ...sizes })]
}
const slices = (doc: Doc, chunks: readonly Chunk[]): [string, string | undefined][] =>
  chunks.map(({ start, end, section }) => [doc.text.slice(start, end), section?.heading])

describe('strategies by section', () => {
  it('layout never packs across a heading', async () => {
    const doc = plain('Up.\n\nSafety rules\n\nOne here.\n\nTwo here.\n\n1.2 Scope\n\nx')
    expect(slices(doc, await chunked('layout', doc))).toEqual([
      ['Up.', undefined],
      ['Safety rules', 'Safety rules'],
      ['One here.\n\nTwo here.', 'Safety rules'],
      ['1.2 Scope\n\nx', '1.2 Scope'],
    ])
  })

  it('parent_child shares the section, or the document, among its chunks', async () => {
    const doc = markdown('# A\n\nOne goes here.\n\nTwo goes here.\n\n# B\n\nb')
    const chunks = await chunked('parent_child', doc)
    expect(slices(doc, chunks)).toEqual([
      ['# A\n\nOne goes here.', 'A'],
      ['Two goes here.', 'A'],
      ['# B\n\nb', 'B'],
    ])
    const windows = chunks.map(({ window }) => doc.text.slice(window?.start, window?.end))
    expect(windows).toEqual([
      '# A\n\nOne goes here.\n\nTwo goes here.',
      '# A\n\nOne goes here.\n\nTwo goes here.',
      '# B\n\nb',
    ])
    expect(chunks[0]?.window).toBe(chunks[1]?.window)
    expect(chunks[0]?.section).toBe(chunks[1]?.section)

    const whole = await chunked('parent_child', doc, { parent: 'document' })
    expect(whole.map(({ section }) => section?.heading)).toEqual(['A', 'A', 'B'])
    expect(whole[0]?.window).toMatchObject({ start: 0, end: doc.text.length, first: 0, last: 4 })
    for (const { window } of whole) expect(window).toBe(whole[0]?.window)
  })

  it.each<[string, string, [string, string | undefined][]]>([
    [
      'laws',
      '第一条 甲。\n第二条 乙。',
      [
        ['第一条 甲。', '第一条 甲。'],
        ['第二条 乙。', '第二条 乙。'],
      ],
    ],
    [
      'laws',
      'Article 1\n\na\n\nArticle 2',
      [
        ['Article 1\n\na', 'Article 1'],
        ['Article 2', 'Article 2'],
      ],
    ],
    [
      'qa',
      '问：谁来读？\n值班员。\n问：何时？',
      [
        ['问：谁来读？\n值班员。', '问：谁来读？'],
        ['问：何时？', '问：何时？'],
      ],
    ],
    [
      'qa',
      'Why?\n\nSo.\n\nHow?\nSo.',
      [
        ['Why?\n\nSo.', 'Why?'],
        ['How?\nSo.', 'How?'],
      ],
    ],
    [
      'book',
      '序章\n\n雨。\n\n第一回\n\n晴。',
      [
        ['序章\n\n雨。', '序章'],
        ['第一回\n\n晴。', '第一回'],
      ],
    ],
    [
      'book',
      'BOOK ONE\n\nChapter 1\n\na',
      [
        ['BOOK ONE', 'BOOK ONE'],
        ['Chapter 1\n\na', 'Chapter 1'],
      ],
    ],
  ])('%s', async (name, text, expected) => {
    const doc = plain(text)
    expect(slices(doc, await chunked(name, doc))).toEqual(expected)
  })

  it.each([
    ['layout', []],
    ['parent_child', ['parent-child', 'small_to_big', 'small-to-big']],
    ['laws', ['law', 'legal']],
    ['qa', ['faq']],
    ['book', ['chapter']],
  ])('%s is also %j', async (name, aliases) => {
    expect((await chunkers.load(name)).aliases).toEqual(aliases)
  })
})
