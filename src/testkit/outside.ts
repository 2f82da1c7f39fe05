// What tests need of the real outside world: a folder, a source read to its end, a process that runs our code.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Source } from '../registry/ports.js'

const room = fileURLToPath(new URL('../io', import.meta.url))

export const fixtures = fileURLToPath(new URL('../../fixtures/io', import.meta.url))

/** A folder that is gone after the tests of the file. */
export function scratch(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sluice-test-'))
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** All that is left of `source`, read into a target of `step` bytes. */
export async function collect(source: Source, step = 1 << 16): Promise<Buffer> {
  const parts: Buffer[] = []
  const target = new Uint8Array(step)
  for (let n = await source.read(target); n > 0; n = await source.read(target)) {
    parts.push(Buffer.from(target.subarray(0, n)))
  }
  return Buffer.concat(parts)
}

/** Makes a fifo with these rights. */
export function fifo(path: string, mode = '600'): void {
  spawnSync('sh', ['-c', 'mkfifo -m "$1" "$0"', path, mode])
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Bundles a script whose imports are files of `io` (`io/source`), and returns the path of the result. */
export async function program(folder: string, script: string): Promise<string> {
  const entry = path.join(folder, 'entry.ts')
  fs.writeFileSync(
    entry,
    script.replaceAll(/'io\/([\w-]+)'/g, (_, file) => JSON.stringify(path.join(room, `${file}.ts`))),
  )
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: entry, platform: 'node', cwd: folder })
  const output = path.join(folder, 'program')
  await bundle.write({ dir: output, format: 'esm', entryFileNames: 'program.mjs', chunkFileNames: '[name].mjs' })
  await bundle.close()
  return path.join(output, 'program.mjs')
}

export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: number | null
}

/** To root nothing is forbidden: tests of permission run their process as nobody then. */
export const nobody = process.getuid?.() === 0 ? 65534 : undefined

/** Runs a line of shell, as the user `uid` if given, in which `run` is `program` under this Node. */
export function shell(program: string, line: string, cwd: string, uid?: number): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const script = `run() { ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"; }\n${line}`
    const child = spawn('sh', ['-c', script], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid }),
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (text) => (out += text))
    child.stderr.on('data', (text) => (err += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ out, err, code }))
  })
}

/** What `fixtures/io/zstd/lines.ndjson.zst` and `stream.ndjson.zst` hold, 358228 bytes. */
export function lines(): Buffer {
  const line = (n: number) =>
    `{"id":"r${n}","n":${(n * n) % 9973},"text":"lorem ${String(n * 7919).padStart(20, '0')}"}\n`
  return Buffer.from(Array.from({ length: 6000 }, (_, n) => line(n)).join(''))
}
