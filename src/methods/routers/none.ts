// Every library, for every query.
import type { Router } from './router.js'

const none: Router = {
  summary: 'all libraries',
  aliases: [],
  needs: 'nothing',
  route: (_, libraries) => libraries.map(({ id }) => id),
}
export default none
