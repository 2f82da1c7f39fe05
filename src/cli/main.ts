// The roof: which command, which flags, and what every ending means.
import { CommanderError, Command as Parser, Option as ParserOption } from 'commander'
import { commands } from '../commands/index.js'
import { EXIT, Fault, usage } from '../record/fault.js'
import type { Path } from '../record/path.js'
import type { Command, Setup } from '../registry/command.js'
import { Flags, type Option } from '../registry/options.js'
import type { World } from '../registry/ports.js'
import { unknown } from '../registry/registry.js'
import type { Call, Counts } from './call.js'
import { commandHelp, tour, version } from './help.js'
import { formatNames, run, textOf } from './pipeline.js'
import { settle } from './settings.js'
import { isGateFlag, sharedBy } from './shared.js'

/** Runs a command line (without the program's name) and returns its exit code. Never throws. */
export async function main(argv: readonly string[], world: World): Promise<number> {
  const name = argv[0] !== undefined && commands.has(argv[0]) ? `sluice ${argv[0]}` : 'sluice'
  try {
    return await dispatch(argv, world)
  } catch (error) {
    if (error instanceof Fault) {
      world.stderr(`${name}: ${error.message}\n`)
      return error.code
    }
    world.stderr(`${name}: this is a bug of sluice: ${error instanceof Error ? error.stack : String(error)}\n`)
    return EXIT.bug
  }
}

async function dispatch([first, ...rest]: readonly string[], world: World): Promise<number> {
  if (first === undefined || first === '-h' || first === '--help') return print(await tour(), world)
  if (first === '-V' || first === '--version') return print(`${version}\n`, world)
  if (first === 'help')
    return rest[0] === undefined
      ? print(await tour(), world)
      : print(await commandHelp(rest[0], await commands.load(rest[0])), world)
  if (first.startsWith('-')) throw unknown('option', first, ['--help', '--version'])
  const command = await commands.load(first)
  const parsed = parse(first, command, rest)
  if (parsed === undefined) return print(await commandHelp(first, command), world)
  const call = await prepare(first, command, parsed, world)
  const counts = await run(call, world)
  report(call, counts, world)
  return EXIT.done
}

async function print(text: string, world: World): Promise<number> {
  const sink = world.sink(undefined, { gzip: false })
  try {
    await sink.write(Buffer.from(text))
    await sink.commit()
  } catch (error) {
    if (!world.isClosedPipe(error)) throw error
  }
  return EXIT.done
}

interface Parsed {
  readonly flags: Flags
  readonly files: readonly string[]
}

/** The flags and files of a call; undefined when its help was asked for. */
function parse(name: string, command: Command, args: readonly string[]): Parsed | undefined {
  const options = [...command.options, ...sharedBy(command)]
  const parser = new Parser(name)
    .argument('[files...]')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .helpOption(false)
  for (const option of options) parser.addOption(parserOption(option))
  if (args.includes('--help') || args.includes('-h')) return undefined
  try {
    parser.parse([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code !== 'commander.unknownOption') throw usage(error.message.replace(/^error: /, ''))
    const flag = /'([^'=]*)/.exec(error.message)?.[1] ?? ''
    if (command.keepsRestricted === true && isGateFlag(flag))
      throw usage(`${flag}: ${name} keeps restricted records and their labels; filter drops them`)
    throw unknown(
      'option',
      flag,
      options.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? flags),
    )
  }
  return { flags: new Flags(parser.opts()), files: parser.args }
}

function parserOption({ flags, summary, many, choices }: Option): ParserOption {
  const option = new ParserOption(flags, summary)
  const check = (value: string): string => {
    if (choices !== undefined && !choices.includes(value)) throw unknown(`value of ${option.long}`, value, choices)
    return value
  }
  if (many === true)
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), check(value)])
  else if (option.required)
    option.argParser((value: string, before: string | undefined) => {
      // The last one winning would drop what the first one said.
      if (before !== undefined) throw usage(`${option.long} was given twice`)
      return check(value)
    })
  return option
}

async function prepare(name: string, command: Command, { flags, files }: Parsed, world: World): Promise<Call> {
  const settings = settle(flags, await config(flags, world), command.keepsRestricted === true)
  const canonical: Path[] = []
  const sides: string[] = [
    ...flags.list('labels'),
    ...(flags.text('config') === undefined ? [] : [flags.text('config') as string]),
  ]
  const setup: Setup = {
    path: (field) => {
      const path = settings.path(field)
      if (path.spellings.length > 1) canonical.push(path)
      return path
    },
    text: (file) => {
      sides.push(file)
      return textOf(file, world)
    },
    files,
    ask: (url, question) => world.ask(url, question),
    labelFields: settings.policy.labelFields,
    choice: (flag, { env, config }) => flag ?? (world.env[env] || undefined) ?? settings.choices[config],
  }
  for (const flag of ['from', 'to']) {
    const format = flags.text(flag)
    const known = flag === 'from' && command.documents === true ? [...formatNames, 'document'] : formatNames
    if (format !== undefined && !known.includes(format)) throw unknown('format', format, known)
  }
  const prepared = await command.prepare(flags, setup)
  const to = flags.text('to')
  if (prepared.to !== undefined && to !== undefined && to !== prepared.to)
    throw usage(`--to ${to}: another flag says ${prepared.to}`)
  const rejects = flags.text('rejects')
  if (rejects !== undefined && flags.text('onError') === 'fail')
    throw usage('--rejects keeps skipped records; --on-error fail skips none')
  return {
    command: name,
    prepared,
    inputs: prepared.inputs ?? (files.length > 0 ? files : ['-']),
    from: flags.text('from'),
    to,
    output: flags.text('output'),
    labels: flags.list('labels'),
    sides,
    path: settings.path,
    policy: settings.policy,
    onError: rejects !== undefined || flags.text('onError') === 'skip' ? 'skip' : 'fail',
    rejects,
    summary: flags.text('summary'),
    quiet: flags.has('quiet'),
    progress: flags.has('progress'),
    canonical,
    documents: command.documents === true,
  }
}

async function config(flags: Flags, world: World): Promise<{ file: string; text: string } | undefined> {
  const named = flags.text('config')
  if (named === undefined && world.isFile('sluice.json') !== true) return undefined
  const file = named ?? 'sluice.json'
  return { file, text: await textOf(file, world) }
}

function report(call: Call, counts: Counts, world: World): void {
  const { restricted, restrictedById, bad } = counts
  const say = (text: string): void => world.stderr(`sluice ${call.command}: ${text}\n`)
  if (!call.quiet) {
    if (restricted > 0) say(`dropped ${records(restricted, 'restricted ')}`)
    if (restrictedById > 0) say(`dropped ${records(restrictedById)} with the id of a restricted one`)
    if (bad > 0) say(`skipped ${records(bad, 'bad ')}`)
  }
  for (const note of call.prepared.notes?.() ?? []) say(note)
}

const records = (n: number, kind = ''): string => `${n} ${kind}record${n === 1 ? '' : 's'}`
