// A restricted record whose every text holds a canary, put into a file of any format, and a watch that finds the canary in
// whatever a run leaves or writes.
import fs from 'node:fs'
import { constants, gunzipSync } from 'node:zlib'
import { formats } from '../formats/index.js'
import ndjson from '../formats/ndjson.js'
import { Bytes } from '../record/bytes.js'
import type { Format } from '../registry/format.js'
import { admitted, gateOf } from './admitted.js'
import { written } from './codec.js'
import { Pieces } from './splitter.js'
import { inProcess, type Outcome } from './world.js'

export const CANARY = 'c4n4ry'
export const SECRET_ID = `${CANARY}-chunk`
export const OPEN_IDS = ['open-1', 'open-2'] as const

const open = (id: string, score: number): object => ({
  query_id: 'q1',
  chunk_id: id,
  doc_id: `${id}-doc`,
  score,
  run: 'bm25',
  lang: 'en',
  text: 'An open text on restricted areas.',
})

/** The record that may never be seen; `label` are its further fields. */
const secret = (label: object): object => ({
  query_id: 'q1',
  chunk_id: SECRET_ID,
  doc_id: `${CANARY}-doc`,
  score: 2,
  run: `${CANARY}-run`,
  lang: 'en',
  text: `The ${CANARY} sings.`,
  title: CANARY,
  heading_path: [CANARY, 'a'],
  ...label,
})

/** A label by which no gate looks, as long as the real one: files are written with it, and the real one is put in its place. */
const STAND_IN = 'ensitivitz'
const REAL = 'ensitivity'

/** Fields that label a record, under the name that stands in; `nested` where the format must know lists of objects. */
export const LABELS: readonly { readonly says: string; readonly fields: object; readonly nested?: true }[] = [
  { says: 'plain', fields: { sensitivitz: 'RESTRICTED' } },
  { says: 'lower case and spaces', fields: { sensitivitz: '  restricted\n' } },
  { says: 'wide letters', fields: { sensitivitz: 'ＲＥＳＴＲＩＣＴＥＤ' } },
  { says: 'capital key', fields: { Sensitivitz: 'Restricted' } },
  { says: 'in a list', fields: { sensitivitz: ['PUBLIC', 'Restricted'] } },
  { says: 'in metadata', fields: { metadata: { team: CANARY, sensitivitz: 'RESTRICTED' } } },
  { says: 'in metadata as text', fields: { metadata: `{"team":"${CANARY}","sensitivitz":"RESTRICTED"}` } },
  { says: 'flattened with a dot', fields: { 'metadata.sensitivitz': 'RESTRICTED' } },
  { says: 'flattened with an underscore', fields: { payload_sensitivitz: 'RESTRICTED' } },
  {
    says: 'nested in a list',
    fields: { parents: [{ id: 'p1' }, { id: 'p2', payload: { sensitivitz: 'restricted' } }] },
    nested: true,
  },
]

/** Records of NDJSON as a file of the format, written by its own writer, with the stand-in's name made the real one. */
async function encoded(format: Format, records: readonly object[]): Promise<Buffer> {
  const lines = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const bytes = await written(format, admitted(ndjson, new Pieces(lines)))
  for (let at = bytes.indexOf(STAND_IN); at >= 0; at = bytes.indexOf(STAND_IN, at)) bytes.write(REAL, at)
  return bytes
}

/** A file with the secret record between two open ones; without a label, one that only a side file can restrict. */
export const withSecret = (format: Format, label: object = {}): Promise<Buffer> =>
  encoded(format, [open(OPEN_IDS[0], 3), secret(label), open(OPEN_IDS[1], 1)])

/** Whether files of the format can say that a record is restricted. TREC has no column for it. */
export async function bearsLabels(format: Format): Promise<boolean> {
  return (await withSecret(format, LABELS[0]?.fields)).includes(`s${REAL}`)
}

/** The records of a file as JSON, read without looking away: a restricted one is told as such. */
export async function exposed(format: Format, bytes: Uint8Array): Promise<string> {
  const gate = gateOf()
  const out = new Bytes()
  for await (const batch of admitted(format, new Pieces(bytes), { gate })) {
    await batch.load()
    for (let i = 0; i < batch.size; i++) {
      batch.json(i, out)
      out.byte(0x0a)
    }
  }
  return gate.dropped === 0 ? out.view().toString() : `${CANARY} (a restricted record)`
}

const SPELLINGS = [CANARY, ...[0, 1, 2].map((shift) => base64Core(shift))].map((text) => Buffer.from(text))

/** What of the canary's base64 is the same whatever stands round it, when `shift` bytes stand before. */
function base64Core(shift: number): string {
  const whole = Buffer.from('x'.repeat(shift) + CANARY).toString('base64')
  return whole.slice(shift === 0 ? 0 : 4, Math.floor(((shift + CANARY.length) * 8) / 6) - 1).replace(/=+$/, '')
}

/** Whether bytes hold the canary, plainly, in base64, or in gzip. */
export function sings(bytes: Uint8Array): boolean {
  // Also the beginning of a gzip that is still being written.
  const plain =
    bytes[0] === 0x1f && bytes[1] === 0x8b
      ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      : Buffer.from(bytes)
  return SPELLINGS.some((spelling) => plain.includes(spelling))
}

export interface Watched extends Outcome {
  /** Files that the run made or changed in its folder. */
  readonly files: Readonly<Record<string, Buffer>>
  /** Where the canary was seen: stdout, stderr, files, and everything that was written under a name while the run went on. */
  readonly seen: readonly string[]
}

/** Runs a command line in a folder and looks for the canary in all that it lets out. Temporary files go to `temporary`. */
export async function watch(args: readonly string[], folder: string, temporary: string): Promise<Watched> {
  const seen = new Set<string>()
  const before = contents(folder)
  const write = fs.writeSync
  fs.writeSync = ((fd: number, bytes: Uint8Array, ...rest: []) => {
    const name = sings(bytes) ? nameOf(fd) : undefined
    if (name !== undefined) seen.add(`a write to ${name}`)
    return write(fd, bytes, ...rest)
  }) as typeof fs.writeSync
  const tmpdir = process.env.TMPDIR
  process.env.TMPDIR = temporary
  try {
    const outcome = await inProcess(args, folder)
    const files = Object.fromEntries(
      Object.entries(contents(folder)).filter(([name, bytes]) => before[name]?.equals(bytes) !== true),
    )
    if (sings(outcome.out)) seen.add('stdout')
    if (sings(Buffer.from(outcome.err))) seen.add('stderr')
    for (const [name, bytes] of Object.entries({ ...files, ...contents(temporary) })) if (sings(bytes)) seen.add(name)
    return { ...outcome, files, seen: [...seen] }
  } finally {
    fs.writeSync = write
    if (tmpdir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = tmpdir
  }
}

/** The name of an open file; undefined when it has none: nobody else can open it, and it is gone with the process. */
function nameOf(fd: number): string | undefined {
  if (process.platform !== 'linux') return undefined
  const name = fs.readlinkSync(`/proc/self/fd/${fd}`)
  return name.endsWith(' (deleted)') ? undefined : name
}

const contents = (folder: string): Record<string, Buffer> =>
  Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(`${folder}/${name}`)]))

/** All formats that can be read, and all that can be written. */
export async function allFormats(): Promise<{ reads: [string, Format][]; writes: [string, Format][] }> {
  const all = await Promise.all(
    formats.names.map(async (name): Promise<[string, Format]> => [name, await formats.load(name)]),
  )
  return {
    reads: all.filter(([, { decode }]) => decode !== undefined),
    writes: all.filter(([, { encode }]) => encode !== undefined),
  }
}
