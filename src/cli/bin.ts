// Where the process begins: the real world, and an exit code that waits for what is still being written.
import { realWorld } from '../io/world.js'
import { main } from './main.js'

void main(process.argv.slice(2), realWorld()).then((code) => {
  process.exitCode = code
})
