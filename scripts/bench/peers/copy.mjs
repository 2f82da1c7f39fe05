// Peer: only reads and writes. `node copy.mjs FILE BYTES`: the bytes of the file, over and over or cut, until there are BYTES.
import { openSync, readSync, writeSync } from 'node:fs'

const [path, bytes] = process.argv.slice(2)
const file = openSync(path, 'r')
const block = Buffer.allocUnsafe(1 << 19)
let left = Number(bytes)
const write = (length) => {
  left -= writeSync(1, block, 0, Math.min(length, left))
}
for (let length = readSync(file, block); length > 0; length = readSync(file, block)) write(length)
while (left > 0) write(block.length)
