// Small inputs that failed in other tools, as folders of fixtures/cases, run in a copy of the folder.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeEach } from 'vitest'
import { scratch } from './outside.js'
import { inProcess, throughShell } from './world.js'

const root = fileURLToPath(new URL('../../fixtures/cases', import.meta.url))

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Case {
  /** Runs `sluice` with these arguments in process. */
  sluice(...args: string[]): Promise<Ran>
  /** Runs a line of a shell, in which `sluice` is the built one. */
  shell(line: string): Promise<Ran>
  read(file: string): string
  bytes(file: string): Buffer
  write(file: string, bytes: string | Uint8Array): void
}

/** A case in a folder of its own, made anew for every test of the `describe` that it is called in. */
export function caseOf(name?: string): Case {
  const parent = scratch()
  let folder = ''
  beforeEach(() => {
    folder = fs.mkdtempSync(`${parent}/case-`)
    if (name !== undefined) fs.cpSync(`${root}/${name}`, folder, { recursive: true })
  })
  const at = (file: string): string => `${folder}/${file}`
  return {
    async sluice(...args) {
      const { code, out, err } = await inProcess(args, folder)
      return { code, out: out.toString(), err }
    },
    async shell(line) {
      const { code, out, err } = await throughShell(line, folder)
      return { code, out: out.toString(), err }
    },
    read: (file) => fs.readFileSync(at(file), 'utf8'),
    bytes: (file) => fs.readFileSync(at(file)),
    write: (file, bytes) => fs.writeFileSync(at(file), bytes),
  }
}

/** The ids of NDJSON records. */
export const idsOf = (ndjson: string): unknown[] =>
  ndjson
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { id: unknown }).id)

/** In a line of shell: feeds a file byte by byte, as a slow pipe does. */
export const DRIP = `node -e 'for (const b of require("fs").readFileSync(process.argv[1])) require("fs").writeSync(1, Uint8Array.of(b))'`
