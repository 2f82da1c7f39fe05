// Compiles what is written in AssemblyScript and writes the bytes as modules; with --check compares instead and exits 1 on a difference.
import { readFileSync, writeFileSync } from 'node:fs'
import asc from 'assemblyscript/asc'

const check = process.argv.includes('--check')
let same = true
for (const [name, path] of [
  ['scan', 'src/record/scan-simd.wasm.ts'],
  ['decode', 'src/record/decode.wasm.ts'],
  ['text', 'src/text/kernel.wasm.ts'],
]) {
  const binary = await compiled(`${name}.as.ts`)
  const lines = Buffer.from(binary)
    .toString('base64')
    .match(/.{1,110}/g)
  const text = `// Made by scripts/wasm from ${name}.as.ts; not edited by hand.\nexport const WASM =\n${lines.map((line) => `  '${line}'`).join(' +\n')}\n`
  const target = new URL(`../../${path}`, import.meta.url)
  if (check) same &&= readFileSync(target, 'utf8') === text
  else {
    writeFileSync(target, text)
    process.stdout.write(`${path}: ${binary.length} bytes\n`)
  }
}
if (!same) process.exit(1)

async function compiled(file) {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  let binary
  const flags = ['-O3', '--noAssert', '--enable', 'simd,bulk-memory', '--runtime', 'stub', '--importMemory']
  const { error, stderr } = await asc.main([file, '--outFile', 'out.wasm', ...flags], {
    readFile: (name) => (name === file ? source : null),
    writeFile: (name, contents) => {
      if (name === 'out.wasm') binary = contents
    },
    listFiles: () => [],
  })
  if (error === null) return binary
  process.stderr.write(`${stderr.toString()}\n${error.message}\n`)
  process.exit(1)
}
