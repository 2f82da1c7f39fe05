// Conditions from what a person writes: `--where 'lang eq en'` and the JSON of `--filter FILE`.

import { Fault, usage } from '../../record/fault.js'
import { jsonInText } from '../../record/labels.js'
import type { Path } from '../../record/path.js'
import { isList, isStruct, type Struct, spelling, toJson, type Value } from '../../record/value.js'
import { unknown } from '../../registry/registry.js'
import { operators, symbols } from './index.js'
import { Condition, type Group } from './narrowing.js'
import { Operand } from './operator.js'

/** How conditions are read: where fields are found, and whether everything is compared as text. */
export interface Reading {
  readonly path: (field: string) => Path
  readonly compareAsText: boolean
}

/** `FIELD OP VALUE`, blanks between; symbols need none. The value goes to the end as it is, or is a JSON string. */
export async function parseWhere(text: string, reading: Reading): Promise<Condition> {
  const { field, name, rest } = splitWhere(text)
  const operator = await operators.load(name)
  const source = `${field} ${name}`
  if (operator.takes === 'nothing') {
    if (rest !== undefined) throw usage(`--where ${JSON.stringify(text)}: ${name} takes no value`)
    return new Condition(source, reading.path(field), operator, [], reading.compareAsText)
  }
  if (rest === undefined)
    throw usage(`--where ${JSON.stringify(text)}: ${name} needs a value ('${source} ""' for the empty text)`)
  const values = operator.takes === 'one' ? [oneValue(rest)] : listValue(rest)
  return condition(`${source} ${rest}`, field, name, values, reading)
}

function splitWhere(text: string): { field: string; name: string; rest: string | undefined } {
  const words = /^\s*("(?:[^"\\]|\\.)*"|\S+)\s+(\S+)(?:\s+(.*))?$/s.exec(text)
  const signs = /^\s*([^\s=!<>]+)\s*([=!<>]+)\s*(.*)$/s.exec(text)
  const found = !(words !== null && isOperator(words[2] as string)) && signs !== null ? signs : words
  if (found === null) throw usage(`--where ${JSON.stringify(text)}: expected FIELD OP VALUE, such as 'lang eq en'`)
  const [, first = '', op = '', rest = ''] = found
  return { field: oneValue(first), name: operatorName(op), rest: rest.trim() === '' ? undefined : rest }
}

const isOperator = (name: string): boolean => operators.has(name) || Object.hasOwn(symbols, name)

/** An operator's name from its name or its symbol. Throws a usage fault that lists both. */
function operatorName(op: string): string {
  if (!isOperator(op)) throw unknown('operator', op, [...operators.names, ...Object.keys(symbols)])
  return symbols[op] ?? op
}

/** A JSON string's content; anything else as it stands. */
function oneValue(text: string): string {
  if (!text.startsWith('"')) return text
  const value = jsonInText(text)
  return typeof value === 'string' ? value : text
}

// A comma within quotes parts nothing.
const LIST_ITEM = /,(\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]*)/g

/** `a,b`, or a JSON array. */
function listValue(text: string): string[] {
  if (text.trimStart().startsWith('[')) {
    const value = jsonInText(text)
    if (isList(value)) return value.map(scalarText)
    throw usage(`--where: ${JSON.stringify(text)} begins like a JSON array but is none`)
  }
  return [...`,${text}`.matchAll(LIST_ITEM)].map(([, item = '']) => oneValue(item.trim()))
}

function scalarText(value: Value): string {
  if (isList(value) || isStruct(value) || value === null)
    throw usage(`a condition's value must be a text, number or boolean, not ${toJson(value)}`)
  return spelling(value)
}

async function condition(
  text: string,
  field: string,
  name: string,
  values: readonly string[],
  reading: Reading,
): Promise<Condition> {
  const operator = await operators.load(name)
  if (field === '') throw usage(`a condition names no field: ${text}`)
  if (operator.takes === 'two' && values.length !== 2)
    throw usage(`${text}: ${name} needs two values, such as 2020,2024`)
  const operands = values.map((value) => new Operand(value))
  return new Condition(text, reading.path(field), operator, operands, reading.compareAsText)
}

/** The filter of a JSON text: a condition, or a group of conditions and groups. `file` is for messages. */
export async function parseFilterFile(json: string, file: string, reading: Reading): Promise<Condition | Group> {
  const value = jsonInText(json.replace(/^\uFEFF/, ''))
  if (value === undefined) throw usage(`${file}: expected JSON with a condition or a group of conditions`)
  return located(value, file, reading)
}

/** A part, with its place before whatever is wrong in it. */
async function located(value: Value, where: string, reading: Reading): Promise<Condition | Group> {
  try {
    return await part(value, where, reading)
  } catch (error) {
    if (!(error instanceof Fault) || error.message.startsWith(where)) throw error
    throw usage(`${where}: ${error.message}`)
  }
}

const SHAPE = 'expected {"field","op","value"} or {"combine","conditions"}'

async function part(value: Value, where: string, reading: Reading): Promise<Condition | Group> {
  if (!isStruct(value)) throw usage(`${where}: ${SHAPE}`)
  if (value.has('conditions') || value.has('combine')) return group(value, where, reading)
  only(value, ['field', 'op', 'value'], where)
  const field = value.get('field')
  const op = value.get('op')
  if (typeof field !== 'string' || typeof op !== 'string') throw usage(`${where}: ${SHAPE}`)
  const name = operatorName(op)
  const { takes } = await operators.load(name)
  const given = value.get('value')
  const source = `${field} ${name}`
  if (takes === 'nothing') {
    if (given !== undefined) throw usage(`${where}: ${name} takes no value`)
    return condition(source, field, name, [], reading)
  }
  if (given === undefined) throw usage(`${where}: ${source}: value is missing`)
  if (takes === 'one') return condition(`${source} ${spelling(given)}`, field, name, [scalarText(given)], reading)
  const values = isList(given) ? given.map(scalarText) : listValue(scalarText(given))
  return condition(`${source} ${spelling(given)}`, field, name, values, reading)
}

async function group(value: Struct, where: string, reading: Reading): Promise<Group> {
  only(value, ['combine', 'conditions'], where)
  const combine = value.get('combine') ?? 'and'
  if (combine !== 'and' && combine !== 'or') throw unknownIn(where, 'combine', spelling(combine), ['and', 'or'])
  const conditions = value.get('conditions')
  if (!isList(conditions) || conditions.length === 0)
    throw usage(`${where}: conditions: expected a list that is not empty`)
  const parts: (Condition | Group)[] = []
  for (const [k, inner] of conditions.entries())
    parts.push(await located(inner, `${where}: condition ${k + 1}`, reading))
  return { combine, parts }
}

function only(value: Struct, keys: readonly string[], where: string): void {
  for (const key of value.keys()) if (!keys.includes(key)) throw unknownIn(where, 'key', key, keys)
}

const unknownIn = (where: string, family: string, name: string, names: readonly string[]) =>
  usage(`${where}: ${unknown(family, name, names).message}`)
