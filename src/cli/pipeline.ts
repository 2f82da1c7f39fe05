// The page that is the program: a door, a codec, the gate and a command meet here and nowhere else.
import { documents as documentFormat, formatByContent, formatByName, formats, isDocument } from '../formats/index.js'
import type { Batch } from '../record/batch.js'
import { badFile, type Fault, usage } from '../record/fault.js'
import { type Cleared, Gate, type Sealed } from '../record/gate.js'
import { Path } from '../record/path.js'
import type { Decoding, Format, Reject } from '../registry/format.js'
import type { Sink, Source, Spool, World } from '../registry/ports.js'
import type { Call, Counts } from './call.js'
import { inputsOf } from './inputs.js'
import { Progress } from './progress.js'
import { Rejects } from './rejects.js'

export const formatNames = formats.names

/** Bytes in, records through the gate, the command, the gate again, bytes out. */
export async function run(asked: Call, world: World): Promise<Counts> {
  const call = { ...asked, inputs: inputsOf(asked, world) }
  const to = outputFormat(call, world)
  apart(call, world)
  const gate = new Gate(call.policy)
  const doors = new Doors(call, world, gate)
  try {
    const progress = new Progress(call, world)
    await doors.learnLabels()
    const flow = doors.run(progress)
    const sink = world.sink(call.output, { gzip: call.output?.endsWith('.gz') === true })
    try {
      if (call.prepared.answer !== undefined) {
        for await (const _ of flow);
        await sink.write(Buffer.from(call.prepared.answer()))
      } else await write(await formats.load(to), doors.released(flow), sink, call, world)
      await sink.commit()
      await doors.rejects?.commit()
    } catch (error) {
      sink.abort()
      // Nobody reads any more (`| head`): a quiet end.
      if (!world.isClosedPipe(error)) throw error
    } finally {
      progress.end()
    }
    if (call.summary !== undefined) await summarize(call.summary, call, doors.counts, world)
    return doors.counts
  } finally {
    doors.close()
  }
}

async function summarize(file: string, call: Call, counts: Counts, world: World): Promise<void> {
  const { read, written, restricted, restrictedById, bad } = counts
  const sink = world.sink(file, { gzip: false })
  const more = call.prepared.summary?.()
  const summary = { command: call.command, read, written, restricted, restricted_by_id: restrictedById, bad, ...more }
  await sink.write(Buffer.from(`${JSON.stringify(summary)}\n`))
  await sink.commit()
}

/** A small text file, whole: settings and conditions, not records. */
export async function textOf(file: string, world: World): Promise<string> {
  const source = world.open(file)
  try {
    const parts: Buffer[] = []
    const block = Buffer.alloc(1 << 16)
    for (let n = await source.read(block); n > 0; n = await source.read(block))
      parts.push(Buffer.from(block.subarray(0, n)))
    return Buffer.concat(parts).toString('utf8')
  } finally {
    source.close()
  }
}

async function write(
  format: Format,
  flow: AsyncIterable<Cleared>,
  sink: Sink,
  call: Call,
  world: World,
): Promise<void> {
  if (format.encode === undefined) throw usage(`--to: this format can only be read`)
  const spools: Spool[] = []
  const spool = (): Spool => {
    const opened = world.spool()
    spools.push(opened)
    return opened
  }
  try {
    for await (const chunk of format.encode(flow, { name: call.output ?? 'stdout', path: call.path, spool }))
      await sink.write(chunk)
  } finally {
    for (const opened of spools) opened.release()
  }
}

/** Files that are written must not be one another, nor a file that is read; only `-o` may replace an input. */
function apart(call: Call, world: World): void {
  const seen = new Map<string, string>()
  const add = (flag: string, file: string | undefined): void => {
    if (file === undefined || file === '-' || world.isFile(file) === false) return
    const id = world.identity(file)
    const other = seen.get(id)
    if (other !== undefined) throw usage(`${flag} ${file}: this file is also ${other}`)
    seen.set(id, flag)
  }
  const reads = call.inputs.filter((file) => file !== '-').map((file) => world.identity(file))
  add('-o', call.output)
  for (const file of new Set(reads)) if (!seen.has(file)) seen.set(file, 'an input')
  for (const file of call.sides) if (!seen.has(world.identity(file))) seen.set(world.identity(file), 'read by the call')
  add('--rejects', call.rejects)
  add('--summary', call.summary)
}

/** Where the output's format is named, or told by its ending; standard output and devices are NDJSON. */
function outputFormat(call: Call, world: World): string {
  if (call.prepared.to !== undefined) return call.prepared.to
  if (call.to !== undefined) return call.to
  if (call.output === undefined || call.output === '-' || call.prepared.answer !== undefined) return 'ndjson'
  const told = formatByName(call.output)
  if (/\.zst$/i.test(call.output)) throw usage(`-o ${call.output}: zstd can only be read; .gz can be written`)
  if (/\.gz$/i.test(call.output) && (told === 'parquet' || told === 'arrow'))
    throw usage(`-o ${call.output}: ${told} cannot be read from within gzip; leave .gz away`)
  if (told !== undefined) return told
  if (world.isFile(call.output) === false) return 'ndjson'
  throw usage(
    `-o ${call.output}: the ending tells no format, name it with --to (there are: ${formats.names.join(' ')})`,
  )
}

/** The door in with the files behind it, and the door out. */
class Doors {
  readonly counts: Counts = { read: 0, written: 0, restricted: 0, restrictedById: 0, bad: 0 }
  readonly rejects: Rejects | undefined
  readonly #open = new Set<{ close(): void }>()

  constructor(
    private readonly call: Call,
    private readonly world: World,
    private readonly gate: Gate,
  ) {
    if (call.rejects !== undefined) this.rejects = new Rejects(call.rejects, world, gate)
  }

  /** Side files are read to their end before the first record goes out. */
  async learnLabels(): Promise<void> {
    for (const file of this.call.labels) {
      const source = this.#source(file)
      const how = { needs: { paths: this.gate.paths, labels: this.gate.names }, reject: fail }
      let records = 0
      let labelled = 0
      for await (const sealed of await decode(source, formatByName(file), how)) {
        const learnt = this.gate.learnLabels(sealed)
        records += learnt.records
        labelled += learnt.labelled
      }
      if (records > 0 && labelled === 0)
        throw badFile(source.name, 'no record has a label; name the field that holds it with --label-field')
    }
  }

  /** The command between the doors. */
  async *run(progress: Progress): AsyncIterable<Batch> {
    const { prepared, inputs, policy } = this.call
    const aside = 'survey' in prepared
    const twice = aside || (inputs.length > 1 && !policy.keeps)
    const sources = twice ? inputs.map((file) => this.#source(file)) : []
    if (twice) await this.#readOnce(sources)
    if (aside) {
      const flows = inputs.map((_, k) => this.#admitted(k, sources, progress))
      yield* prepared.runSideBySide(flows, this.reject)
    } else yield* prepared.run(this.#all(sources, progress), this.reject)
  }

  async *#all(sources: readonly Source[], progress: Progress): AsyncIterable<Cleared> {
    for (const k of this.call.inputs.keys()) yield* this.#admitted(k, sources, progress)
  }

  async *#admitted(k: number, sources: readonly Source[], progress: Progress): AsyncIterable<Cleared> {
    const { call, gate } = this
    const file = call.inputs[k] as string
    const { reads: paths, excludes } = call.prepared
    const skips = gate.namesTellAll && excludes !== undefined ? { excludes } : {}
    const needs = { paths: [...paths, ...gate.paths], labels: gate.names, ...skips }
    const opened = sources[k] ?? this.#source(file)
    const source = progress.file(opened)
    for await (const sealed of await this.#decode(source, file, { needs, reject: this.reject })) {
      const before = gate.dropped + gate.droppedById
      const batch = gate.admit(sealed)
      this.counts.read += batch.size + gate.dropped + gate.droppedById - before
      this.#count(batch)
      progress.records(batch.size)
      yield batch
    }
    this.#close(opened)
    progress.fileDone()
  }

  /**
   * Several inputs are several lists over the same chunks: what is restricted in one may stand without a label in another,
   * whichever comes first. So all are read once for their restricted ids. What cannot be read twice is kept in a spool.
   */
  async #readOnce(sources: Source[]): Promise<void> {
    const { prepared, inputs } = this.call
    const survey = 'survey' in prepared ? prepared : undefined
    const needs = { paths: [...(survey?.reads ?? []), ...this.gate.paths], labels: this.gate.names }
    for (const [k, source] of sources.entries()) {
      const file = inputs[k] as string
      let first = source
      if (this.world.isFile(file) !== true) {
        const spool = this.world.spool()
        this.#open.add({ close: () => spool.release() })
        const block = new Uint8Array(1 << 18)
        for (let n = await source.read(block); n > 0; n = await source.read(block)) spool.write(block.subarray(0, n))
        sources[k] = spool.source(source.name)
        first = spool.source(source.name)
      }
      // A fault in the file is told when its turn comes.
      const ignore: Reject = () => {}
      for await (const sealed of await this.#decode(first, file, { needs, reject: ignore })) {
        const batch = this.gate.learn(sealed)
        if (survey !== undefined) await survey.survey(k, batch)
      }
      if (first === source) {
        this.#close(source)
        sources[k] = this.#source(file)
      }
    }
  }

  async *released(flow: AsyncIterable<Batch>): AsyncIterable<Cleared> {
    for await (const batch of flow) {
      const cleared = this.gate.release(batch)
      this.counts.written += cleared.size
      yield cleared
    }
  }

  #source(file: string): Source {
    const source = this.world.open(file)
    this.#open.add(source)
    return source
  }

  /** A folder may hold more documents than memory has room for their sources. */
  #close(source: Source): void {
    source.close()
    this.#open.delete(source)
  }

  async #decode(source: Source, file: string, how: Decoding): Promise<AsyncIterable<Sealed>> {
    const { from, documents } = this.call
    const whole = documents && (from === 'document' || (from === undefined && isDocument(file)))
    const format = whole ? await documentFormat() : undefined
    const names = documents ? [...formatNames, 'document'] : formatNames
    return format?.decode?.(source, how) ?? decode(source, from ?? formatByName(file), how, names)
  }

  readonly reject: Reject = (fault, raw) => {
    if (this.call.onError === 'fail') throw fault
    this.counts.bad++
    this.rejects?.keep(fault, raw)
  }

  #noted = false

  #count(batch: Cleared): void {
    const { gate, counts } = this
    counts.restricted = gate.dropped
    counts.restrictedById = gate.droppedById
    if (this.#noted || batch.size === 0) return
    this.#noted = true
    for (const path of this.call.canonical) {
      const taken = path.spellings.find((spelling) => batch.field(Path.of(spelling))(0) !== undefined)
      if (taken !== undefined && taken !== path.text && !this.call.quiet)
        this.world.stderr(`sluice ${this.call.command}: ${path.text} taken from ${JSON.stringify(taken)}\n`)
    }
  }

  close(): void {
    for (const opened of this.#open) opened.close()
    this.rejects?.close()
  }
}

/** Reads a source in the format it is told to be in, or that its first bytes tell; `names` are those that could be told. */
export async function decode(
  source: Source,
  told: string | undefined,
  how: Decoding,
  names: readonly string[] = formatNames,
): Promise<AsyncIterable<Sealed>> {
  let name = told
  if (name === undefined) {
    const head = await source.peek(4096)
    // An empty file holds no records in any of the formats that are text.
    name = head.length === 0 ? 'ndjson' : await formatByContent(head)
  }
  if (name === undefined)
    throw badFile(source.name, `cannot tell the format; name it with --from (there are: ${names.join(' ')})`)
  const format = await formats.load(name)
  if (format.decode === undefined) throw usage(`--from ${name}: this format can only be written`)
  return format.decode(source, how)
}

const fail: Reject = (fault: Fault) => {
  throw fault
}
