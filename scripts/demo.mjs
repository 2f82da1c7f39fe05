// The main job on the demo data, step by step, as a newcomer would type it. Every command shown is the one that runs.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const steps = [
  [
    'A handbook of Markdown pages, cut into chunks that an engine can load: a folder in, Parquet out.',
    'sluice chunk fixtures/demo/handbook --strategy parent_child --max 300 --overlap 0 -o /tmp/sluice-demo.parquet',
  ],
  [
    'Each chunk is a slice of its page, and says where: paragraphs, characters, bytes; and the section to read round it.',
    "sluice filter -q --where 'doc_id ends_with leave-policy.md' --where 'seq eq 1' /tmp/sluice-demo.parquet | tr ',' '\\n' | head -n 12 | cut -c 1-100",
  ],
  [
    'The page labelled RESTRICTED carries its label onto its chunks; every other command drops them.',
    'sluice filter --count /tmp/sluice-demo.parquet; rm -f /tmp/sluice-demo.parquet',
  ],
  [
    'A dump of 12 queries against a handbook, as SQLite FTS5 answered them with bm25(). One candidate a line.',
    'head -n 1 fixtures/demo/bm25.ndjson | cut -c 1-150',
  ],
  [
    'The whole dump through the gate: what is labelled RESTRICTED stays in. The count goes to stderr.',
    'sluice filter fixtures/demo/bm25.ndjson | wc -l',
  ],
  [
    'Nothing else is touched: without a condition the other lines come out byte for byte.',
    'grep -v RESTRICTED fixtures/demo/bm25.ndjson > /tmp/sluice-demo.ndjson; sluice filter -q fixtures/demo/bm25.ndjson | cmp - /tmp/sluice-demo.ndjson && echo same bytes; rm /tmp/sluice-demo.ndjson',
  ],
  [
    'English passages of 2024 or later. A passage without a year satisfies no condition on it; --explain says how many.',
    "sluice filter --where 'lang eq en' --where 'year gte 2024' --explain --count fixtures/demo/bm25.ndjson",
  ],
  [
    'Lists and nested fields.',
    "sluice filter -q --where 'metadata.tags contains leave' fixtures/demo/bm25.ndjson | head -n 2 | cut -c 1-150",
  ],
  [
    'Parquet out, and back in: numbers, nulls and nesting come through.',
    "sluice filter -q --where 'year gte 2024' -o /tmp/sluice-demo.parquet fixtures/demo/bm25.ndjson && sluice filter --where 'rank lte 1' --count /tmp/sluice-demo.parquet; rm -f /tmp/sluice-demo.parquet",
  ],
  [
    'The same hits as a TREC run, for trec_eval or ranx.',
    "sluice filter -q --where 'query_id eq q01' --to trec fixtures/demo/bm25.ndjson | head -n 3",
  ],
  [
    'Two lists of the same queries, BM25 and trigrams, as one: reciprocal rank fusion, and where each hit comes from.',
    'sluice fuse -q fixtures/demo/bm25.ndjson fixtures/demo/trigram.ndjson --top-k 2 | head -n 2 | grep -o \'"sources".*\'',
  ],
  [
    'By score, with weights, as a TREC run.',
    'sluice fuse -q --method combsum --weights bm25=0.7,trigram=0.3 fixtures/demo/bm25.ndjson fixtures/demo/trigram.ndjson --trec both | head -n 3',
  ],
  ['A mistake is told, and nothing is written.', "sluice filter --where 'year gtee 2024' fixtures/demo/bm25.ndjson"],
]

for (const [what, command] of steps) {
  process.stdout.write(`\n# ${what}\n$ ${command}\n`)
  const { stdout, stderr } = spawnSync('bash', ['-c', `sluice() { node bin/sluice.js "$@"; }; ${command}`], {
    cwd: root,
    encoding: 'utf8',
  })
  process.stdout.write(stdout)
  for (const line of stderr.split('\n').filter(Boolean)) process.stdout.write(`  (stderr) ${line}\n`)
}
process.stdout.write(
  '\nThe handbook, the queries and the judgements are in fixtures/demo. Next: node bin/sluice.js chunk --help\n',
)
