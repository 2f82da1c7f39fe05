// The canary: what is restricted may not be seen in any output, message or file, whatever the command, the formats, the place
// of the label and the end of the run. The matrix is made of the lists of commands and formats.
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../commands/index.js'
import type { Format } from '../registry/format.js'
import {
  allFormats,
  CANARY,
  exposed,
  LABELS,
  OPEN_IDS,
  SECRET_ID,
  sings,
  type Watched,
  watch,
  withSecret,
} from '../testkit/canary.js'
import { scratch } from '../testkit/outside.js'
import { labelled, PLAIN, SCENARIOS } from '../testkit/scenarios.js'

const { reads, writes } = await allFormats()
/** What to run of each command, and what must come besides silence: the open records, or an answer. A new command runs bare. */
const VARIANTS: Record<string, { args: string[]; answer?: string }[]> = {
  filter: [
    { args: [] },
    { args: ['--where', 'score gte 1'] },
    { args: ['--any', '--explain', '--where', 'run ne x', '--where', 'chunk_id contains o'] },
    { args: ['--count'], answer: '2\n' },
    { args: ['--count', '--where', `run contains ${CANARY}`], answer: '0\n' },
    { args: ['--count', '--explain', '--where', 'run not_empty'], answer: '2\n' },
  ],
}
const variants = (command: string): { args: string[]; answer?: string }[] => VARIANTS[command] ?? [{ args: [] }]

const folder = scratch()
let here = ''
let temporary = ''
beforeEach(() => {
  here = fs.mkdtempSync(path.join(folder, 'run-'))
  temporary = fs.mkdtempSync(path.join(folder, 'tmp-'))
})

function put(files: Record<string, Buffer | string>): void {
  for (const file of fs.readdirSync(here)) fs.rmSync(path.join(here, file))
  for (const [file, bytes] of Object.entries(files)) fs.writeFileSync(path.join(here, file), bytes)
}

const run = (...args: string[]): Promise<Watched> => watch(args, here, temporary)

/** After a run that is done: silence, and the open records in `bytes`. */
async function expectOpen(format: Format, bytes: Uint8Array | undefined): Promise<void> {
  const text = await exposed(format, bytes ?? Buffer.of())
  expect(text).not.toContain(CANARY)
  for (const id of OPEN_IDS) expect(text).toContain(id)
}

const keepers: string[] = []
for (const name of commands.names) if ((await commands.load(name)).keepsRestricted === true) keepers.push(name)

describe.each(keepers)('%s, which keeps what is restricted', (command) => {
  test('is one of those that may', () => expect(keepers).toEqual(['chunk']))

  describe.each(reads.filter(([from]) => labelled(from) && from !== 'trec'))('from %s', (from, format) => {
    test.each(LABELS.filter(({ nested }) => !(nested && ['csv', 'tsv'].includes(from))))(
      'carries a label $says onto what it makes',
      async ({ fields }) => {
        for (const [to] of writes.filter(([name]) => labelled(name))) {
          put({ [`in.${from}`]: await withSecret(format, fields) })
          const { code, err, files } = await run(command, `in.${from}`, '-o', `made.${to}`)
          expect([to, code, err.includes(CANARY)]).toEqual([to, 0, false])
          expect(
            await exposed((writes.find(([name]) => name === to) as [string, Format])[1], files[`made.${to}`] as Buffer),
          ).toContain(CANARY)
          put({ [`made.${to}`]: files[`made.${to}`] as Buffer })
          const sifted = await run('filter', `made.${to}`)
          expect([to, sifted.code, sifted.seen, sifted.err]).toEqual([
            to,
            0,
            [],
            expect.stringContaining('dropped 1 restricted'),
          ])
          await expectOpen(writes.find(([name]) => name === 'ndjson')?.[1] as Format, sifted.out)
        }
      },
    )
  })
})

describe.each(commands.names.filter((name) => !keepers.includes(name)))('%s', (command) => {
  describe.each(reads)('from %s', (from, format) => {
    const input = `in.${from}`

    test.each(SCENARIOS.filter(({ binds }) => binds?.(from) ?? true))(
      '$says',
      async ({ files, args, codes = [0], everywhere }) => {
        const given = await files(format, input)
        expect(Object.values(given).some((bytes) => sings(Buffer.from(bytes)))).toBe(true)
        for (const [to, target] of everywhere ? writes : writes.filter(([name]) => name === from)) {
          put(given)
          const { code, seen, err, files: made } = await run(command, ...args(input, from), '-o', `out.${to}`)
          expect([to, seen, codes.includes(code) || err]).toEqual([to, [], true])
          if (code === 0) await expectOpen(target, made[`out.${to}`])
          else expect(Object.keys(made)).not.toContain(`out.${to}`)
        }
        put(given)
        const { code, seen, err, out } = await run(command, ...args(input, from))
        expect([seen, codes.includes(code) || err]).toEqual([[], true])
        if (code === 0) await expectOpen(writes.find(([name]) => name === 'ndjson')?.[1] as Format, out)
        expect(fs.readdirSync(temporary)).toEqual([])
      },
    )

    test.each(labelled(from) ? variants(command) : [])('$args', async ({ args, answer }) => {
      const file = await withSecret(format, PLAIN)
      for (const [to, target] of writes) {
        put({ [input]: file })
        const { code, seen, err, files } = await run(command, ...args, input, '--to', to, '-o', `out.${to}.gz`)
        expect([to, seen, code, err.includes('this is a bug') && err]).toEqual([to, [], 0, false])
        const bytes = gunzipSync(files[`out.${to}.gz`] as Buffer)
        if (answer === undefined) await expectOpen(target, bytes)
        else expect(bytes.toString()).toBe(answer)
      }
    })

    test('without a label the canary is heard in every format', async () => {
      for (const [to, target] of writes) {
        put({ [input]: await withSecret(format) })
        const { code, seen, files } = await run(
          command,
          ...(variants(command)[0]?.args ?? []),
          input,
          '-o',
          `out.${to}`,
        )
        expect([to, code, seen]).toEqual([
          to,
          0,
          [`a write to ${fs.realpathSync(here)}`, `out.${to}`].map((place) => expect.stringContaining(place)),
        ])
        expect(await exposed(target, files[`out.${to}`] as Buffer)).toContain(CANARY)
      }
    })
  })
})

describe('files of other writers', () => {
  const rows = [OPEN_IDS[0], SECRET_ID, OPEN_IDS[1]].map((id, i) => ({
    query_id: 'q1',
    chunk_id: id,
    score: 3 - i,
    text: id === SECRET_ID ? `The ${CANARY} sings.` : 'An open text.',
    sensitivity: id === SECRET_ID ? 'Restricted' : 'PUBLIC',
  }))

  async function expectSilence(input: string, bytes: Uint8Array): Promise<void> {
    for (const [to, target] of writes) {
      put({ [input]: Buffer.from(bytes) })
      const { code, seen, err, files } = await run('filter', input, '-o', `out.${to}`)
      expect([to, code, seen, err]).toEqual([to, 0, [], expect.stringContaining('dropped 1 restricted record')])
      await expectOpen(target, files[`out.${to}`])
    }
  }

  test('Arrow with dictionaries, which hold the texts of all rows', async () => {
    const { DataType, tableFromIPC, tableFromJSON, tableToIPC } = await import('apache-arrow')
    for (const form of ['file', 'stream'] as const) {
      const bytes = tableToIPC(tableFromJSON(rows), form)
      expect(DataType.isDictionary(tableFromIPC(bytes).schema.fields[3]?.type)).toBe(true)
      expect(sings(bytes)).toBe(true)
      await expectSilence('in.arrow', bytes)
    }
  })

  test('Parquet of hyparquet-writer, its texts as texts and as mere bytes', async () => {
    const { parquetWriteBuffer } = await import('hyparquet-writer')
    for (const type of ['STRING', 'BYTE_ARRAY'] as const) {
      const columnData = (['query_id', 'chunk_id', 'text', 'sensitivity'] as const).map((name) => ({
        name,
        type: name === 'sensitivity' ? type : ('STRING' as const),
        data: rows.map((row) => (name === 'sensitivity' && type === 'BYTE_ARRAY' ? Buffer.from(row[name]) : row[name])),
      }))
      const scores = { name: 'score', type: 'INT32' as const, data: rows.map(({ score }) => score) }
      await expectSilence(
        'in.parquet',
        Buffer.from(parquetWriteBuffer({ columnData: [...columnData, scores], codec: 'UNCOMPRESSED' })),
      )
    }
  })

  test('Parquet of parquetjs-lite', async () => {
    const { default: parquet } = await import('parquetjs-lite')
    const text = { type: 'UTF8', optional: true }
    const schema = new parquet.ParquetSchema({
      query_id: text,
      chunk_id: text,
      text,
      sensitivity: text,
      score: { type: 'INT64' },
    })
    const file = path.join(temporary, 'x.parquet')
    const writer = await parquet.ParquetWriter.openFile(schema, file)
    for (const row of rows) await writer.appendRow(row)
    await writer.close()
    const bytes = fs.readFileSync(file)
    fs.rmSync(file)
    await expectSilence('in.parquet', bytes)
  })
})
