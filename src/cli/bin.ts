// Where the process begins: the real world, and an exit code that waits for what is still being written.
import { setFlagsFromString } from 'node:v8'
import { realWorld } from '../io/world.js'
import { main } from './main.js'

// A run lasts less than a second: the compiler's deep inlining of hot loops costs more than it brings (an eighth of the time
// of filtering 200 MB on one core).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=100')

void main(process.argv.slice(2), realWorld()).then((code) => {
  process.exitCode = code
})
