// Labels of what was made: the scanner finds what a walk of each record finds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabelNames } from './batch.js'
import { Gate } from './gate.js'
import { labelsIn } from './labels.js'
import { type Made, Maker } from './made.js'
import { Path } from './path.js'
import { toJson, type Value } from './value.js'

const NAMES: LabelNames = { fields: ['sensitivity', 'acl'], containers: ['metadata', 'payload'] }
const at = (n: number) => ({ file: 'x', unit: 'line', n }) as const

/** So long that the scanner is worth its setting up, with or without. */
const PADDING = `"p":"${'x'.repeat(1000)}"`

function made(records: readonly string[], long: boolean): Made {
  const maker = new Maker()
  for (let i = 0; i < (long ? 90 : 1); i++)
    for (const record of records) {
      maker.out.text(long ? record.replace('{', `{${PADDING}${record === '{}' ? '' : ','}`) : record)
      maker.end(at(i))
    }
  return maker.take()
}

const field = fc.constantFrom(
  '"sensitivity":"RESTRICTED"',
  '"Sensitivity":["a","b"]',
  '"s\\u0065nsitivity":"x"',
  '"metadata.sensitivity":1',
  '"metadata":{"acl":"y","a":[{"acl":"z"}]}',
  '"metadata":"{\\"acl\\":1}"',
  '"payload":7',
  '"sensitivity ":"spaced"',
  '"nosensitivity":"q"',
  '"a":"\\"sensitivity\\":1"',
  '"acl":null',
)
const record = fc.array(field, { maxLength: 4 }).map((fields) => `{${fields.join(',')}}`)

test('are those of a walk, and each of its record', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), fc.boolean(), (records, long) => {
      const batch = made(records, long)
      const found: string[] = []
      batch.labels(NAMES, (i, value, container) => found.push(`${i} ${container} ${toJson(value)}`))
      const walked: string[] = []
      for (let i = 0; i < batch.size; i++)
        labelsIn(batch.row(i).json(), NAMES, (value: Value, container) =>
          walked.push(`${i} ${container} ${toJson(value)}`),
        )
      expect(found.sort()).toEqual(walked.sort())
    }),
    { numRuns: 60 },
  )
})

test('a restricted record does not pass the door out, however much is made', () => {
  const policy = {
    failOnRestricted: false,
    labelFields: [],
    labels: [],
    unlabelled: 'open',
    chunkId: Path.of('chunk_id'),
    docId: Path.of('doc_id'),
    keeps: false,
  } as const
  const open = Array.from({ length: 8 }, (_, i) => `{"chunk_id":"${i}"}`)
  for (const long of [true, false]) {
    expect(new Gate(policy).release(made(open, long)).size).toBe(long ? 720 : 8)
    expect(() => new Gate(policy).release(made([...open, '{"a":{"sensitivity":"restricted"}}'], long))).toThrow(
      'a restricted record reached the output door',
    )
  }
})
