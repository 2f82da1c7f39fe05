// Golden cases: a case is a folder of data, fixtures/commands/<command>/<case>/.
//   cmd             the line, such as: sluice filter --where 'lang eq en' in.ndjson
//   stdin           standard input, when the line reads it
//   out, err, code  what must come; absent is nothing, and 0
//   out.NAME        what must stand in the file NAME that the line writes; of a .gz, what is compressed in it
// Everything else is input. With REGOLD=1 the expected files are written anew, for `git diff` to judge.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Runner } from './world.js'

const root = fileURLToPath(new URL('../../fixtures/commands', import.meta.url))

/** The names of all cases, as `filter/eq-text`. */
export function goldenCases(): string[] {
  return folders(root).flatMap((command) => folders(path.join(root, command)).map((name) => `${command}/${name}`))
}

const folders = (of: string): string[] =>
  fs
    .readdirSync(of, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

type Files = Record<string, Buffer>

/** Runs a case in a copy of its folder and holds what came against what is expected. */
export async function checkGolden(name: string, run: Runner): Promise<void> {
  const folder = path.join(root, name)
  const actual = await produce(folder, run)
  if (process.env.REGOLD === '1') rewrite(folder, actual)
  const expected = filesIn(folder, isExpected)
  // Texts are compared as texts, for a difference that can be read.
  const readable = (files: Files): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, bytes.toString()]))
  expect(readable(actual)).toEqual(readable(expected))
  expect(actual).toEqual(expected)
}

const isExpected = (file: string): boolean => ['out', 'err', 'code'].includes(file) || file.startsWith('out.')

function filesIn(folder: string, wanted: (file: string) => boolean): Files {
  const names = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && wanted(entry.name))
  return Object.fromEntries(names.map(({ name }) => [name, fs.readFileSync(path.join(folder, name))]))
}

async function produce(folder: string, run: Runner): Promise<Files> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'golden-'))
  try {
    fs.cpSync(folder, scratch, {
      recursive: true,
      filter: (file) => !isExpected(path.basename(file)) && path.basename(file) !== 'cmd',
    })
    const before = filesIn(scratch, () => true)
    const { out, err, code } = await run(wordsOf(fs.readFileSync(path.join(folder, 'cmd'), 'utf8')), scratch)
    const files: Files = {}
    if (out.length > 0) files.out = out
    if (err !== '') files.err = Buffer.from(err)
    if (code !== 0) files.code = Buffer.from(`${code}\n`)
    for (const [file, bytes] of Object.entries(filesIn(scratch, () => true)))
      if (before[file]?.equals(bytes) !== true) files[`out.${file}`] = file.endsWith('.gz') ? gunzipSync(bytes) : bytes
    return files
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function rewrite(folder: string, files: Files): void {
  for (const file of Object.keys(filesIn(folder, isExpected))) fs.rmSync(path.join(folder, file))
  for (const [file, bytes] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), bytes)
}

const WORD = /\s*((?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+)/gy

/** The arguments of a line after `sluice`, quotes undone as a shell does. */
export function wordsOf(line: string): string[] {
  const text = line.trim()
  const words: string[] = []
  let end = 0
  for (const found of text.matchAll(WORD)) {
    const [whole, word = ''] = found
    end = found.index + whole.length
    words.push(
      word.replace(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"/g,
        (_, single?: string, double?: string) => single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
      ),
    )
  }
  if (end < text.length) throw new Error(`cmd: a quote is not closed: ${text}`)
  const [program, ...args] = words
  if (program !== 'sluice') throw new Error(`cmd: a line begins with sluice: ${text}`)
  return args
}
