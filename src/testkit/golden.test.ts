import { expect, test } from 'vitest'
import { wordsOf } from './golden.js'

test.each([
  ['sluice', []],
  ["sluice filter --where 'lang eq en' in.ndjson\n", ['filter', '--where', 'lang eq en', 'in.ndjson']],
  [`sluice filter --where 'lang eq ""'`, ['filter', '--where', 'lang eq ""']],
  ['sluice filter --where "a eq \\"b\\" \\\\n" x', ['filter', '--where', 'a eq "b" \\n', 'x']],
  [`sluice --where='a = b'"c d"e ''`, ['--where=a = bc de', '']],
])('words of %j', (line, words) => {
  expect(wordsOf(line)).toEqual(words)
})

test('a line that is none is refused', () => {
  expect(() => wordsOf("sluice filter 'open")).toThrow('a quote is not closed')
  expect(() => wordsOf('rm -r x')).toThrow('a line begins with sluice')
})
