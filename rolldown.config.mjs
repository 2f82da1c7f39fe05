// The command line as one CommonJS file (the fastest start); formats other than NDJSON and their packages load when needed.
import { defineConfig } from 'rolldown'

/** commander asks for child_process only to start subcommands that are programs of their own; loading it costs 10 ms. */
const withoutChildProcess = {
  name: 'without-child-process',
  resolveId: (id, importer) => (id === 'node:child_process' && /commander/.test(importer ?? '') ? '\0none' : null),
  load: (id) => (id === '\0none' ? 'export default {}' : null),
}

const core =
  /rolldown\/runtime|src\/(record|registry|cli|commands\/(index|filter)|methods\/filters|io\/(?!gzip|zstd|engine|xxh64))|src\/formats\/(index|ndjson|wanted)|node_modules\/commander/

export default defineConfig({
  input: { sluice: 'src/cli/bin.ts' },
  platform: 'node',
  tsconfig: './tsconfig.json',
  plugins: [withoutChildProcess],
  output: {
    dir: 'dist/cli',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    comments: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: { groups: [{ name: 'core', test: core }] },
  },
})
