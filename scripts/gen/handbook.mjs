// The handbook's pages, cut into passages: by heading section, then by whole blocks up to LIMIT characters.
// A passage's text is a slice of its page, in three units: source.slice positions, code points, UTF-8 bytes.
import { readdirSync, readFileSync } from 'node:fs'

const LIMIT = 700

/** Every passage of every page, pages by name in code-unit order, passages in page order. */
export function readPassages(folder) {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
  return names.flatMap((name, i) => passages(name.slice(0, -3), i + 1, readText(new URL(name, folder))))
}

/** A file as text; bytes that are no UTF-8 throw, a byte order mark is kept. */
export function readText(url) {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(url))
}

function passages(doc_id, page, source) {
  const { fields, end } = frontMatter(source)
  const { title, lang, team, year, sensitivity, tags, updated } = fields
  return spans(source, end).map(({ from, to, heading }, seq) => {
    const text = source.slice(from, to)
    const start = points(source.slice(0, from))
    const byte_start = Buffer.byteLength(source.slice(0, from))
    return {
      chunk_id: `${doc_id}#c${seq}`,
      doc_id,
      title,
      text,
      seq,
      start,
      end: start + points(text),
      byte_start,
      byte_end: byte_start + Buffer.byteLength(text),
      heading,
      // A field that the page does not have stays undefined, and so out of the JSON; an empty one is null.
      lang,
      team,
      year,
      sensitivity,
      metadata: { page, tags, updated },
    }
  })
}

function points(text) {
  return Array.from(text).length
}

// The few lines of YAML that the pages use: `key: text`, `key: 7`, `key: "text"`, `key: [a, b]`, `key:`.
function frontMatter(source) {
  const found = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/.exec(source)
  if (!found) throw new Error('a page without front matter')
  const fields = {}
  for (const line of found[1].split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon < 0) throw new Error('a front matter line without a colon')
    fields[line.slice(0, colon)] = scalar(line.slice(colon + 1).trim())
  }
  return { fields, end: found[0].length }
}

function scalar(text) {
  if (text === '') return null
  if (/^\d+$/.test(text)) return Number(text)
  if (text.startsWith('"')) return JSON.parse(text)
  if (text.startsWith('[')) return text.slice(1, -1).split(', ')
  return text
}

function spans(source, offset) {
  const found = []
  for (const { heading, headed, blocks } of sections(source, offset)) {
    const [first, ...rest] = blocks
    let open = { ...first, heading }
    found.push(open)
    for (const [i, block] of rest.entries()) {
      // A heading never stands alone: the first block after it joins it, however long.
      if (points(source.slice(open.from, block.to)) <= LIMIT || (headed && i === 0)) {
        open.to = block.to
      } else {
        open = { ...block, heading }
        found.push(open)
      }
    }
  }
  return found
}

// A section: its heading line as the first block, if it has one, and its blocks: lines between blank lines, where a
// fence counts as one block with the blank lines in it. A heading with nothing under it is no section.
function sections(source, offset) {
  const found = [{ heading: null, headed: false, blocks: [] }]
  let block
  let fence
  for (const line of source.slice(offset).matchAll(/([^\r\n]*)(?:\r\n|\n|$)/g)) {
    const text = line[1]
    const from = offset + line.index
    const to = from + text.length
    const title = fence ? null : /^#{1,6} +(.*)$/.exec(text)
    if (title) {
      found.push({ heading: title[1], headed: true, blocks: [{ from, to }] })
      block = undefined
    } else if (text.trim() === '' && !fence) {
      block = undefined
    } else {
      if (/^ *```/.test(text)) fence = !fence
      if (block) {
        block.to = to
      } else {
        block = { from, to }
        found.at(-1).blocks.push(block)
      }
    }
  }
  return found.filter(({ headed, blocks }) => blocks.length > (headed ? 1 : 0))
}
