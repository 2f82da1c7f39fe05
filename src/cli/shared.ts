// The flags that all commands have, understood in one place.
import type { Command } from '../registry/command.js'
import type { Option } from '../registry/options.js'

/** Those that a command which keeps restricted records does not have. */
const GATE = ['--on-restricted', '--label-field', '--restricted-label', '--labels', '--unlabelled']

/** The flags that a command shares with the others. */
export const sharedBy = ({ keepsRestricted }: Command): readonly Option[] =>
  keepsRestricted === true ? shared.filter(({ flags }) => !GATE.includes(flags.split(' ')[0] as string)) : shared

/** Whether a flag is one that such a command does not have. */
export const isGateFlag = (flag: string): boolean => GATE.includes(flag)

const shared: readonly Option[] = [
  { flags: '-o, --output <file>', summary: 'write here, complete or not at all (default: standard output)' },
  { flags: '--from <format>', summary: 'format of the inputs (default: by ending, then by first bytes)' },
  { flags: '--to <format>', summary: 'format of the output (default: by ending, on standard output ndjson)' },
  { flags: '--field <name=path>', summary: 'where a canonical field is found, such as text=body', many: true },
  {
    flags: '--on-error <how>',
    summary: 'a bad record ends the run, or is counted and skipped',
    choices: ['fail', 'skip'],
  },
  { flags: '--rejects <file>', summary: 'skip bad records and keep them here, with their reasons' },
  {
    flags: '--on-restricted <how>',
    summary: 'RESTRICTED records are dropped and counted, or end the run',
    choices: ['drop', 'fail'],
  },
  { flags: '--label-field <path>', summary: 'a field that holds labels, besides sensitivity', many: true },
  { flags: '--restricted-label <label>', summary: 'a label that restricts, besides RESTRICTED', many: true },
  { flags: '--labels <file>', summary: 'records with ids and labels that hold for this call', many: true },
  { flags: '--unlabelled <how>', summary: 'what a record without a label is', choices: ['open', 'restricted'] },
  { flags: '-q, --quiet', summary: 'no notes on stderr (errors stay, and what --explain says)' },
  { flags: '--progress', summary: 'show progress even when the work is short' },
  { flags: '--summary <file>', summary: 'write the counts as JSON' },
  { flags: '--config <file>', summary: 'settings (default: sluice.json, where there is one)' },
]
