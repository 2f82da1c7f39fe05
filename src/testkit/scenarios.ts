// The ways in which a restricted record comes into a call: where its label stands, through which door, and how the run ends.
import { gzipSync } from 'node:zlib'
import type { Format } from '../registry/format.js'
import { allFormats, bearsLabels, CANARY, LABELS, SECRET_ID, withSecret } from './canary.js'

const { reads } = await allFormats()
const bears = Object.fromEntries(
  await Promise.all(reads.map(async ([name, format]) => [name, await bearsLabels(format)])),
)
/** Formats whose cells are texts: what is nested in a list is no more than a text there. */
const FLAT = ['csv', 'tsv', 'trec']

export interface Scenario {
  readonly says: string
  readonly binds?: (format: string) => boolean
  /** The files of a call on `input`, a name with the format's ending. */
  files(format: Format, input: string): Promise<Record<string, Buffer | string>>
  args(input: string, format: string): string[]
  /** Exit codes that are right; only after 0 must the open records be there. */
  readonly codes?: readonly number[]
  /** To be run to every format; others, which are about the way in, to their own and to NDJSON. */
  readonly everywhere?: true
}

const ACL = `${JSON.stringify({ chunk_id: SECRET_ID, sensitivity: 'Restricted', text: CANARY })}\n`
/** The fields of a plain label. */
export const PLAIN = LABELS[0]?.fields as object
const PUBLIC = { sensitivitz: 'PUBLIC' }
/** Whether files of a format can bear labels. */
export const labelled = (format: string): boolean => bears[format] === true
const own =
  (fields?: object): Scenario['files'] =>
  async (format, input) => ({ [input]: await withSecret(format, fields) })
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 9)
/** Breaks the secret record where the canary was last: bad UTF-8 in a text. */
const spoilt = (bytes: Buffer): Buffer => {
  const at = bytes.lastIndexOf(CANARY) + CANARY.length
  return Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at)])
}
const beside =
  (
    files: Scenario['files'],
    more: (bytes: Buffer, input: string) => Record<string, Buffer | string>,
  ): Scenario['files'] =>
  async (format, input) => {
    const made = await files(format, input)
    return { ...made, ...more(made[input] as Buffer, input) }
  }

export const SCENARIOS: Scenario[] = [
  ...LABELS.map(
    ({ says, fields, nested }): Scenario => ({
      says: `labelled, ${says}`,
      binds: (format) => labelled(format) && !(nested && FLAT.includes(format)),
      files: own(fields),
      args: (input) => [input],
    }),
  ),
  {
    says: 'compressed',
    binds: labelled,
    files: beside(own(PLAIN), (bytes, input) => ({ [`${input}.gz`]: gzipSync(bytes) })),
    args: (input) => [`${input}.gz`],
  },
  {
    says: 'named by a side file',
    everywhere: true,
    files: beside(own(), () => ({ 'acl.ndjson': ACL })),
    args: (input) => ['--labels', 'acl.ndjson', input],
  },
  {
    says: 'its document named by a side file',
    binds: labelled,
    files: beside(own(), () => ({ 'acl.csv': `doc_id,sensitivity\n${CANARY}-doc,RESTRICTED\n` })),
    args: (input) => ['--labels', 'acl.csv', input],
  },
  {
    says: 'labelled in the second input',
    everywhere: true,
    files: beside(own(), () => ({ 'second.ndjson': ACL })),
    args: (input) => [input, 'second.ndjson'],
  },
  {
    says: 'labelled in the second input of the same format',
    binds: labelled,
    files: async (format, input) => ({
      [input]: await withSecret(format, PUBLIC),
      [`2-${input}`]: await withSecret(format, PLAIN),
    }),
    args: (input) => [input, `2-${input}`],
  },
  {
    says: 'from standard input',
    binds: labelled,
    files: beside(own(PLAIN), (bytes) => ({ stdin: bytes })),
    args: (_, format) => ['--from', format, '-'],
  },
  {
    says: 'from standard input, labelled in the second input',
    binds: labelled,
    files: async (format, input) => ({
      stdin: await withSecret(format, PUBLIC),
      [input]: await withSecret(format, PLAIN),
    }),
    args: (input, format) => ['--from', format, '-', input],
  },
  {
    says: 'by another field and another label',
    binds: labelled,
    files: own({ Acl: [' Secret'] }),
    args: (input) => ['--label-field', 'acl', '--restricted-label', 'secret', input],
  },
  {
    says: 'by the path of a field',
    binds: (format) => labelled(format) && !FLAT.includes(format),
    files: own({ acl: { level: 'restricted' } }),
    args: (input) => ['--label-field', 'acl.level', input],
  },
  {
    says: 'by a settings file',
    binds: labelled,
    files: beside(own({ acl: 'secret' }), () => ({
      'sluice.json': '{"sensitivity":{"labels":["SECRET"],"label_fields":["acl"]}}',
    })),
    args: (input) => [input],
  },
  {
    says: 'counted in a summary, with progress',
    binds: labelled,
    files: own(PLAIN),
    args: (input) => ['--progress', '--summary', 'summary.json', input],
  },
  {
    says: 'refused',
    binds: labelled,
    files: own(PLAIN),
    args: (input) => ['--on-restricted', 'fail', input],
    codes: [4],
  },
  {
    says: 'in a file that is cut',
    everywhere: true,
    files: beside(own(PLAIN), (bytes, input) => ({ [input]: cut(bytes), 'acl.ndjson': ACL })),
    args: (input) => ['--labels', 'acl.ndjson', input],
    codes: [3],
  },
  {
    says: 'broken, the run ends',
    binds: labelled,
    files: beside(own(PLAIN), (bytes, input) => ({ [input]: spoilt(bytes) })),
    args: (input) => [input],
    codes: [0, 3],
  },
  {
    says: 'broken, and kept among the rejects',
    everywhere: true,
    files: beside(own(PLAIN), (bytes, input) => ({ [input]: spoilt(bytes), 'acl.ndjson': ACL })),
    args: (input) => ['--labels', 'acl.ndjson', '--on-error', 'skip', '--rejects', 'rejects.ndjson', input],
    codes: [0, 3],
  },
]
