// Help: made from the lists that parse.
import { commands } from '../commands/index.js'
import type { Command } from '../registry/command.js'
import type { Option } from '../registry/options.js'
import { formatNames } from './pipeline.js'
import { sharedBy } from './shared.js'
import { version } from './version.js'

export { version }

const EXITS = 'Exit: 0 done, 2 usage, 3 bad input, 4 the gate, 5 disk or network, 70 a bug. A closed pipe is 0.'

/** What `sluice` alone shows. */
export async function tour(): Promise<string> {
  const rows: [string, string][] = []
  for (const name of commands.names) rows.push([name, (await commands.load(name)).summary])
  return `sluice ${version}: a Unix filter for retrieval. Files in, files out; no index, no service.

Usage: sluice <command> [options] [files...]      no file, or -, is standard input

Commands:
${table(rows)}

Formats, read and written: ${formatNames.join(' ')}. Inputs may be .gz or .zst, outputs .gz.
Records labelled RESTRICTED are dropped at the door, always.

Try it on the demo data:
  $ sluice filter --where 'lang eq en' fixtures/demo/bm25.ndjson
  $ sluice filter --where 'year gte 2024' -o recent.parquet fixtures/demo/bm25.ndjson
  $ sluice filter --where 'metadata.tags contains leave' --count fixtures/demo/bm25.ndjson

sluice <command> --help tells the rest. ${EXITS}
`
}

/** The help of one command. */
export async function commandHelp(name: string, command: Command): Promise<string> {
  const help = typeof command.help === 'string' ? command.help : await command.help()
  return `sluice ${name}: ${command.summary}

Usage: sluice ${name} [options] [files...]      no file, or -, is standard input

Options:
${optionTable(command.options)}

Options of all commands:
${optionTable(sharedBy(command))}

${help}

${EXITS}
`
}

function optionTable(options: readonly Option[]): string {
  return table(
    options.map(({ flags, summary, many, choices }) => {
      const notes = [...(choices ? [choices.join(' | ')] : []), ...(many === true ? ['repeatable'] : [])]
      return [flags, notes.length > 0 ? `${summary} (${notes.join('; ')})` : summary]
    }),
  )
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
