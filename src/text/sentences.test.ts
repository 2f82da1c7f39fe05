import { describe, expect, it } from 'vitest'
import { sentences, trimmed } from './sentences.js'

const split = (text: string): string[] => {
  let from = 0
  return sentences(text, 0, text.length).map((end) => {
    const piece = text.slice(from, end)
    from = end
    return piece
  })
}

describe('sentences', () => {
  it.each([
    ['It rose. It fell! Why? Ice.', ['It rose. ', 'It fell! ', 'Why? ', 'Ice.']],
    ['It is 3.14 m. Version 2.0.1 is out.', ['It is 3.14 m. ', 'Version 2.0.1 is out.']],
    ['See Dr. Ode, e.g. at 8 a.m. on Monday. He reads.', ['See Dr. Ode, e.g. at 8 a.m. on Monday. ', 'He reads.']],
    ['J. R. Hale wrote it. Fig. 3 shows it.', ['J. R. Hale wrote it. ', 'Fig. 3 shows it.']],
    ['He said "Stop." Then he went.', ['He said "Stop." ', 'Then he went.']],
    ['Wait... what? Yes.', ['Wait... what? ', 'Yes.']],
    ['Mail a@b.org or see x.org/y. Done.', ['Mail a@b.org or see x.org/y. ', 'Done.']],
    ['早上起雾了。看得见吗？看不见！', ['早上起雾了。', '看得见吗？', '看不见！']],
    ['他喊：「快回来。」后来雾散了．没有', ['他喊：「快回来。」', '后来雾散了．', '没有']],
    ['水位が上がった｡橋は閉じた', ['水位が上がった｡', '橋は閉じた']],
    ['जल बढ़ा। पुल बंद है।', ['जल बढ़ा। ', 'पुल बंद है।']],
    ['no stop at all', ['no stop at all']],
    ['one\n\ntwo', ['one\n\n', 'two']],
    ['- first\n- second', ['- first\n', '- second']],
    ['Es ist z. B. am Ufer. Dann nicht.', ['Es ist z. B. am Ufer. ', 'Dann nicht.']],
  ])('of %j', (text, expected) => {
    expect(split(text)).toEqual(expected)
  })

  it('are trimmed without making text', () => {
    expect(trimmed('  a b\n', 0, 6)).toEqual({ start: 2, end: 5 })
    expect(trimmed(' \n', 0, 2)).toEqual({ start: 2, end: 2 })
  })
})
