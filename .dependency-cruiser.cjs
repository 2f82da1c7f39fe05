// The layers of the house: imports run down only.
const rule = (name, from, to) => ({ name, severity: 'error', from: { path: from, pathNot: '\\.test\\.ts$' }, to })
const outside = (allowed) => ({ path: '^src/', pathNot: allowed })

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-orphan', severity: 'error', from: { orphan: true, path: '^src/', pathNot: '\\.(test|d)\\.ts$' }, to: {} },
    rule('record-imports-nothing', '^src/record/', outside('^src/record/')),
    rule('text-imports-nothing', '^src/text/', outside('^src/text/')),
    rule('registry-on-record', '^src/registry/', outside('^src/(registry|record)/')),
    rule('io-on-record-and-registry', '^src/io/', outside('^src/(io|registry|record)/')),
    rule('formats-on-record-and-registry', '^src/formats/', outside('^src/(formats|registry|record)/')),
    rule('methods-not-on-other-methods', '^src/methods/([^/]+)/', outside('^src/(record|text|registry)/|^src/methods/$1/')),
    rule('commands-on-methods', '^src/commands/(?!index)', outside('^src/(record|text|registry|methods)/')),
    { name: 'commands-not-on-one-another', severity: 'error', from: { path: '^src/commands/(?!index)', pathNot: '\\.test\\.ts$' }, to: { path: '^src/commands/' } },
    rule('only-the-pipeline-touches-formats', '^src/cli/(?!pipeline)', { path: '^src/formats/' }),
    // bin.ts is where the process begins: it makes the real world and hands it down.
    rule('only-the-pipeline-touches-io', '^src/cli/(?!pipeline|bin)', { path: '^src/io/' }),
    { name: 'testkit-is-not-shipped', severity: 'error', from: { path: '^src/', pathNot: '\\.test\\.ts$|^src/testkit/' }, to: { path: '^src/testkit/' } },
    {
      name: 'files-and-network-only-in-io',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(io|testkit)/|\\.test\\.ts$' },
      to: { path: '^(node:)?(fs|child_process|http|https|net|dgram|tls|worker_threads|fs/promises|process|os)$' },
    },
    {
      name: 'format-packages-only-in-formats',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(formats|testkit)/|\\.test\\.ts$' },
      to: { path: 'node_modules/(hyparquet|apache-arrow|papaparse)' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'], exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
