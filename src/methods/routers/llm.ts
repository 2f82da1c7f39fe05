// A language model behind an address that a flag names. Of its answer nothing is used but which of the given ids it names.
import type { Router } from './router.js'

const INSTRUCTION = `You choose which document libraries may hold the answer to a question. You are given the question and the
libraries as JSON. Answer with a JSON array of the library_id values to search, the likeliest first, and with nothing else. When
in doubt, name more.`

const llm: Router = {
  summary: 'what the service at --router-url answers; it is sent queries and descriptions, no candidates',
  aliases: [],
  needs: 'service',
  async route(query, libraries, ask) {
    const told = libraries.map(({ id, description }) => ({ library_id: id, description }))
    const answer = await ask(INSTRUCTION, JSON.stringify({ question: query, libraries: told }))
    let ids: unknown
    try {
      ids = JSON.parse(answer)
    } catch {
      throw new Error('its answer is not JSON')
    }
    if (!Array.isArray(ids) || !ids.every((id): id is string => typeof id === 'string'))
      throw new Error('its answer is no JSON array of ids')
    return ids
  },
}
export default llm
