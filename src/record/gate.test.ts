// The gate: what restricts, what does not, and what a restricted record takes with it.
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import ndjson from '../formats/ndjson.js'
import { admitted, gateOf } from '../testkit/admitted.js'
import { faultOf } from '../testkit/codec.js'
import { Pieces } from '../testkit/splitter.js'
import type { Batch } from './batch.js'
import { Bytes } from './bytes.js'
import { type Cleared, type Gate, type Policy, Sealed } from './gate.js'
import { Path } from './path.js'

/** The lines that come through, of one input or of several in one call. */
async function through(gate: Gate, ...inputs: string[]): Promise<string[]> {
  const out = new Bytes()
  for (const [k, input] of inputs.entries())
    for await (const batch of admitted(ndjson, new Pieces(Buffer.from(input), `in${k + 1}`), { gate }))
      for (let i = 0; i < batch.size; i++) {
        batch.json(i, out)
        out.byte(0x0a)
      }
  return out.view().toString().split('\n').slice(0, -1)
}

const FILLER = `{"filler":"${'x'.repeat(990)}"}\n`.repeat(140)

/** Whether a record is dropped: alone, among others, and in the second block, where the vector scan is at work. */
async function isDropped(record: string, changes: Partial<Policy> = {}): Promise<boolean> {
  const inputs = [`${record}\n`, record, `{"n":1}\n${record}\n{"n":2}\n`, `${FILLER}${record}\n${FILLER}`]
  const found = await Promise.all(
    inputs.map(async (input) => !(await through(gateOf(changes), input)).includes(record)),
  )
  expect(new Set(found).size, record).toBe(1)
  return found[0] as boolean
}

describe('a record is restricted', () => {
  test.each([
    // Any case, spaces round it, what cannot be seen in it, other forms of the letters.
    '{"sensitivity":"RESTRICTED"}',
    '{"sensitivity":"restricted"}',
    '{"sensitivity":"ReStricted"}',
    '{"sensitivity":"  Restricted "}',
    '{"sensitivity":"\\tRestricted\\r\\n"}',
    '{"sensitivity":"\u00a0Restricted\u3000"}',
    '{"sensitivity":"REST\u200bRICTED"}',
    '{"sensitivity":"\ufeffRESTRICTED"}',
    '{"sensitivity":"ＲＥＳＴＲＩＣＴＥＤ"}',
    // Escapes in key or value, capitals in the key, spaces in the line.
    '{"sensitivity":"\\u0052ESTRICTE\\u0044"}',
    '{"\\u0073ensitivity":"RESTRICTED"}',
    '{"sensitivit\\u0079":"\\u0072estricted"}',
    '{"Sensitivity":"RESTRICTED"}',
    '{"SENSITIVITY":"RESTRICTED"}',
    // Spaces round a key, as CSV headers become them.
    '{" sensitivity":"RESTRICTED"}',
    '{"sensitivity ":"RESTRICTED"}',
    '{"  Sensitivity  ":"RESTRICTED"}',
    '{"a":{"metadata. sensitivity":"RESTRICTED"}}',
    ' { "id" : 1 , "sensitivity"\t:\t"RESTRICTED" } ',
    // Lists, objects and JSON as the value.
    '{"sensitivity":["PUBLIC","RESTRICTED"]}',
    '{"sensitivity":[["restricted"]]}',
    '{"sensitivity":{"level":"RESTRICTED"}}',
    '{"sensitivity":"[\\"PUBLIC\\",\\"RESTRICTED\\"]"}',
    '{"sensitivity":"\\"RESTRICTED\\""}',
    '{"sensitivity":"{\\"level\\":\\"restricted\\"}"}',
    '{"sensitivity":"[\\"RESTRICTED\\""}',
    // Any of several duplicate keys.
    '{"sensitivity":"RESTRICTED","sensitivity":"PUBLIC"}',
    '{"sensitivity":"PUBLIC","sensitivity":"RESTRICTED"}',
    '{"sensitivity":"RESTRICTED","\\u0073ensitivity":"PUBLIC"}',
    '{"metadata":{"sensitivity":"RESTRICTED"},"metadata":{"sensitivity":"PUBLIC"}}',
    '{"metadata":{"sensitivity":"RESTRICTED"},"metadata":null}',
    // Wherever engines put it.
    '{"metadata":{"sensitivity":"RESTRICTED"}}',
    '{"payload":{"a":1,"sensitivity":"RESTRICTED"}}',
    '{"_source":{"sensitivity":"RESTRICTED"},"_id":"1"}',
    '{"payload":{"metadata":{"sensitivity":"restricted"}}}',
    '{"metadata.sensitivity":"RESTRICTED"}',
    '{"metadata_sensitivity":"RESTRICTED"}',
    '{"metadata/sensitivity":"RESTRICTED"}',
    '{"doc.meta.Sensitivity":["RESTRICTED"]}',
    '{"id":1,"text":"a","sensitivity":"PUBLIC","metadata":{"b":2},"_source":{"sensitivity":"restricted"}}',
    // Metadata held as text.
    '{"metadata":"{\\"sensitivity\\":\\"RESTRICTED\\"}"}',
    '{"payload":" {\\"a\\":[{\\"sensitivity\\":\\"restricted\\"}]}"}',
    '{"_source":"[{\\"sensitivity\\":\\"restricted\\"}]"}',
    '{"metadata":"{\\"payload\\":\\"{\\\\\\"sensitivity\\\\\\":\\\\\\"restricted\\\\\\"}\\"}"}',
    '{"METADATA":"{\\"Sensitivity\\":\\"RESTRICTED\\"}"}',
    '{"doc.metadata":"{\\"sensitivity\\":\\"RESTRICTED\\"}"}',
    '{"metadat\\u0061":"{\\"sensitivity\\":\\"RESTRICTED\\"}"}',
    '{"metadata":"{\\"\\\\u0073ensitivity\\":\\"RESTRICTED\\"}"}',
    '{"metadata":"\\"{\\\\\\"sensitivity\\\\\\":\\\\\\"RESTRICTED\\\\\\"}\\""}',
    // What is cut in it cannot be read, and names the label.
    '{"metadata":"{\\"sensitivity\\":\\"RESTRICTED\\",\\"text\\":\\"cu"}',
    // Nested in lists, at any depth.
    '{"hits":[{"text":"a"},{"text":"b","sensitivity":"RESTRICTED"}]}',
    '{"a":[[{"b":{"c":[1,{"sensitivity":"restricted"}]}}]]}',
    `{"a":${'['.repeat(500)}{"sensitivity":"RESTRICTED"}${']'.repeat(500)}}`,
    '{"neighbours":[{"metadata":"{\\"sensitivity\\":\\"RESTRICTED\\"}"}]}',
  ])('%s', async (record) => {
    expect(await isDropped(record)).toBe(true)
  })

  test('by its last field after a long one', async () => {
    const long = 'y'.repeat(200_000)
    expect(await isDropped(`{"text":"${long}","sensitivity":"RESTRICTED"}`)).toBe(true)
    expect(await isDropped(`{"text":"${long}","sensitivity":"PUBLIC"}`)).toBe(false)
  })
})

describe('a record is not restricted', () => {
  test.each([
    '{"text":"This area is RESTRICTED.","title":"Restricted areas"}',
    '{"text":"RESTRICTED","title":"restricted","id":"restricted","heading_path":["RESTRICTED"]}',
    '{"text":"{\\"sensitivity\\":\\"RESTRICTED\\"}"}',
    '{"text":"\\"sensitivity\\":\\"RESTRICTED\\""}',
    '{"sensitivity":"PUBLIC"}',
    '{"sensitivity":"UNRESTRICTED"}',
    '{"sensitivity":"not restricted"}',
    '{"sensitivity":"RESTRICTED-FREE"}',
    '{"sensitivity":null}',
    '{"sensitivity":""}',
    '{"sensitivity":[]}',
    '{"sensitivity":7}',
    '{"sensitivity":false}',
    '{"restricted":true}',
    '{"insensitivity":"RESTRICTED"}',
    '{"sensitivity_note":"RESTRICTED"}',
    '{"lang":"RESTRICTED","metadata":{"tags":["restricted"]}}',
    '{"metadata":"restricted areas and how to enter them"}',
    '{"metadata":"{\\"note\\":\\"restricted\\",\\"sensitivity\\":\\"PUBLIC\\"}"}',
    '{"metadata":"{\\"note\\":\\"cu"}',
    '{}',
  ])('%s', async (record) => {
    expect(await isDropped(record)).toBe(false)
  })
})

describe('the policy', () => {
  test('--label-field: a name at any depth, a path from the top, none of which takes sensitivity away', async () => {
    const single = { labelFields: ['acl'] }
    expect(await isDropped('{"acl":"restricted"}', single)).toBe(true)
    expect(await isDropped('{"a":[{"ACL":["x","RESTRICTED"]}]}', single)).toBe(true)
    expect(await isDropped('{"\\u0061cl":"RESTRICTED"}', single)).toBe(true)
    expect(await isDropped('{"metadata":"{\\"acl\\":\\"RESTRICTED\\"}"}', single)).toBe(true)
    expect(await isDropped('{"acl":"open"}', single)).toBe(false)
    expect(await isDropped('{"acl":"restricted"}')).toBe(false)
    expect(await isDropped('{"acl":"open","sensitivity":"RESTRICTED"}', single)).toBe(true)
    for (const path of ['acl.level', '/acl/level']) {
      expect(await isDropped('{"acl":{"level":"RESTRICTED"}}', { labelFields: [path] })).toBe(true)
      expect(await isDropped('{"acl":[{"level":"a"},{"level":"RESTRICTED"}]}', { labelFields: [path] })).toBe(true)
      expect(await isDropped('{"b":{"acl":{"level":"RESTRICTED"}}}', { labelFields: [path] })).toBe(false)
    }
  })

  test.each([
    ['機密', '機密'],
    ['Гриф', 'гриф'],
    ['Geheimhaltungsstufe für Kunden', 'geheimhaltungsstufe FÜR kunden'],
    ['acl level', 'ACL Level'],
  ])('--label-field %s, which is %s too', async (field, key) => {
    for (const name of [field, key, `meta.${key}`])
      expect(await isDropped(`{"id":1,"a":[{"${name}":"Restricted"}],"b":2}`, { labelFields: [field] })).toBe(true)
    expect(await isDropped(`{"id":1,"x${field}":"Restricted","é":1}`, { labelFields: [field] })).toBe(false)
    expect(await isDropped(`{"sensitivity":"Restricted","é":1}`, { labelFields: [field] })).toBe(true)
  })

  test('--restricted-label: further labels, none of which takes RESTRICTED away', async () => {
    const more = { labels: ['secret', ' Top Secret '] }
    expect(await isDropped('{"sensitivity":"SECRET"}', more)).toBe(true)
    expect(await isDropped('{"sensitivity":"top secret"}', more)).toBe(true)
    expect(await isDropped('{"sensitivity":"RESTRICTED"}', more)).toBe(true)
    expect(await isDropped('{"sensitivity":"secretly"}', more)).toBe(false)
    expect(await isDropped('{"sensitivity":"SECRET"}')).toBe(false)
  })

  test.each([
    ['{"text":"a"}', true],
    ['{"sensitivity":null}', true],
    ['{"sensitivity":""}', true],
    ['{"sensitivity":"  "}', true],
    ['{"sensitivity":[]}', true],
    ['{"sensitivity":[null,""]}', true],
    ['{"sensitivity":{}}', true],
    ['{"sensitivity":"PUBLIC"}', false],
    ['{"sensitivity":["PUBLIC"]}', false],
    ['{"metadata":{"sensitivity":"PUBLIC"}}', false],
    ['{"payload":{"sensitivity":"PUBLIC"}}', false],
    ['{"_source":{"sensitivity":"PUBLIC"}}', false],
    ['{"sensitivity":null,"metadata":{"sensitivity":"PUBLIC"}}', false],
    ['{"hits":[{"sensitivity":"PUBLIC"}]}', true],
    ['{"sensitivity":"PUBLIC","metadata":{"sensitivity":"RESTRICTED"}}', true],
  ])('--unlabelled restricted: %s is dropped: %s', async (record, dropped) => {
    const alone = await through(gateOf({ unlabelled: 'restricted' }), `${record}\n`)
    expect(alone).toEqual(dropped ? [] : [record])
  })

  test('--unlabelled restricted: a label field is a label', async () => {
    const changes = { unlabelled: 'restricted', labelFields: ['acl.level'] } as const
    expect(await through(gateOf(changes), '{"acl":{"level":"open"}}\n{"acl":{}}\n')).toEqual([
      '{"acl":{"level":"open"}}',
    ])
    const single = { unlabelled: 'restricted', labelFields: ['acl'] } as const
    expect(await through(gateOf(single), '{"acl":"open"}\n{"a":1}\n')).toEqual(['{"acl":"open"}'])
  })

  test('--on-restricted fail: ends with exit 4 at the first, naming only its place', async () => {
    const gate = gateOf({ failOnRestricted: true })
    const fault = await faultOf(
      through(gate, '{"id":"c1"}\n\n{"id":"secret-id","sensitivity":"RESTRICTED","text":"hush"}\n'),
    )
    expect(fault).toEqual({ code: 4, message: 'in1:3: a restricted record' })
  })
})

describe('what a restricted record takes with it', () => {
  test('later records with its id, in this input and in others', async () => {
    const gate = gateOf()
    const lines = await through(
      gate,
      '{"chunk_id":"c1","sensitivity":"RESTRICTED"}\n{"chunk_id":"c1","text":"a"}\n{"chunk_id":"c2"}\n',
      '{"id":"c1"}\n{"_id":"c1"}\n{"id":"c3","chunk_id":"c1"}\n{"id":"c1","chunk_id":"c3"}\n{"\\u0069d":"c\\u0031"}\n{"doc_id":"c1"}\n',
    )
    expect(lines).toEqual(['{"chunk_id":"c2"}', '{"id":"c1","chunk_id":"c3"}', '{"doc_id":"c1"}'])
    expect([gate.dropped, gate.droppedById]).toEqual([1, 5])
  })

  test('an id is what it is spelt: 7 is "7", 7.0 is not', async () => {
    const later = ['{"id":"7"}', '{"id":7.0}', '{"id":70}', '{"id":" 7"}', '{"id":[7]}', '{"id":9007199254740992}']
    const restricted = '{"id":7,"sensitivity":"RESTRICTED"}\n{"id":9007199254740993,"sensitivity":"RESTRICTED"}\n'
    expect(await through(gateOf(), restricted + later.join('\n'))).toEqual(later.slice(1))
    expect(await through(gateOf(), '{"id":"é","sensitivity":"RESTRICTED"}\n{"id":"\\u00e9"}\n{"id":"e"}\n')).toEqual([
      '{"id":"e"}',
    ])
  })

  test('in the same block, when the label comes after its id was seen, the later ones only', async () => {
    expect(await through(gateOf(), '{"id":"c1"}\n{"id":"c1","sensitivity":"RESTRICTED"}\n{"id":"c1"}\n')).toEqual([])
  })

  test('a chunk takes only itself, a record that names just a document takes all of it', async () => {
    const chunk = '{"chunk_id":"d1#2","doc_id":"d1","sensitivity":"RESTRICTED"}\n'
    const rest =
      '{"chunk_id":"d1#1","doc_id":"d1"}\n{"chunk_id":"d1#2","doc_id":"d1"}\n{"chunk_id":"d2#1","doc_id":"d2"}\n'
    expect(await through(gateOf(), chunk + rest)).toEqual([
      '{"chunk_id":"d1#1","doc_id":"d1"}',
      '{"chunk_id":"d2#1","doc_id":"d2"}',
    ])
    expect(await through(gateOf(), `{"doc_id":"d1","sensitivity":"RESTRICTED"}\n${rest}`)).toEqual([
      '{"chunk_id":"d2#1","doc_id":"d2"}',
    ])
  })

  test('an empty or absent id takes nothing', async () => {
    const records =
      '{"sensitivity":"RESTRICTED"}\n{"id":"","sensitivity":"RESTRICTED"}\n{"id":null,"sensitivity":"RESTRICTED"}\n{"id":""}\n{"id":null}\n{"a":1}\n'
    expect(await through(gateOf(), records)).toEqual(['{"id":""}', '{"id":null}', '{"a":1}'])
  })

  test('ids are found where the policy says', async () => {
    const gate = gateOf({ chunkId: Path.of('meta.key') })
    const records =
      '{"meta":{"key":"k1"},"sensitivity":"RESTRICTED"}\n{"meta":{"key":"k1"}}\n{"meta.key":"k1"}\n{"id":"k1"}\n'
    expect(await through(gate, records)).toEqual(['{"id":"k1"}'])
  })

  test('what a side file teaches holds for every record', async () => {
    const gate = gateOf()
    const source = new Pieces(
      Buffer.from('{"id":"c1","sensitivity":"RESTRICTED"}\n{"id":"c2","sensitivity":"PUBLIC"}\n'),
    )
    const needs = { paths: gate.paths, labels: gate.names }
    const refuse = (fault: Error): void => {
      throw fault
    }
    for await (const sealed of ndjson.decode?.(source, { needs, reject: refuse }) ?? []) gate.learn(sealed)
    expect(await through(gate, '{"id":"c1"}\n{"id":"c2"}\n')).toEqual(['{"id":"c2"}'])
    expect([gate.dropped, gate.droppedById]).toEqual([0, 1])
  })
})

describe('the door out', () => {
  /** A batch that a gate let in which looked for less than `names`. */
  async function batchOf(text: string, { names, paths } = gateOf()): Promise<Batch> {
    const needs = { labels: names, paths }
    for await (const sealed of ndjson.decode?.(new Pieces(Buffer.from(text)), { needs, reject: () => {} }) ?? [])
      return gateOf().admit(sealed)
    throw new Error('no records')
  }

  test('a restricted record ends the run with exit 4', async () => {
    for (const labelFields of [['acl'], ['a.acl']]) {
      const gate = gateOf({ labelFields })
      const batch = await batchOf('{"id":"c1"}\n{"id":"c2","a":{"acl":"RESTRICTED"}}\n', gate)
      expect(() => gate.release(batch)).toThrow(
        expect.objectContaining({
          code: 4,
          message: 'a restricted record reached the output door; nothing more was written',
        }),
      )
    }
  })

  test('what was learnt meanwhile is dropped', async () => {
    const gate = gateOf()
    const batch = await batchOf('{"id":"c1"}\n{"id":"c2"}\n')
    await through(gate, '{"id":"c2","sensitivity":"RESTRICTED"}\n')
    const released = gate.release(batch)
    expect([released.size, released.at(0).n, gate.droppedById]).toEqual([1, 1, 1])
  })

  test('what passes untouched is the same batch', async () => {
    const batch = await batchOf('{"id":"c1"}\n')
    expect(gateOf().release(batch)).toBe(batch)
  })
})

describe('what may be kept of a record that cannot be read', () => {
  const may = (raw: string, changes: Partial<Policy> = {}): boolean => gateOf(changes).mayKeep(Buffer.from(raw))
  test('not when a label stands in it, or could behind an escape', () => {
    expect(may('{"id":"c1","text":"x" y}')).toBe(true)
    expect(may('a,b')).toBe(true)
    expect(may('{"sensitivity":"RESTRICTED","text":"x" y}')).toBe(false)
    expect(may('{"sensitivity":"REST\ufffdRICTED","text":"x" y}')).toBe(false)
    expect(may('{\u0000"sensitivity":"R\u0000ESTRICTED" y}')).toBe(false)
    expect(may('{"sensitivity":"restric\u200bted","text":"cut')).toBe(false)
    expect(may('a,b,Restricted,"cut')).toBe(false)
    expect(may('{"sensitivity":"\\u0052ESTRICTED"')).toBe(false)
    expect(may('{"a":"secret" y}', { labels: ['Secret'] })).toBe(false)
    expect(may('{"a":"secret" y}')).toBe(true)
  })

  test('not when it is a part of a record: the label may stand in the rest', () => {
    for (const part of ['{"id":"c1","text":"cut', '"text":"middle",', '"end"}', '{"id":"c1","sensitivity":"REST'])
      expect(may(part)).toBe(false)
  })

  test('never when what has no label is restricted: that it has one cannot be read', () => {
    expect(may('{"id":"c1","text":"cut', { unlabelled: 'restricted' })).toBe(false)
    expect(may('{"id":"c1","sensitivity":"PUBLIC","text":"cut', { unlabelled: 'restricted' })).toBe(false)
  })

  test('not when it names a restricted record', async () => {
    const gate = gateOf()
    await through(
      gate,
      '{"id":"c 1","sensitivity":"RESTRICTED"}\n{"id":77,"sensitivity":"RESTRICTED"}\n{"doc_id":"d,1","sensitivity":"RESTRICTED"}\n',
    )
    const keeps = (raw: string): boolean => gate.mayKeep(Buffer.from(raw))
    expect(keeps('{"id":"c 1","text":"x" y}')).toBe(false)
    expect(keeps('{"id":77,"text":"x" y}')).toBe(false)
    expect(keeps('{"id": "77" ,"text":"x" y}')).toBe(false)
    expect(keeps('{"doc_id":"d,1","text":"x" y}')).toBe(false)
    expect(keeps('a,77,b')).toBe(false)
    expect(keeps('q1 Q0 77 1 3 x y')).toBe(false)
    expect(keeps('a,"77","cut')).toBe(false)
    expect(keeps('{"id":778,"text":"x" y}')).toBe(true)
    expect(keeps('{"id":"c1","text":"x" y}')).toBe(true)
  })
})

describe('metadata of unreasonable depth', () => {
  test('cannot end a run, and does not hide a label', async () => {
    for (const depth of [2000, 100_000]) {
      const nest = (inner: string): string => '['.repeat(depth) + inner + ']'.repeat(depth)
      const record = (label: string): string =>
        JSON.stringify({ id: label, metadata: nest(`{"sensitivity":"${label}"}`) })
      expect(await through(gateOf(), `${record('RESTRICTED')}\n`)).toEqual([])
    }
  })
})

test('nothing of a sealed batch can be seen', async () => {
  const gate = gateOf()
  const secret = 'a text that nobody may see'
  const source = new Pieces(Buffer.from(`{"sensitivity":"RESTRICTED","text":"${secret}"}\n`))
  const needs = { paths: gate.paths, labels: gate.names }
  for await (const sealed of ndjson.decode?.(source, { needs, reject: () => {} }) ?? []) {
    expect(sealed).toBeInstanceOf(Sealed)
    expect(Reflect.ownKeys(sealed)).toEqual([])
    expect(JSON.stringify(sealed)).toBe('{}')
    expect(inspect(sealed, { showHidden: true, depth: 9 })).not.toContain(secret)
  }
})

// The compiler proves the rest: `tsc` fails when one of these lines is no error any more.
export async function* forbidden(sealed: Sealed, batch: Batch, gate: Gate): AsyncGenerator<Cleared> {
  const how = {
    name: 'x',
    spool: (): never => {
      throw new Error('not used')
    },
  }
  async function* uncleared(): AsyncGenerator<Batch> {
    yield batch
  }
  // @ts-expect-error a writer is given only what the gate has cleared
  ndjson.encode?.(uncleared(), how)
  // @ts-expect-error only the gate makes Cleared
  yield batch
  // @ts-expect-error a copy of a batch is not cleared either
  yield { ...batch }
  // @ts-expect-error what is selected of a cleared batch must be released anew
  yield gate.admit(sealed).select(Int32Array.of(0))
  // @ts-expect-error a sealed batch has no size
  sealed.size
  // @ts-expect-error nor fields
  sealed.field(Path.of('text'))
  // @ts-expect-error nor can it be taken for a batch
  gate.release(sealed)
  // @ts-expect-error and what is no Sealed is not admitted
  gate.admit(batch)
}

describe('what a fresh reader found', () => {
  test('a null or empty chunk_id does not hide the id', async () => {
    const pair = (first: string): string => `${first}\n{"id":"1","text":"other"}\n{"id":"2"}\n`
    for (const none of ['null', '""'])
      expect(await through(gateOf(), pair(`{"id":"1","chunk_id":${none},"sensitivity":"RESTRICTED"}`))).toEqual([
        '{"id":"2"}',
      ])
  })

  test('padding with control signs does not make another label', async () => {
    expect(await through(gateOf(), '{"id":"1","sensitivity":"RESTRICTED\\u0000"}\n')).toEqual([])
  })
})
