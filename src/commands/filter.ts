// `sluice filter`: keeps the records that satisfy conditions, in order, byte for byte.

import { explain, type Group, Narrowing } from '../methods/filters/narrowing.js'
import { parseFilterFile, parseWhere, type Reading } from '../methods/filters/parse.js'
import { usage } from '../record/fault.js'
import type { Command } from '../registry/command.js'

const filter: Command = {
  summary: 'keep the records that satisfy conditions, unchanged and in order',
  options: [
    { flags: '--where <condition>', summary: "FIELD OP VALUE, such as 'year gte 2022'; all must hold", many: true },
    { flags: '--any', summary: 'one --where that holds is enough' },
    { flags: '--filter <file>', summary: 'conditions as JSON, which must hold as well', many: true },
    {
      flags: '--compare <how>',
      summary: 'compare as the type of the record, or all as text',
      choices: ['typed', 'text'],
    },
    { flags: '--count', summary: 'write only the number of records kept' },
    { flags: '--explain', summary: 'say on stderr how many records each condition let through' },
  ],
  help: `Operators:
  eq ne gt gte lt lte    also = != > >= < <=
  in nin                 one of a list, none of it: a,b or ["a","b"]
  between                two values, both ends included: 2020,2024 (a first above the second keeps nothing)
  contains not_contains starts_with ends_with      texts only
  empty not_empty        null, "" and [] are empty

Rules:
  A missing field satisfies no operator, ne, nin and not_contains included; null counts as missing, but for empty.
  The value of the record decides how it is compared: numbers by value (exactly, at any length), texts by code point,
  booleans with true and false. A value that cannot be read as that type is not equal and has no order.
  A list satisfies eq, in, contains, gt ... when an element does; ne, nin and not_contains are the exact complement.
  An object satisfies only not_empty. Without a condition every record is kept.
  A field is a name (lang), a dotted path (metadata.team), a JSON Pointer (/metadata/team), or a key that has dots itself,
  which wins. There is no --invert: it would keep the records that lack the field.

Filter files:
  {"combine":"and","conditions":[{"field":"lang","op":"in","value":["en","de"]}]}
  combine is and (default) or or; a condition may be such a group.

Memory does not grow with the file (trec holds one query).

Examples:
  $ sluice filter --where 'lang eq en' --where 'year gte 2024' fixtures/demo/bm25.ndjson
  $ sluice filter --any --where 'team = people' --where 'metadata.tags contains leave' --count fixtures/demo/bm25.ndjson`,

  async prepare(flags, setup) {
    const reading: Reading = { path: setup.path, compareAsText: flags.text('compare') === 'text' }
    const wheres = await Promise.all(flags.list('where').map((where) => parseWhere(where, reading)))
    if (flags.has('any') && wheres.length === 0) throw usage('--any needs at least one --where')
    const parts: Group['parts'] = wheres.length > 0 ? [{ combine: flags.has('any') ? 'or' : 'and', parts: wheres }] : []
    const fromFile: Group['parts'][number][] = []
    for (const file of flags.list('filter')) fromFile.push(await parseFilterFile(await setup.text(file), file, reading))
    const narrowing = new Narrowing({ combine: 'and', parts: [...parts, ...fromFile] }, flags.has('explain'))
    let kept = 0
    return {
      reads: narrowing.paths,
      excludes: (stats) => narrowing.excludes(stats),
      async *run(input) {
        for await (const batch of input) {
          const sifted = narrowing.sift(batch)
          kept += sifted.size
          yield sifted
        }
      },
      ...(flags.has('count') ? { answer: () => `${kept}\n` } : {}),
      notes: () => (flags.has('explain') ? explain(narrowing) : []),
    }
  },
}
export default filter
