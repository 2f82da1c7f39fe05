// What the chunks of a document inherit: the other fields of its record, its front matter, and what the call adds.

import type { LabelNames, Row } from '../../record/batch.js'
import { type At, badRecord, type Fault } from '../../record/fault.js'
import { decodeString, findIn, members, parseValue, skipSpace } from '../../record/json.js'
import { fold, isLabel } from '../../record/label.js'
import { CONTAINERS, isNamed, labelsIn, labelsInText } from '../../record/labels.js'
import { Path } from '../../record/path.js'
import { isList, toJson, type Value } from '../../record/value.js'
import { frontMatter } from '../../text/front-matter.js'
import { FrontMatterError, loadFrontMatter, metadataOf } from './front-matter.js'

/** What the call adds to documents that do not have it themselves. */
export interface Given {
  readonly meta: readonly (readonly [key: string, value: string])[]
  readonly sensitivity: string | undefined
}

export interface Heritage {
  /** Where the text behind front matter begins. */
  readonly body: number
  /** `,"key":value` as often as there are fields. */
  readonly inherited: Buffer
}

/** Fields that a chunk has of its own: of the same name, a document's are replaced. */
const OWN: ReadonlySet<string> = new Set([
  'chunk_id',
  'doc_id',
  'text',
  'source_locator',
  'para_start',
  'para_end',
  'start',
  'end',
  'byte_start',
  'byte_end',
  'seq',
  'heading',
  'heading_path',
  'parent_id',
  'parent_locator',
  'parent_chunks',
  'window_text',
])

/** Whether a chunk has a field of this name of its own. */
export const isOwn = (key: string): boolean => OWN.has(key)

const LABELS = { fields: ['sensitivity'], containers: [] }

export class Inheritance {
  readonly #replaced = new Set<string>()
  readonly #text: ReadonlySet<string>
  readonly #id: ReadonlySet<string>
  readonly #labels: readonly string[]
  readonly #paths: readonly Path[]

  constructor(
    text: Path,
    docId: Path,
    readonly given: Given,
    /** Fields that hold labels besides `sensitivity`: names found at any depth, or paths from the top. */
    labelFields: readonly string[] = [],
  ) {
    const isPath = (field: string): boolean => /[./]/.test(field)
    this.#labels = [
      ...LABELS.fields,
      ...labelFields.filter((field) => !isPath(field)).map((name) => name.toLowerCase()),
    ]
    this.#paths = labelFields.filter(isPath).map(Path.of)
    this.#text = new Set(text.ways.map(({ key }) => key))
    this.#id = new Set(docId.ways.filter(({ rest }) => rest.length === 0).map(({ key }) => key))
  }

  /** `markdown` is the document's text when it may have front matter. Throws a `Fault` when that cannot be read. */
  async of(row: Row, markdown: string | undefined, at: At): Promise<Heritage> {
    const front = markdown === undefined ? undefined : frontMatter(markdown)
    if (front !== undefined) await loadFrontMatter()
    const fields = this.#fields(row.json())
    if (front !== undefined && markdown !== undefined)
      for (const [key, value] of this.#front(markdown.slice(front.yaml.start, front.yaml.end), at)) {
        if (OWN.has(key)) {
          this.#replaced.add(key)
          this.#lift(fields, key, toJson(value))
        } else this.#add(fields, key, toJson(value))
      }
    for (const [key, value] of this.given.meta) if (!fields.has(key)) fields.set(key, JSON.stringify(value))
    this.#label(fields)
    const inherited = [...fields].map(([key, value]) => `,${JSON.stringify(key)}:${value}`).join('')
    return { body: front?.end ?? 0, inherited: Buffer.from(inherited) }
  }

  /** Fields of documents that gave way to a chunk's own. */
  notes(): string[] {
    const names = [...this.#replaced].sort()
    return names.length === 0 ? [] : [`replaced fields of documents: ${names.join(' ')}`]
  }

  /** The record's fields with their own bytes; of a key that comes twice the last value, but all labels. */
  #fields(json: Buffer): Map<string, string> {
    const texts = new Map<string, readonly [start: number, end: number]>()
    const nested: [number, number][] = []
    const fields = new Map<string, string>()
    // The spelling that was taken for the text and the id is the first that is there.
    let id = false
    members(json, skipSpace(json, 0), (keyStart, keyEnd, start, end) => {
      const key = decodeString(json, keyStart, keyEnd)
      const first = json[start]
      if (first === 0x7b || first === 0x5b) nested.push([start, end])
      if (this.#text.has(key) && first === 0x22) texts.set(key, [start, end])
      const before = isNamed(key, LABELS.fields) ? fields.get(key) : undefined
      const value = texts.has(key) ? '' : json.toString('utf8', start, end)
      fields.set(key, before === undefined ? value : both(before, value))
    })
    const text = [...this.#text].find((key) => texts.has(key)) as string
    fields.delete(text)
    // Of another spelling of the text, all is metadata.
    for (const [key, [start, end]] of texts) if (key !== text) fields.set(key, json.toString('utf8', start, end))
    for (const key of this.#id) if (!id && fields.delete(key)) id = true
    for (const key of [...fields.keys()])
      if (OWN.has(key)) {
        const gone = fields.get(key) as string
        fields.delete(key)
        this.#replaced.add(key)
        this.#lift(fields, key, gone)
      }
    // A restricting label deep within goes to the top: a format of flat cells would hide it there, and a chunk's own field may
    // have taken the place of what held it.
    for (const [start, end] of nested)
      labelsIn(json.subarray(start, end), LABELS, (label) => {
        if (restricts(label)) fields.set('sensitivity', both(fields.get('sensitivity') ?? '[]', toJson(label)))
      })
    return fields
  }

  /** The record's own value stays, but a second label is kept beside the first. */
  #add(fields: Map<string, string>, key: string, json: string): void {
    const own = fields.get(key)
    if (own === undefined) fields.set(key, json)
    else if (isNamed(key, this.#labels)) fields.set(key, both(own, json))
    else this.#lift(fields, key, json)
  }

  /** A field gives way: the labels within it go to the top, whatever they say. */
  #lift(fields: Map<string, string>, key: string, json: string): void {
    const lift = (label: Value): void => {
      if (isLabel(label)) fields.set('sensitivity', both(fields.get('sensitivity') ?? '[]', toJson(label)))
    }
    // The field itself may be a text that is JSON, and what it holds may be, too.
    const names: LabelNames = { fields: this.#labels, containers: [key.trim().toLowerCase(), ...CONTAINERS] }
    const whole = Buffer.from(`{${JSON.stringify(key)}:${json}}`)
    const visit = (value: Value, text: boolean): void => {
      if (!text) lift(value)
      // What cannot be read as JSON but names the label is taken for restricted, as the gate does.
      else if (typeof value === 'string' && /^\s*[{["]/.test(value) && !labelsInText(value, names, visit))
        if (fold(value).includes('RESTRICTED')) lift('RESTRICTED')
    }
    labelsIn(whole, names, visit)
    for (const path of this.#paths) lift(findIn(whole, 0, path) ?? null)
  }

  #label(fields: Map<string, string>): void {
    const { sensitivity } = this.given
    if (sensitivity === undefined) return
    const own = fields.get('sensitivity')
    const given = JSON.stringify(sensitivity)
    if (own === undefined || own === 'null' || own === '""') fields.set('sensitivity', given)
    else if (fold(sensitivity) === 'RESTRICTED') fields.set('sensitivity', both(own, given))
  }

  #front(yaml: string, at: At): ReadonlyMap<string, Value> {
    try {
      return metadataOf(yaml)
    } catch (error) {
      if (!(error instanceof FrontMatterError)) throw error
      throw this.#fault(error, at)
    }
  }

  #fault({ line, reason }: FrontMatterError, at: At): Fault {
    // The line of the document: one more for the opening `---`.
    return badRecord(at, `line ${line + 1} of the document: ${reason}`, 'front matter')
  }
}

const restricts = (label: Value): boolean => fold(toJson(label)).includes('RESTRICTED')

/** Two labels as a list, or one where they are the same. */
function both(own: string, more: string): string {
  const list = (json: string): readonly Value[] => {
    const bytes = Buffer.from(json)
    const value = parseValue(bytes, 0, bytes.length)
    return isList(value) ? value : [value]
  }
  const labels = list(own)
  const added = list(more).filter((label) => !labels.some((known) => fold(toJson(known)) === fold(toJson(label))))
  if (added.length === 0) return own
  return labels.length === 0 && !more.startsWith('[') ? more : toJson([...labels, ...added])
}
