import { describe, expect, it } from 'vitest'
import { headingSign, startsIn } from './headings.js'
import { markdownBlocks } from './markdown.js'
import { lawSign, type Place, questionSign, type Sign } from './marks.js'
import { plainBlocks } from './paragraphs.js'

describe('headings of plain text', () => {
  it.each<[string, Place, number]>([
    ['1.2 Scope', 'alone', 4],
    ['1.2.3 Scope, aims and terms', 'last', 5],
    ['1. Introduction', 'alone', 3],
    ['3 Methods', 'alone', 3],
    ['1.2 范围', 'alone', 4],
    ['1．はじめに', 'alone', 3],
    ['2、适用', 'alone', 3],
    ['一、总则', 'alone', 3],
    ['十二、附则', 'last', 3],
    ['（二）监测', 'alone', 4],
    ['(三) 监测', 'alone', 4],
    ['第三章 监测', 'inner', 2],
    ['Chapter IV', 'inner', 2],
    ['Part 2', 'first', 1],
    ['Safety rules', 'alone', 3],
    ['The river in winter', 'alone', 3],
    ['安全守则', 'alone', 3],
    ['はじめに', 'alone', 3],
    ['안전 수칙', 'alone', 3],
    ['Überblick', 'alone', 3],
  ])('%j (%s)', (line, place, level) => {
    expect(headingSign(line, place)?.level).toBe(level)
  })

  it.each<[string, Place]>([
    ['Safety rules', 'last'],
    ['Safety rules', 'first'],
    ['1.2 Scope', 'inner'],
    ['1. Wash the pump', 'first'],
    ['一、总则', 'first'],
    ['The river rose.', 'alone'],
    ['The river rose,', 'alone'],
    ['As follows:', 'alone'],
    ['It rose; it fell', 'alone'],
    ['a small start', 'alone'],
    ['早上起雾了。', 'alone'],
    ['看得见河吗？', 'alone'],
    ['水位が上がった、橋は閉じた', 'alone'],
    ['早上起雾了看得见河看不见河早上起雾了看得见河看不见河早上起雾了', 'alone'],
    ['The river that rose in the night and fell again by the morning', 'alone'],
    ['A b c d e f g h i j kk', 'alone'],
    ['- Safety rules', 'alone'],
    ['* Safety rules', 'alone'],
    ['A) Safety rules', 'alone'],
    ['| Zone | Day |', 'alone'],
    ['Zone\tDay', 'alone'],
    ['Zone    Day    Hour', 'alone'],
    ['https://river.example/a', 'alone'],
    ['River@river', 'alone'],
    ['2024', 'alone'],
    ['12 34', 'alone'],
    ['12 March 2024', 'alone'],
    ['March 2024', 'alone'],
    ['Monday 3 May', 'alone'],
    ['2024年3月5日', 'alone'],
    ['令和六年三月五日', 'alone'],
    ['1.2 It rose. It fell again', 'alone'],
    ['1.2 Scope.', 'alone'],
    ['1.2 metres of water', 'alone'],
    ['1. 安装运行环境：', 'alone'],
    ['2. Set the target:', 'alone'],
    ['从', 'alone'],
    ['1.2 Scope ....... 4', 'alone'],
    ['一、总则……4', 'alone'],
    ['一、早上起雾了，看不见河', 'alone'],
    ['---', 'alone'],
    ['\ud83d\ude00', 'alone'],
    ['\ud83d', 'alone'],
  ])('none: %j (%s)', (line, place) => {
    expect(headingSign(line, place)).toBeUndefined()
  })
})

const starts = (text: string, sign: Sign, markdown = false): [number, number, number, string][] => {
  const blocks = markdown ? markdownBlocks(text) : plainBlocks(text)
  return blocks.flatMap((block, i) =>
    startsIn(text, block, sign, !markdown, i < blocks.length - 1).map(
      ({ at, level, rank, title }): [number, number, number, string] => [at, level, rank, title],
    ),
  )
}

describe('starts', () => {
  it('are found at lines within a block, by LF, CRLF and CR', () => {
    expect(starts('第一条 甲。\n第二条 乙。\r\n  第三条 丙。\r第四条 丁。', lawSign)).toEqual([
      [0, 0, 4, '第一条 甲。'],
      [7, 0, 4, '第二条 乙。'],
      [15, 0, 4, '第三条 丙。'],
      [24, 0, 4, '第四条 丁。'],
    ])
  })

  it.each([
    ['    第一条 甲。', 0],
    ['\t第一条 甲。', 0],
    ['  \t第一条 甲。', 0],
    ['   第一条 甲。', 1],
    ['　　第一条　甲。', 1],
    ['　　　　　第一条　甲。', 1],
  ])('of %j: %i', (text, count) => {
    expect(starts(text, lawSign)).toHaveLength(count)
  })

  it('of a long line have its first sentence for a title, or the mark', () => {
    const long = 'and the gauge stands in the river '.repeat(20)
    expect(starts(`12.1 Scope. The gauge ${long}.`, lawSign)).toEqual([[0, 0, 6, '12.1 Scope.']])
    expect(starts(`Article 12. The gauge stands at 3.5 m. It ${long}.`, lawSign)).toEqual([
      [0, 0, 4, 'Article 12. The gauge stands at 3.5 m.'],
    ])
    expect(starts(`第十二条 ${'测站'.repeat(200)}。`, lawSign)).toEqual([[0, 0, 4, '第十二条']])
    expect(starts(`Q: ${long}?`, questionSign)).toEqual([[0, 0, 4, 'Q:']])
    expect(starts(`Does it ${long}?`, questionSign)).toEqual([])
  })

  it('are not where a line of prose was wrapped', () => {
    const line = 'The gauge was read every day of the winter as was told in'
    expect(starts(`${line}\nChapter 6. Then the ice came.`, lawSign)).toEqual([])
    expect(starts(`${line}\r\nSection 12. Then the ice came.`, lawSign)).toEqual([])
    expect(starts(`${line}.\nSection 12. The ice.`, lawSign)).toEqual([[59, 0, 5, 'Section 12. The ice.']])
    expect(starts(`${line} part; and\n12.1 The ice.`, lawSign)).toEqual([[68, 0, 6, '12.1 The ice.']])
    expect(starts('Told in\nChapter 6', lawSign)).toEqual([[8, 0, 2, 'Chapter 6']])
  })

  it('of Markdown are its headings, ranked by their signs', () => {
    expect(starts('# 第一章 总则\n\n## Scope\n\nArticle 3\n===\n\nArticle 4\n\nText.', lawSign, true)).toEqual([
      [0, 1, 2, '第一章 总则'],
      [10, 2, 0, 'Scope'],
      [20, 1, 4, 'Article 3'],
      [35, 7, 4, 'Article 4'],
    ])
    expect(starts('# Article 1\n\nChapter 2\n\nSafety rules\n\nText.', headingSign, true)).toEqual([
      [0, 1, 0, 'Article 1'],
    ])
  })

  it('of Markdown are never in fences, tables, lists, quotes or code', () => {
    const text =
      '```\nArticle 1\n```\n\n| Article 2 |\n|---|\n| Article 3 |\n\n- Article 4\n\n> Article 5\n\n    Article 6\n\nArticle 7'
    expect(starts(text, lawSign, true)).toEqual([[95, 7, 4, 'Article 7']])
  })

  it('of Markdown may be emphasised', () => {
    expect(starts('**Q: How?**\n\nSo.', questionSign, true)).toEqual([[0, 7, 4, 'Q: How?']])
    expect(starts('**Q:** How so', questionSign, true)).toEqual([[0, 7, 4, '**Q:** How so']])
    expect(starts('__Article 12.__ The gauge.', lawSign, true)).toEqual([[0, 7, 4, '__Article 12.__ The gauge.']])
    expect(starts('*Article 12* says so.\n\n**Article 3', lawSign, true)).toEqual([])
    expect(starts('**Q: How?**', questionSign)).toEqual([])
  })
})
