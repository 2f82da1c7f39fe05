import { describe, expect, it } from 'vitest'
import { chapterSign, lawSign, type Place, questionSign, type Sign } from './marks.js'

/** The level and the mark itself, or undefined. */
const read = (sign: Sign, line: string, place: Place): [number, string] | undefined => {
  const mark = sign(line, place)
  return mark && [mark.level, line.slice(0, mark.length)]
}

describe('chapters', () => {
  it.each<[string, Place, number, string]>([
    ['第三章', 'inner', 2, '第三章'],
    ['第三章 总则', 'inner', 2, '第三章'],
    ['第三章　総則', 'inner', 2, '第三章'],
    ['第三章总则', 'inner', 2, '第三章'],
    ['第 3 章 方法', 'inner', 2, '第 3 章'],
    ['第１２章：水位', 'inner', 2, '第１２章'],
    ['第一百二十回 宴桃园豪杰三结义　斩黄巾英雄首立功', 'inner', 2, '第一百二十回'],
    ['第二节 监测', 'inner', 3, '第二节'],
    ['第二節 監視', 'inner', 3, '第二節'],
    ['第1部', 'inner', 1, '第1部'],
    ['第一部分 总论', 'inner', 1, '第一部分'],
    ['第二编 物权', 'inner', 1, '第二编'],
    ['第二巻', 'inner', 1, '第二巻'],
    ['第四篇、河流', 'inner', 1, '第四篇'],
    ['第五讲——冰', 'inner', 2, '第五讲'],
    ['第〇章', 'inner', 2, '第〇章'],
    ['Chapter IV', 'inner', 2, 'Chapter IV'],
    ['CHAPTER 3. Title', 'inner', 2, 'CHAPTER 3'],
    ['Chapter 3: the thaw', 'inner', 2, 'Chapter 3'],
    ['Chapter 3 — the thaw', 'inner', 2, 'Chapter 3'],
    ['Chapter Twelve', 'inner', 2, 'Chapter Twelve'],
    ['Chapter 3 The Thaw', 'inner', 2, 'Chapter 3'],
    ['Part 2', 'inner', 1, 'Part 2'],
    ['PART II: RIVERS', 'inner', 1, 'PART II'],
    ['BOOK ONE', 'inner', 1, 'BOOK ONE'],
    ['chapter iv', 'alone', 2, 'chapter iv'],
    ['Prologue', 'alone', 2, 'Prologue'],
    ['EPILOGUE', 'last', 2, 'EPILOGUE'],
    ['Appendix B', 'first', 2, 'Appendix B'],
    ['序章', 'alone', 2, '序章'],
    ['エピローグ', 'alone', 2, 'エピローグ'],
  ])('%j (%s)', (line, place, level, mark) => {
    expect(read(chapterSign, line, place)).toEqual([level, mark])
  })

  it.each<[string, Place]>([
    ['第三章的内容很长', 'alone'],
    ['第三章和第四章讲河流', 'alone'],
    ['第三章、第四章参照', 'alone'],
    ['第三章 讲了很多事。', 'alone'],
    ['第三章讲述了河流，也讲了冰', 'alone'],
    ['第一部电影很好看', 'alone'],
    ['第一回见到他', 'alone'],
    ['第三章 总则 ........ 12', 'alone'],
    ['第三章 总则……12', 'alone'],
    ['第三天', 'alone'],
    ['Chapter 3 says that the river rose', 'alone'],
    ['Chapter 3, which came late', 'alone'],
    ['Chapter 3 The river rose, and fell', 'alone'],
    ['Chapter 3 The river rose.', 'alone'],
    ['Chapter 3.5 of it', 'alone'],
    ['Chapter 3-4 tell of it', 'alone'],
    ['Chapter One of the plan', 'alone'],
    ['Chapter 1 ....... 4', 'alone'],
    ['Chapter 1 | 4 | x', 'alone'],
    ['Chapters IV', 'alone'],
    ['Part of it was ice.', 'alone'],
    ['Part 2 of the work was done by then', 'alone'],
    ['Partial', 'alone'],
    ['Bookings', 'alone'],
    ['Chapter mild', 'alone'],
    ['chapter 3. Then we went.', 'first'],
    ['chapter 3', 'inner'],
    ['part of it', 'alone'],
    ['Prologue', 'inner'],
    ['Prologue to it all', 'alone'],
    ['introduction', 'alone'],
    ['序章', 'inner'],
    ['The river', 'alone'],
    ['', 'alone'],
    ['\ud83d', 'alone'],
  ])('none: %j (%s)', (line, place) => {
    expect(read(chapterSign, line, place)).toBeUndefined()
  })
})

describe('laws', () => {
  it.each<[string, Place, number, string]>([
    ['第二章 罚则', 'inner', 2, '第二章'],
    ['第十二条 为了保护河流，制定本办法。', 'inner', 4, '第十二条'],
    ['第12条', 'inner', 4, '第12条'],
    ['第１２条　この法律は、川を守る。', 'inner', 4, '第１２条'],
    ['第十二條：範圍', 'inner', 4, '第十二條'],
    ['第1条（目的）', 'inner', 4, '第1条'],
    ['第二条の二　略', 'inner', 4, '第二条の二'],
    ['第二十条之一 略', 'inner', 4, '第二十条之一'],
    ['第两百零三条、适用', 'inner', 4, '第两百零三条'],
    ['第三款 略', 'inner', 6, '第三款'],
    ['第四项', 'inner', 7, '第四项'],
    ['第四項　略', 'inner', 7, '第四項'],
    ['Article 12', 'inner', 4, 'Article 12'],
    ['Article 12. The gauge', 'inner', 4, 'Article 12'],
    ['Article 12: scope', 'inner', 4, 'Article 12'],
    ['Article 12 Scope', 'inner', 4, 'Article 12'],
    ['Article 12 (Scope)', 'inner', 4, 'Article 12'],
    ['Article 12a — Scope', 'inner', 4, 'Article 12a'],
    ['ARTICLE IV', 'inner', 4, 'ARTICLE IV'],
    ['Art. 12', 'inner', 4, 'Art. 12'],
    ['Article 12.1 Scope', 'inner', 5, 'Article 12.1'],
    ['Section 12', 'inner', 5, 'Section 12'],
    ['§ 3', 'inner', 5, '§ 3'],
    ['§3 Geltung', 'inner', 5, '§3'],
    ['§ 3 (1) Der Pegel steht.', 'inner', 5, '§ 3'],
    ['12.1 Scope', 'inner', 6, '12.1'],
    ['12.1 范围', 'inner', 6, '12.1'],
    ['12.1. “Gauge” means a gauge.', 'inner', 6, '12.1.'],
    ['12.1.3 The supplier shall deliver.', 'inner', 7, '12.1.3'],
    ['12.1', 'alone', 6, '12.1'],
    ['section 12', 'alone', 4, 'section 12'],
  ])('%j (%s)', (line, place, level, mark) => {
    expect(read(lawSign, line, place)).toEqual([level, mark])
  })

  it.each<[string, Place]>([
    ['第三条、第四条适用于全部测站。', 'first'],
    ['第三条规定的罚款', 'first'],
    ['第三条第二款的规定', 'first'],
    ['第三条和第四条', 'first'],
    ['第一項の規定による', 'first'],
    ['第三条 ........ 12', 'alone'],
    ['Article 12 says that we must go.', 'first'],
    ['Article 12, and no other', 'first'],
    ['Article 12(2) of the treaty', 'first'],
    ['Article 12 (2) of the treaty', 'first'],
    ['Articles of faith', 'first'],
    ['Article I bought', 'first'],
    ['Section 3 of the act applies.', 'first'],
    ['Section 12.1 provides', 'first'],
    ['Artists 12', 'first'],
    ['3.14 metres at most', 'first'],
    ['3.5 MB of memory', 'first'],
    ['3.141 Is it', 'first'],
    ['12.05.2024 Meeting', 'first'],
    ['12.1', 'inner'],
    ['12 Scope', 'alone'],
    ['2024', 'alone'],
    ['0.5 Of it', 'alone'],
    ['12.1 Scope ........ 4', 'alone'],
    ['12.1 | Scope | 4', 'alone'],
    ['section 12 of it', 'alone'],
    ['section 12', 'inner'],
  ])('none: %j (%s)', (line, place) => {
    expect(read(lawSign, line, place)).toBeUndefined()
  })
})

describe('questions', () => {
  it.each<[string, Place, string]>([
    ['Q: Why', 'inner', 'Q:'],
    ['Q1: Why', 'inner', 'Q1:'],
    ['Q. Why', 'inner', 'Q.'],
    ['Q2) Why', 'inner', 'Q2)'],
    ['Question 3: why', 'inner', 'Question 3:'],
    ['问：谁来读', 'inner', '问：'],
    ['問：誰が読む', 'inner', '問：'],
    ['问1：谁来读', 'inner', '问1：'],
    ['問２：誰が読む', 'inner', '問２：'],
    ['问题一：谁来读', 'inner', '问题一：'],
    ['質問：誰が読む', 'inner', '質問：'],
    ['How often is a gauge read?', 'alone', 'How often is a gauge read?'],
    ['How often is a gauge read?', 'first', 'How often is a gauge read?'],
    ['Does Node.js run here?', 'last', 'Does Node.js run here?'],
    ['Who is Dr. Ode?', 'alone', 'Who is Dr. Ode?'],
    ['Can I stop? How?', 'alone', 'Can I stop? How?'],
    ['how do I stop it?', 'alone', 'how do I stop it?'],
    ['3. How do I stop it?', 'alone', '3. How do I stop it?'],
    ['What is a (wet) "gauge"?', 'alone', 'What is a (wet) "gauge"?'],
    ['看得见河吗？', 'alone', '看得见河吗？'],
    ['「基準水位」とは何ですか？', 'alone', '「基準水位」とは何ですか？'],
  ])('%j (%s)', (line, place, mark) => {
    expect(read(questionSign, line, place)).toEqual([4, mark])
  })

  it.each<[string, Place]>([
    ['Is it enough?', 'inner'],
    ['It fell. Was it ice?', 'alone'],
    ['Stop! Who goes there?', 'alone'],
    ['看不见！看得见吗？', 'alone'],
    ['下雨了。河呢？', 'first'],
    ['“Where is the river?”', 'alone'],
    ['「川はどこ？」', 'alone'],
    ['— Where is it?', 'alone'],
    ['- Where is it?', 'alone'],
    ['a) Where is it?', 'alone'],
    ['> Where is it?', 'alone'],
    ['| Where? | Here?', 'alone'],
    ['https://river.example/?', 'alone'],
    ['???', 'alone'],
    ['Why it rose', 'alone'],
    ['Quite: so', 'alone'],
    ['Q.E.D.', 'alone'],
    ['Question. It rose', 'alone'],
    ['问他', 'alone'],
    ['问题', 'alone'],
    [`${'very '.repeat(40)}long?`, 'alone'],
  ])('none: %j (%s)', (line, place) => {
    expect(read(questionSign, line, place)).toBeUndefined()
  })
})
