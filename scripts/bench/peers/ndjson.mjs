// Peer: the `ndjson` package as its README has it: parse each line, keep the years from 2022 on, stringify.
import { createReadStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import ndjson from 'ndjson'

const keep = new Transform({
  objectMode: true,
  transform(record, _, done) {
    if (record.year >= 2022) this.push(record)
    done()
  },
})
await pipeline(createReadStream(process.argv[2]), ndjson.parse(), keep, ndjson.stringify(), process.stdout)
