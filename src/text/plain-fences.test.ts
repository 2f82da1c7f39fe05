import { expect, it } from 'vitest'
import { plainFences } from './plain-fences.js'

it.each<[string, string, string[]]>([
  ['none', 'a\n\nb', []],
  ['over blank lines', 'a\n\n```sh\nb\n\nc\n```\n\nd', ['```sh\nb\n\nc\n```\n']],
  ['under a line', 'So:\n```\nb\n```\nd', ['```\nb\n```\n']],
  ['indented', '   ```\nb\n  ```', ['   ```\nb\n  ```']],
  ['indented as code', '    ```\nb\n    ```', []],
  ['of tildes', '~~~\nb\n~~~', ['~~~\nb\n~~~']],
  ['of tildes behind a blank line', 'a\r\n \r\n~~~\rb\r~~~\rc', ['~~~\rb\r~~~\r']],
  ['tildes under titles', 'One\n~~~\n\na\n\nTwo\n~~~\n\nb', []],
  ['not closed', '```\na\n\nb', []],
  ['not closed, and another one that is', '~~~~\na\n\n```\nb\n```', ['```\nb\n```']],
  ['closed by one as long', '````\na\n```\nb\n````\nc', ['````\na\n```\nb\n````\n']],
  ['not closed by one with words', '```\na\n``` b\n```\nc', ['```\na\n``` b\n```\n']],
  ['signs within a line', '```a``` b\n\nc ``` d\n\n```', []],
  ['two', '```\na\n```\n\nb\n\n```\r\nc\r\n```\r\n', ['```\na\n```\n', '```\r\nc\r\n```\r\n']],
])('%s', (_, text, expected) => {
  expect(plainFences(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})
