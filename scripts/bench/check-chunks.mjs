// Are chunks right? Each must be the bytes that it names, none too long, and together they hold all text that is not blank.
import { lines, WrongResult } from './check.mjs'
import { run } from './run.mjs'

const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---\r?\n/

/** Throws unless the chunks that `argv` writes are slices of the documents of `input`; gives how many there are. */
export async function rightChunks(argv, output, input, max) {
  await run(argv, output)
  const chunks = lines(output)
  const read = async () => {
    const { value, done } = await chunks.next()
    return done ? undefined : JSON.parse(value)
  }
  let count = 0
  let chunk = await read()
  for await (const line of lines(input)) {
    const { doc_id: id, text } = JSON.parse(line)
    const source = Buffer.from(text)
    const wrong = (what) => new WrongResult(`chunk ${count}: ${what}`)
    let covered = Buffer.byteLength(FRONT_MATTER.exec(text)?.[0] ?? '')
    for (; chunk?.doc_id === id; chunk = await read(), count++) {
      const { byte_start: start, byte_end: end } = chunk
      if (source.toString('utf8', start, end) !== chunk.text) throw wrong('its text is not where it says')
      if ([...chunk.text].length > max) throw wrong('too long')
      if (chunk.end - chunk.start !== [...chunk.text].length) throw wrong('start and end do not count its code points')
      if (start < covered || source.toString('utf8', covered, start).trim() !== '')
        throw wrong('text before it is left out')
      covered = end
    }
    if (source.toString('utf8', covered).trim() !== '') throw wrong('text behind the one before it is left out')
  }
  if (chunk !== undefined) throw new WrongResult('chunks of a document that is not there, or out of order')
  return count
}
