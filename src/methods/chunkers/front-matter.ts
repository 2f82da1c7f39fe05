// Front matter as metadata. YAML is read by the package `yaml`; plain lines, of which most front matter consists, are read here.
import { isJsonNumber, numberOf } from '../../record/number.js'
import type { Value } from '../../record/value.js'

type Yaml = typeof import('yaml')
let yaml: Yaml | undefined

/** Loads the package; call once before `metadataOf`. */
export async function loadFrontMatter(): Promise<void> {
  yaml ??= await import('yaml')
}

/** YAML that cannot be read, or is no mapping; `line` is 1-based within it, `reason` quotes none of it. */
export class FrontMatterError extends Error {
  override readonly name = 'FrontMatterError'
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason)
  }
}

/** What aliases may add: so many values. */
const REPEATED = 1000
const DEEPEST = 100

const SECOND_COLON = 'a value with a second colon, which needs quotes'
const REASONS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'an alias that cannot be read',
  BAD_INDENT: 'wrong indentation, or a bracket that is not closed',
  BLOCK_AS_IMPLICIT_KEY: SECOND_COLON,
  DUPLICATE_KEY: 'a key comes twice',
  MISSING_CHAR: 'a missing quote, bracket or comma',
  RESOURCE_EXHAUSTION: 'nested too deep',
  TAB_AS_INDENT: 'a tab as indentation',
}

/**
 * The fields of a YAML 1.2 mapping (core schema), none where there is only space and comments. Numbers keep their spelling
 * where JSON has it; all scalars but these, truth values and null are texts as written, dates too. Aliases are followed; a
 * key `<<` is a key like any other. A plain value with a second colon is a text as written. Throws `FrontMatterError`.
 */
export function metadataOf(text: string): Map<string, Value> {
  const plain = plainFields(text)
  if (plain !== undefined) return plain
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  for (let before = 0; ; ) {
    try {
      return new Reading(lines.join('\n')).fields()
    } catch (error) {
      if (!(error instanceof FrontMatterError) || error.reason !== SECOND_COLON || error.line <= before) throw error
      before = error.line
      const quoted = withQuotes(lines[before - 1] ?? '')
      if (quoted === undefined) throw error
      lines[before - 1] = quoted
    }
  }
}

const COLONS = /^( *(?:- +)?[\w-]+: +)([^\s'"[\]{}|>&*!%@`#,?].*?)( +#.*)?$/

/** The line with its plain value in quotes: what a person means by `title: One: two`, which YAML refuses. */
function withQuotes(line: string): string | undefined {
  const found = COLONS.exec(line.trimEnd())
  return found === null ? undefined : `${found[1]}'${(found[2] as string).replaceAll("'", "''")}'`
}

/** Plain, beginning with a letter or digit, or in quotes without escapes. */
const SCALAR = String.raw`([\p{L}\p{N}](?:[^\p{C}\p{Z}]|[ \u3000])*)|"([^"\\\p{C}]*)" *|'([^'\p{C}]*)' *`
const FIELD = new RegExp(String.raw`^([A-Za-z_][\w-]{0,99}):(?: +(?:${SCALAR})?)?$`, 'u')
const ITEM = new RegExp(`^( *)- +(?:${SCALAR})$`, 'u')

/**
 * The fields where all lines are `key: scalar` or, below `key:`, `- scalar`: read as the package reads them, at a fraction of
 * its cost. Else undefined, also where a key comes twice: the package says what that is.
 */
function plainFields(text: string): Map<string, Value> | undefined {
  const fields = new Map<string, Value>()
  // Below a key without a value: its items so far, and what they are indented by.
  let list: Value[] | undefined
  let indent: string | undefined
  let key = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === '') continue
    const item = ITEM.exec(line)
    if (item !== null) {
      const value = scalarOf(item)
      indent ??= item[1]
      if (list === undefined || value === undefined || item[1] !== indent) return undefined
      list.push(value)
      fields.set(key, list)
      continue
    }
    const field = FIELD.exec(line)
    if (field === null || fields.has(field[1] as string)) return undefined
    key = field[1] as string
    const value = scalarOf(field)
    const none = field.slice(2).every((form) => form === undefined)
    if (value === undefined && !none) return undefined
    list = none ? [] : undefined
    indent = undefined
    fields.set(key, value ?? null)
  }
  return fields
}

/** What a match of SCALAR is; undefined where there is none, or with a colon or a comment in it. */
function scalarOf([, , plain, double, single]: RegExpExecArray): Value | undefined {
  if (plain === undefined) return double ?? single
  return /:(?: |$)| #/.test(plain) ? undefined : scalar(withoutSpaces(plain))
}

/** Without spaces at its end: other blanks belong to a scalar. */
function withoutSpaces(plain: string): string {
  let { length } = plain
  while (plain.charCodeAt(length - 1) === 0x20) length--
  return plain.slice(0, length)
}

function scalar(source: string): Value {
  if (isJsonNumber(source)) return numberOf(source)
  if (/^(true|True|TRUE)$/.test(source)) return true
  if (/^(false|False|FALSE)$/.test(source)) return false
  return /^(null|Null|NULL)$/.test(source) ? null : source
}

/** One front matter, as the package reads it. */
class Reading {
  readonly #yaml: Yaml
  readonly #lines
  readonly #document
  #repeated = 0

  constructor(text: string) {
    if (yaml === undefined) throw new Error('loadFrontMatter was not called')
    this.#yaml = yaml
    this.#lines = new yaml.LineCounter()
    this.#document = yaml.parseDocument(text, {
      lineCounter: this.#lines,
      schema: 'core',
      logLevel: 'silent',
      prettyErrors: false,
    })
    const [error] = this.#document.errors
    if (error !== undefined) throw this.#error(error.pos[0], REASONS[error.code] ?? 'not YAML')
  }

  fields(): Map<string, Value> {
    const { contents } = this.#document
    if (contents === null) return new Map()
    if (!this.#yaml.isMap(contents)) throw this.#error(contents.range[0], 'expected a mapping of fields')
    return this.#value(contents, 0, false) as Map<string, Value>
  }

  #error(offset: number, reason: string): FrontMatterError {
    return new FrontMatterError(Math.max(1, this.#lines.linePos(offset).line), reason)
  }

  #value(node: unknown, depth: number, repeated: boolean): Value {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml
    if (node === null) return null
    if (isAlias(node)) {
      const target = node.resolve(this.#document)
      if (target === undefined) throw this.#error(node.range?.[0] ?? 0, 'an alias of nothing')
      return this.#value(target, depth + 1, true)
    }
    if (!isScalar(node) && !isSeq(node) && !isMap(node)) throw new Error('a kind of YAML node that there is not')
    const at = node.range?.[0] ?? 0
    if (depth > DEEPEST) throw this.#error(at, 'nested too deep')
    if (repeated && ++this.#repeated > REPEATED) throw this.#error(at, 'aliases repeat too much')
    if (isScalar(node)) {
      const { value, source } = node
      if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
      return scalar(source ?? String(value))
    }
    if (isSeq(node)) return node.items.map((item) => this.#value(item, depth + 1, repeated))
    const fields = new Map<string, Value>()
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw this.#error(at, 'a key that is no text')
      const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
      // The package tells 1 and "1" apart, which are one name here.
      if (fields.has(name)) throw this.#error(key.range?.[0] ?? at, 'a key comes twice')
      fields.set(name, this.#value(value, depth + 1, repeated))
    }
    return fields
  }
}
