// Words of the query that stand in a library's description: the more, the likelier.
import { words } from '../../text/words.js'
import type { Router } from './router.js'

const keyword: Router = {
  summary: 'libraries whose description shares words with the query, the most first',
  aliases: ['description', 'lexical'],
  needs: 'descriptions',
  route(query, libraries) {
    const asked = new Set(words(query))
    return libraries
      .map(({ id, description }) => {
        const said = new Set(words(description))
        return { id, shared: [...asked].filter((word) => said.has(word)).length }
      })
      .filter(({ shared }) => shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .map(({ id }) => id)
  },
}
export default keyword
