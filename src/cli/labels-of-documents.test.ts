// A label anywhere in a document, in its record or in its front matter, is on its chunks, whatever else bears its name.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratch } from '../testkit/outside.js'
import { inProcess } from '../testkit/world.js'

const here = scratch()
const SETTINGS = '{"sensitivity":{"labels":["SECRET"],"label_fields":["acl.level","Clearance"]}}'

/** How many chunks of a document every other command lets through. */
async function open(record: object, yaml: string): Promise<number> {
  const document = { doc_id: 'a.md', ...record, text: `---\n${yaml}\n---\nX` }
  fs.writeFileSync(path.join(here, 'docs.ndjson'), JSON.stringify(document))
  fs.writeFileSync(path.join(here, 'settings.json'), SETTINGS)
  const chunk = ['chunk', '--config', 'settings.json', '--strategy', 'layout', 'docs.ndjson', '-o', 'chunks.ndjson']
  expect(await inProcess(chunk, here)).toMatchObject({ code: 0 })
  const chunks = fs.readFileSync(path.join(here, 'chunks.ndjson'), 'utf8').split('\n').filter(Boolean)
  expect(chunks.length).toBe(1)
  const { out } = await inProcess(['filter', '--config', 'settings.json', '--count', 'chunks.ndjson'], here)
  return Number(out.toString())
}

describe('a restricting label in front matter', () => {
  test.each([
    ['below a field that the record has', { metadata: { k: 1 } }, 'metadata: {sensitivity: RESTRICTED}'],
    ['beside another label there', { metadata: { sensitivity: 'PUBLIC' } }, 'metadata: {sensitivity: RESTRICTED}'],
    ['below any other field that the record has', { team: 'x' }, 'team: {sensitivity: RESTRICTED}'],
    ['in a text that is JSON', { payload: 'x' }, 'payload: |\n  {"sensitivity":"RESTRICTED"}'],
    ['in a text that is broken JSON', { payload: 'x' }, 'payload: |\n  {"sensitivity":"RESTRICTED",'],
    ['below a field that a chunk has', {}, 'seq:\n  sensitivity: RESTRICTED'],
    ['below the text', {}, 'text: {a: [{sensitivity: restricted}]}'],
    ['below the heading', {}, 'heading: {sensitivity: RESTRICTED}'],
    ['at the path of a field', { acl: { level: 'PUBLIC' } }, 'acl: {level: SECRET}'],
    ['at the path of a field with dots', { 'acl.level': 'PUBLIC' }, 'acl.level: SECRET'],
    ['where the record has something else', { acl: { x: 1 } }, 'acl: {level: RESTRICTED}'],
    ['in another field for labels', { clearance: 'PUBLIC' }, 'clearance: SECRET'],
    ['below a field, in another field for labels', { team: 'x' }, 'team: {clearance: SECRET}'],
  ])('%s', async (_, record, yaml) => {
    expect(await open(record, yaml)).toBe(0)
    expect(await open(record, yaml.replace(/RESTRICTED|SECRET/i, 'PUBLIC'))).toBe(1)
  })
})

test('a label in a field of the record that a chunk replaces', async () => {
  expect(await open({ start: { clearance: 'SECRET' } }, 'a: b')).toBe(0)
  expect(await open({ seq: '{"sensitivity":"RESTRICTED"}' }, 'a: b')).toBe(0)
  expect(await open({ start: { clearance: 'PUBLIC' } }, 'a: b')).toBe(1)
})
