// Compiles scan.as.ts and writes src/record/scan-simd.wasm.ts; with --check compares instead and exits 1 on a difference.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const target = new URL('../../src/record/scan-simd.wasm.ts', import.meta.url)
const source = readFileSync(new URL('scan.as.ts', import.meta.url), 'utf8')
let binary
const { error, stderr } = await asc.main(
  [
    'scan.as.ts',
    '--outFile',
    'scan.wasm',
    '-O3',
    '--noAssert',
    '--enable',
    'simd,bulk-memory',
    '--runtime',
    'stub',
    '--importMemory',
  ],
  {
    readFile: (name) => (name === 'scan.as.ts' ? source : null),
    writeFile: (name, contents) => {
      if (name === 'scan.wasm') binary = contents
    },
    listFiles: () => [],
  },
)
if (error) {
  process.stderr.write(`${stderr.toString()}\n${error.message}\n`)
  process.exit(1)
}
const lines = Buffer.from(binary)
  .toString('base64')
  .match(/.{1,110}/g)
const text = `// Made by scripts/wasm from scan.as.ts; not edited by hand.\nexport const WASM =\n${lines.map((line) => `  '${line}'`).join(' +\n')}\n`
if (process.argv.includes('--check')) process.exit(readFileSync(target, 'utf8') === text ? 0 : 1)
writeFileSync(target, text)
process.stdout.write(`${binary.length} bytes\n`)
