// The laws of routing: a subset of the libraries that there are, never none, and the same again.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Law, prove } from '../../testkit/laws.js'
import { routers } from './index.js'
import keyword from './keyword.js'
import { type Library, type Router, routed } from './router.js'

/** A router as laws see it: what it chose, after what a service answered. */
interface Routes {
  of(query: string, libraries: readonly Library[], answer: string | Error): Promise<readonly string[]>
}

const routes = (router: Router): Routes => ({
  async of(query, libraries, answer) {
    const ask = async (): Promise<string> => {
      if (answer instanceof Error) throw answer
      return answer
    }
    return (await routed(router, query, libraries, ask)).ids
  },
})

const word = fc.constantFrom('notice', 'Urlaub', '契約', '休暇', 'pay', 'Ärzte', 'the')
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const libraries = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'ü'), description: text }), {
  selector: ({ id }) => id,
  minLength: 1,
})
const answer = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '[]',
    '["a"]',
    '["b","a"]',
    '["a","a"]',
    '["x"]',
    '["a","x"]',
    '[1]',
    '{"a":1}',
    'a',
    '["a"',
  ),
  fc.constant(new Error('no answer in 30 seconds')),
)

const every =
  (check: (routes: Routes, query: string, libraries: Library[], answer: string | Error) => Promise<void>) =>
  (method: Routes): Promise<void> =>
    fc.assert(fc.asyncProperty(text, libraries, answer, (query, some, said) => check(method, query, some, said)))

const stub = (spoil: (ids: readonly string[]) => readonly string[]): Routes => ({
  of: async (query, some, said) => spoil(await routes(keyword).of(query, some, said)),
})

const laws: Law<Routes>[] = [
  {
    says: 'only libraries that there are, each once',
    holds: every(async (method, query, some, said) => {
      const ids = await method.of(query, some, said)
      expect(some.map(({ id }) => id)).toEqual(expect.arrayContaining([...ids]))
      expect(new Set(ids).size).toBe(ids.length)
    }),
    stub: stub((ids) => [...ids, 'elsewhere']),
  },
  {
    says: 'never none',
    holds: every(async (method, query, some, said) => {
      expect((await method.of(query, some, said)).length).toBeGreaterThan(0)
    }),
    stub: stub((ids) => ids.slice(1)),
  },
  {
    says: 'the same again',
    holds: every(async (method, query, some, said) => {
      expect(await method.of(query, some, said)).toEqual(await method.of(query, some, said))
    }),
    stub: (() => {
      let n = 0
      return stub((ids) => (n++ % 2 === 0 ? ids : [...ids, 'a']))
    })(),
  },
]

await prove(routers, laws, (_, router) => routes(router))

describe('keyword', () => {
  const some = [
    { id: 'legal', description: 'contracts, notice periods; 契約書' },
    { id: 'hr', description: 'Leave and PAY, notice' },
    { id: 'it', description: 'laptops' },
  ]
  const of = async (query: string): Promise<readonly string[]> => routes(keyword).of(query, some, '')

  test('takes those that share words, the most first, ties in the order of naming', async () => {
    expect(await of('notice')).toEqual(['legal', 'hr'])
    expect(await of('pay: how long is the NOTICE?')).toEqual(['hr', 'legal'])
    expect(await of('laptop')).toEqual(['legal', 'hr', 'it'])
  })

  test('takes Chinese by signs and pairs of them', async () => {
    expect(await of('契約は')).toEqual(['legal'])
  })
})
