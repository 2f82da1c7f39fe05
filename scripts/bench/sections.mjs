// What is measured: a section is its contenders, the bars they are held to, and the results that must be right first.
import { statSync } from 'node:fs'
import { below, faster, sameMemory, within } from './bars.mjs'
import { sameCount, sameLines } from './check.mjs'
import { jq, peer } from './run.mjs'

const node = process.execPath
const year = ['--where', 'year gte 2022']
const english = ['--where', 'lang eq en']
const recent = (record) => record.year >= 2022
const contender = (input, ...argv) => ({ argv, mb: statSync(input).size / 1e6 })

const duckdb = (input) =>
  contender(
    input,
    node,
    peer('duckdb'),
    `COPY (SELECT * FROM read_json('${input}', format = 'newline_delimited') WHERE year >= 2022) TO '/dev/null' (FORMAT json)`,
  )

/**
 * The sections by name. Each is a function, so that only the data that is asked for is made.
 * @param ours how our command starts: ['node', 'bin/sluice.js', 'filter']
 * @param data path of a data file by name; `scratch` is a path for results that are checked and thrown away
 */
export function sections(ours, data, scratch) {
  // `cat` takes no flags: it stands in for us while the bench itself is tried.
  const sluice = (input, ...flags) => contender(input, ...ours, ...(ours[0] === 'cat' ? [] : flags), input)
  const piped = (input, ...flags) => {
    const { argv, mb } = sluice(input, ...flags)
    return { argv: ['sh', '-c', 'cat "$0" | "$@"', input, ...argv.slice(0, -1)], mb }
  }

  return {
    filter() {
      const input = data('candidates')
      const contenders = {
        'year gte 2022': sluice(input, ...year),
        duckdb: duckdb(input),
        ...(jq !== null && { jq: contender(input, 'jq', '-c', 'select(.year >= 2022)', input) }),
        'ndjson package': contender(input, node, peer('ndjson'), input),
      }
      return {
        contenders,
        note: jq !== null ? undefined : 'jq is not installed: its row and its bar are left out',
        bars: [
          faster('year gte 2022', 'duckdb', 2.5, 4),
          ...(jq !== null ? [faster('year gte 2022', 'jq', 8, 12)] : []),
          below('year gte 2022', 80),
        ],
        async check() {
          const { argv } = contenders['year gte 2022']
          await sameCount(argv, scratch, `read_json('${input}', format = 'newline_delimited')`, 'year >= 2022', 'year')
          return await sameLines(argv, scratch, input, recent)
        },
      }
    },

    conditions() {
      const input = data('candidates')
      const contenders = {
        'one condition': sluice(input, ...year),
        'no condition': sluice(input),
        'two conditions': sluice(input, ...english, ...year),
        'from a pipe': piped(input, ...year),
      }
      return {
        contenders,
        bars: [
          within('no condition', 'one condition', 1.3),
          within('two conditions', 'one condition', 1.3),
          within('from a pipe', 'one condition', 1.5),
        ],
        async check() {
          const both = (record) => record.lang === 'en' && recent(record)
          await sameLines(contenders['no condition'].argv, scratch, input, () => true)
          await sameLines(contenders['from a pipe'].argv, scratch, input, recent)
          return await sameLines(contenders['two conditions'].argv, scratch, input, both)
        },
      }
    },

    embeddings() {
      const input = data('embeddings')
      const contenders = { 'after 384 floats': sluice(input, ...year), duckdb: duckdb(input) }
      return {
        contenders,
        bars: [faster('after 384 floats', 'duckdb', 4)],
        check: () => sameLines(contenders['after 384 floats'].argv, scratch, input, recent),
      }
    },

    large() {
      const input = data('large')
      const contenders = { 'ten large records': sluice(input, ...year) }
      return {
        contenders,
        bars: [],
        check: () => sameLines(contenders['ten large records'].argv, scratch, input, recent),
      }
    },

    parquet() {
      const input = data('parquet')
      const rows = Number(input.match(/(\d+)mb-[^/]*$/)[1]) * 1000
      const near = [rows / 2, rows / 2 + rows / 100 - 1]
      const contenders = {
        'all rows': sluice(input),
        'neighbouring 1 %': sluice(input, '--where', `n between ${near}`),
        'scattered 1 %': sluice(input, '--where', 'r eq 0'),
        'hyparquet to rows': contender(input, node, peer('hyparquet'), 'rows', input),
        'hyparquet to NDJSON': contender(input, node, peer('hyparquet'), 'ndjson', input),
        'duckdb to NDJSON': contender(
          input,
          node,
          peer('duckdb'),
          `COPY (FROM '${input}') TO '/dev/null' (FORMAT json)`,
        ),
      }
      return {
        contenders,
        bars: [
          within('all rows', 'hyparquet to rows', 1.3),
          faster('neighbouring 1 %', 'all rows', 3),
          faster('scattered 1 %', 'all rows', 3),
        ],
        async check() {
          const same = (name, where) => sameCount(contenders[name].argv, scratch, `'${input}'`, where)
          await same('neighbouring 1 %', `n BETWEEN ${near[0]} AND ${near[1]}`)
          await same('scattered 1 %', 'r = 0')
          return await same('all rows', 'true')
        },
      }
    },

    startup() {
      const input = data('ten')
      const contenders = { 'ten lines': sluice(input, ...year), 'node -e 0': contender(input, node, '-e', '0') }
      return {
        contenders,
        rounds: 20,
        bars: [within('ten lines', 'node -e 0', 1.35)],
        check: () => sameLines(contenders['ten lines'].argv, scratch, input, recent),
      }
    },

    memory() {
      const [small, big] = [data('candidates'), data('tenfold')]
      const contenders = { candidates: sluice(small, ...year), 'ten times as many': sluice(big, ...year) }
      return {
        contenders,
        bars: [below('candidates', 80), below('ten times as many', 80), sameMemory('ten times as many', 'candidates')],
        check: () => sameLines(contenders['ten times as many'].argv, scratch, big, recent),
      }
    },
  }
}
