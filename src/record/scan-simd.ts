// The line scanner in WebAssembly with SIMD: same tables as the plain one (scan.ts), several times as fast on large inputs.
import { isAscii, LABEL_WIDTH, type LineTable, type Scanner, TABLE_LINES, type Wanted } from './scan.js'
import { WASM } from './scan-simd.wasm.js'

interface Exports {
  layout(
    keys: number,
    endings: number,
    plainEndings: number,
    fields: number,
    labels: number,
    labelCapacity: number,
    block: number,
  ): void
  scan(from: number, to: number): void
  readonly count: WebAssembly.Global
  readonly labelCount: WebAssembly.Global
  readonly blanks: WebAssembly.Global
  readonly anyEscaped: WebAssembly.Global
  readonly stop: WebAssembly.Global
  readonly broken: WebAssembly.Global
}

// Places that scan.as.ts fixes.
const KEY_TABLE = 1024
const ENDING_TABLE = 1280
const POOL = 2048
const POOL_END = 32768
const COLUMNS = 65536
const FIELDS = COLUMNS + 4 * TABLE_LINES * 4 + TABLE_LINES
const LABEL_ENTRIES = TABLE_LINES * 4
const PAGE = 65536
/** The walker reads chunks of 64 bytes: so much may be read beyond the end. */
const MARGIN = 64

/** Whether keys and endings fit the fixed tables. */
const fits = ({ keys, endings, textEndings }: Wanted): boolean =>
  keys.length <= 32 &&
  endings.length + textEndings.length <= 32 &&
  [...endings, ...textEndings].every((ending) => ending.length > 0 && isAscii(ending)) &&
  [...keys, ...endings, ...textEndings].reduce((sum, key) => sum + Buffer.byteLength(key), 0) < POOL_END - POOL

/** The SIMD scanner, or undefined where this machine has none or the wanted keys do not fit it. */
export function simdScanner(wanted: Wanted): Scanner | undefined {
  if (!fits(wanted) || wanted.layout === 'array') return undefined
  const module = compiled()
  if (module === undefined) return undefined
  const labels = align(FIELDS + TABLE_LINES * Math.max(1, wanted.keys.length) * 8, 16)
  const base = align(labels + LABEL_ENTRIES * LABEL_WIDTH * 4, 64)
  const memory = new WebAssembly.Memory({ initial: Math.ceil(base / PAGE) })
  const walker = new WebAssembly.Instance(module, { env: { memory, abort: unreachable } }).exports as unknown as Exports
  const endings = [...wanted.endings, ...wanted.textEndings]
  place(memory, wanted.keys, endings)
  walker.layout(wanted.keys.length, endings.length, wanted.endings.length, FIELDS, labels, LABEL_ENTRIES, base)
  let block = Buffer.alloc(0)
  let table = tableOver(memory, wanted.keys.length, labels)
  return {
    // Memory keeps its contents when it grows: `keep` needs no copy.
    block(size) {
      if (block.length >= size) return block
      const missing = base + size + MARGIN - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
      block = Buffer.from(memory.buffer, base, size)
      table = tableOver(memory, wanted.keys.length, labels)
      return block
    },
    scan(from, to) {
      walker.scan(from, to)
      table.count = walker.count.value
      table.labelCount = walker.labelCount.value
      table.blanks = walker.blanks.value
      table.anyEscaped = walker.anyEscaped.value === 1
      table.stop = walker.stop.value
      table.broken = walker.broken.value
      return table
    },
  }
}

const align = (n: number, to: number): number => Math.ceil(n / to) * to

function unreachable(): never {
  throw new Error('the scanner aborted')
}

let cached: WebAssembly.Module | null | undefined

function compiled(): WebAssembly.Module | undefined {
  const bytes = Buffer.from(WASM, 'base64')
  if (cached === undefined) cached = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null
  return cached ?? undefined
}

function place(memory: WebAssembly.Memory, keys: readonly string[], endings: readonly string[]): void {
  const words = new Uint32Array(memory.buffer)
  const bytes = Buffer.from(memory.buffer)
  let pool = POOL
  for (const [at, list] of [
    [KEY_TABLE, keys],
    [ENDING_TABLE, endings],
  ] as const)
    for (const [k, key] of list.entries()) {
      const length = bytes.write(key, pool)
      words[at / 4 + k] = length
      words[at / 4 + 32 + k] = pool
      pool += length
    }
}

function tableOver(memory: WebAssembly.Memory, keys: number, labels: number): LineTable {
  const column = (k: number) => new Int32Array(memory.buffer, COLUMNS + k * 4 * TABLE_LINES, TABLE_LINES)
  return {
    count: 0,
    first: column(0),
    start: column(1),
    end: column(2),
    next: column(3),
    escaped: new Uint8Array(memory.buffer, COLUMNS + 4 * 4 * TABLE_LINES, TABLE_LINES),
    anyEscaped: false,
    fields: new Int32Array(memory.buffer, FIELDS, TABLE_LINES * Math.max(1, keys) * 2),
    labels: new Int32Array(memory.buffer, labels, LABEL_ENTRIES * LABEL_WIDTH),
    labelCount: 0,
    blanks: 0,
    stop: 0,
    broken: -1,
  }
}
