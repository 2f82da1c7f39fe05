// Runs every example of the README, in order, in one folder; REGOLD=1 writes what they print into it.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = path.join(root, 'README.md')
const text = readFileSync(readme, 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'readme-'))

beforeAll(() => {
  symlinkSync(path.join(root, 'fixtures'), path.join(folder, 'fixtures'))
  mkdirSync(path.join(folder, 'node_modules'))
  symlinkSync(root, path.join(folder, 'node_modules', 'sluice'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a person would see in a terminal: both streams. */
function terminal(command: string): string {
  const script = `sluice() { node '${root}bin/sluice.js' "$@"; }\n{ ${command}\n} 2>&1`
  return spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' }).stdout
}

function blocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map((match) => match[1] as string)
}

test('shell examples print what the README says', () => {
  let written = text
  for (const block of blocks('sh')) {
    const commands = block.split('\n').filter((line) => line.startsWith('$ '))
    const seen = commands.map((line) => `${line}\n${terminal(line.slice(2))}`).join('')
    written = written.replace(block, () => seen)
  }
  if (process.env.REGOLD === '1') writeFileSync(readme, written)
  else expect(written).toBe(text)
})

test('the library example runs', () => {
  copyFileSync(path.join(folder, 'recent.parquet'), path.join(folder, 'dump.parquet'))
  const [example] = blocks('js')
  writeFileSync(path.join(folder, 'example.mjs'), example as string)
  const printed = execFileSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' })
  const records = printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { lang: string; year: number })
  expect(records.length).toBe(17)
  expect(records.every(({ lang, year }) => lang === 'en' && year >= 2025)).toBe(true)
})

test('settings in the README are accepted', () => {
  const [settings] = blocks('json')
  writeFileSync(path.join(folder, 'settings.json'), settings as string)
  expect(terminal('echo \'{"pk":1,"body":"b"}\' | sluice filter --config settings.json --where "text eq b"')).toBe(
    '{"pk":1,"body":"b"}\n',
  )
})
