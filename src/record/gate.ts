// The gate: the one rule for RESTRICTED, at both doors. A codec makes Sealed batches, `admit` opens them, and a writer takes
// only Cleared ones, which only `admit` and `release` can make.
import type { Batch, Field, LabelNames } from './batch.js'
import { EXIT, Fault, placeOf } from './fault.js'
import { identities } from './identity.js'
import { IdSet } from './ids.js'
import { fold, isLabel, tokensOf } from './label.js'
import { CONTAINERS, jsonInText, labelsInText } from './labels.js'
import { dig, Path } from './path.js'
import { isList, isStruct, type Value } from './value.js'

declare const cleared: unique symbol

/** A batch that passed the gate. */
export type Cleared = Batch & { readonly [cleared]: true }

let open: (sealed: Sealed) => Batch

/** What a codec parsed: nothing in it can be read before the gate has opened it. */
export class Sealed {
  readonly #batch: Batch
  constructor(batch: Batch) {
    this.#batch = batch
  }
  static {
    open = (sealed) => sealed.#batch
  }
}

/** The choices that a call has; none of them takes a label away. */
export interface Policy {
  /** Ends with exit 4 at the first restricted record instead of dropping it. */
  readonly failOnRestricted: boolean
  /** Fields that hold labels besides `sensitivity`: names found at any depth, or paths from the top. */
  readonly labelFields: readonly string[]
  /** Labels that restrict besides RESTRICTED, in any case. */
  readonly labels: readonly string[]
  /** What a record without any label is. */
  readonly unlabelled: 'open' | 'restricted'
  /** Where a record's identity is found. */
  readonly chunkId: Path
  readonly docId: Path
  /** Restricted records pass, with their labels: only for a command that makes the owner's own files. No flag sets it. */
  readonly keeps: boolean
}

const LABEL = 'RESTRICTED'
const PLACES = ['', 'metadata.', 'payload.', '_source.']

export class Gate {
  /** Restricted records that were dropped, and those dropped because their id is a restricted record's. */
  dropped = 0
  droppedById = 0
  readonly names: LabelNames
  /** Paths that the gate reads; a reader finds them in its scan. */
  readonly paths: readonly Path[]
  /** Whether `names` tell all that the gate looks for: then a reader may leave out what it knows to hold none of them. */
  readonly namesTellAll: boolean
  readonly #policy: Policy
  readonly #restricting: ReadonlySet<string>
  readonly #labelPaths: readonly Path[]
  /** Where a label must stand, when a record without one is restricted. */
  readonly #places: readonly Path[]
  readonly #chunks = new IdSet()
  readonly #documents = new IdSet()
  /** Ids that a file of labels gave any label. */
  readonly #open = new Set<string>()

  constructor(policy: Policy) {
    this.#policy = policy
    this.#restricting = new Set([LABEL, ...policy.labels].map(fold))
    const names = ['sensitivity', ...policy.labelFields.filter((field) => !/[./]/.test(field))]
    this.#labelPaths = policy.labelFields.filter((field) => /[./]/.test(field)).map((field) => Path.of(field))
    this.#places = names.flatMap((name) => PLACES.map((place) => Path.of(`${place}${name}`))).concat(this.#labelPaths)
    this.names = { fields: [...new Set(names.map((name) => name.toLowerCase()))], containers: CONTAINERS }
    this.namesTellAll = this.#labelPaths.length === 0 && policy.unlabelled === 'open'
    this.paths = [
      policy.chunkId,
      policy.docId,
      ...(policy.unlabelled === 'restricted' ? this.#places : this.#labelPaths),
    ]
  }

  /** The door in: opens what a codec parsed, drops and counts restricted records, and remembers their ids for the call. */
  admit(sealed: Sealed): Cleared {
    const batch = open(sealed)
    const verdicts = this.#policy.keeps ? undefined : this.#judge(batch, true)
    if (verdicts === undefined) return batch as Cleared
    if (this.#policy.failOnRestricted) {
      const at = batch.at(verdicts.findIndex((verdict) => verdict !== 0))
      throw new Fault(EXIT.gate, `${placeOf(at)}: a restricted record`)
    }
    for (const verdict of verdicts) {
      if (verdict === BY_LABEL) this.dropped++
      else if (verdict === BY_ID) this.droppedById++
    }
    return without(batch, verdicts)
  }

  /** The door out, the same check: a restricted record here is a defect of ours, and nothing more is written. */
  release(batch: Batch): Cleared {
    const verdicts = this.#policy.keeps ? undefined : this.#judge(batch, false)
    if (verdicts === undefined) return batch as Cleared
    if (verdicts.includes(BY_LABEL))
      throw new Fault(EXIT.gate, 'a restricted record reached the output door; nothing more was written')
    // Its id was learnt only after it had come in.
    for (const verdict of verdicts) if (verdict === BY_ID) this.droppedById++
    return without(batch, verdicts)
  }

  /** Remembers the ids of restricted records of a first pass; returns the others, and counts nothing. */
  learn(sealed: Sealed): Cleared {
    const batch = open(sealed)
    const verdicts = this.#judge(batch, true)
    return verdicts === undefined ? (batch as Cleared) : without(batch, verdicts)
  }

  /** As `learn`, for a file of labels: what it labels otherwise is labelled, too. Returns how many records it has, and how many of them a label. */
  learnLabels(sealed: Sealed): { records: number; labelled: number } {
    const batch = open(sealed)
    this.#judge(batch, true)
    const id = identities(batch, this.#policy.chunkId)
    const labelled = this.#labelled(batch)
    let n = 0
    for (let i = 0; i < batch.size; i++) {
      if (!labelled(i)) continue
      n++
      const known = id(i)
      if (known !== undefined) this.#open.add(known)
    }
    return { records: batch.size, labelled: n }
  }

  /** Whether bytes of a record that could not be read may be kept for the user: not when it may be restricted. */
  mayKeep(raw: Uint8Array): boolean {
    if (this.#policy.unlabelled === 'restricted') return false
    const text = Buffer.from(raw).toString('utf8')
    // Of JSON that does not begin and end as an object, the rest may hold the label.
    if (/["{}]/.test(text) && !/^\s*\{.*\}\s*$/s.test(text)) return false
    const folded = fold(text)
    const labelled = this.names.fields.some((name) => folded.includes(fold(name)))
    return !labelled && !/\\u/i.test(text) && !this.#mentions(text) && !this.#namesKnown(text)
  }

  #namesKnown(text: string): boolean {
    if (this.#chunks.size + this.#documents.size === 0) return false
    return tokensOf(text).some((token) => this.#chunks.has(token) || this.#documents.has(token))
  }

  /** A verdict a record, or undefined when all pass. */
  #judge(batch: Batch, learn: boolean): Uint8Array | undefined {
    const verdicts = new Uint8Array(batch.size)
    let found = false
    const mark = (i: number): void => {
      verdicts[i] = BY_LABEL
      found = true
    }
    batch.labels(this.names, (i, value, container) => {
      if (container ? this.#restrictsWithin(value) : this.#restricts(value)) mark(i)
    })
    const restricting = this.#labelPaths.map((path) => labelField(batch, path))
    for (const field of restricting) for (let i = 0; i < batch.size; i++) if (this.#restricts(field(i) ?? null)) mark(i)
    if (this.#policy.unlabelled === 'restricted') {
      const labelled = this.#labelled(batch)
      const id = identities(batch, this.#policy.chunkId)
      for (let i = 0; i < batch.size; i++) if (!labelled(i) && !this.#open.has(id(i) ?? '')) mark(i)
    }
    if (found && learn) this.#remember(batch, verdicts)
    if (markKnown(batch, this.#policy.chunkId, this.#chunks, verdicts)) found = true
    if (markKnown(batch, this.#policy.docId, this.#documents, verdicts)) found = true
    return found ? verdicts : undefined
  }

  /** Whether a record has a label where one must stand. */
  #labelled(batch: Batch): (i: number) => boolean {
    const places = this.#places.map((path) => batch.field(path))
    return (i) => places.some((field) => isLabel(field(i) ?? null))
  }

  /** Labels are few: each is folded once. */
  readonly #verdicts = new Map<string, boolean>()

  #restricts(value: Value): boolean {
    if (typeof value === 'string') {
      let verdict = this.#verdicts.get(value)
      if (verdict === undefined) {
        verdict = this.#restrictsText(value)
        if (this.#verdicts.size < 1024) this.#verdicts.set(value, verdict)
      }
      return verdict
    }
    if (isList(value)) return value.some((item) => this.#restricts(item))
    if (isStruct(value)) return [...value.values()].some((item) => this.#restricts(item))
    return false
  }

  #restrictsText(text: string): boolean {
    if (this.#restricting.has(fold(text))) return true
    // A list of labels as text, as CSV and some engines hold it.
    if (!/^\s*[[{"]/.test(text)) return false
    const inner = jsonInText(text)
    return inner === undefined ? this.#mentions(text) : this.#restricts(inner)
  }

  /** Metadata that is text holding JSON. What cannot be read but names a label is taken for restricted. */
  #restrictsWithin(text: Value): boolean {
    if (typeof text !== 'string' || !/^\s*[{["]/.test(text)) return false
    if (/^\s*"/.test(text)) {
      const inner = jsonInText(text)
      return inner === undefined ? this.#mentions(text) : this.#restrictsWithin(inner)
    }
    let found = false
    const whole = labelsInText(text, this.names, (value, container) => {
      found ||= container ? this.#restrictsWithin(value) : this.#restricts(value)
    })
    return found || (!whole && this.#mentions(text))
  }

  #mentions(text: string): boolean {
    const folded = fold(text)
    return [...this.#restricting].some((label) => folded.includes(label))
  }

  #remember(batch: Batch, verdicts: Uint8Array): void {
    const chunk = identities(batch, this.#policy.chunkId)
    const document = identities(batch, this.#policy.docId)
    for (let i = 0; i < verdicts.length; i++) {
      if (verdicts[i] !== BY_LABEL) continue
      const id = chunk(i)
      // A label record that names only a document restricts all of it; one that names a chunk, only the chunk.
      if (id !== undefined) this.#chunks.add(id)
      else {
        const doc = document(i)
        if (doc !== undefined) this.#documents.add(doc)
      }
    }
  }
}

const BY_LABEL = 1
const BY_ID = 2

const without = (batch: Batch, verdicts: Uint8Array): Cleared =>
  batch.select(Int32Array.from(verdicts.keys()).filter((i) => verdicts[i] === 0)) as Cleared

function markKnown(batch: Batch, path: Path, known: IdSet, verdicts: Uint8Array): boolean {
  if (known.size === 0) return false
  const identity = identities(batch, path)
  const some = batch.mayHave?.(path, known)
  let found = false
  for (let k = 0, n = some?.length ?? verdicts.length; k < n; k++) {
    const i = some === undefined ? k : (some[k] as number)
    if (verdicts[i] !== 0) continue
    const id = identity(i)
    if (id === undefined || !known.has(id)) continue
    verdicts[i] = BY_ID
    found = true
  }
  return found
}

/** A label field by its path; what stands above it may be a text that holds JSON. */
function labelField(batch: Batch, path: Path): Field {
  const direct = batch.field(path)
  const within = path.ways
    .filter(({ rest }) => rest.length > 0)
    .map(({ key, rest }) => ({ text: batch.field(Path.key(key)), rest }))
  return (i) => {
    const found = direct(i)
    if (found !== undefined) return found
    for (const { text, rest } of within) {
      const holder = text(i)
      const inner = typeof holder === 'string' ? dig(jsonInText(holder), rest) : undefined
      if (inner !== undefined) return inner
    }
    return undefined
  }
}
