// The file that says which libraries there are: `[{"library_id":"legal","description":"contracts","files":["legal.ndjson"]}]`.
import { usage } from '../../record/fault.js'
import { jsonInText } from '../../record/labels.js'
import { isList, isStruct, type Value } from '../../record/value.js'
import { nearest } from '../../registry/nearest.js'

export interface Described {
  readonly id: string
  readonly description: string
  readonly files: readonly string[]
}

const KEYS = ['library_id', 'description', 'files']

/** Throws usage faults that name the file and the place. Files are as a call names them: from where it is made. */
export function parseLibraries(text: string, file: string): Described[] {
  const whole = jsonInText(text)
  if (!isList(whole)) throw usage(`${file}: expected a JSON list of libraries`)
  return whole.map((item, i) => library(item, `${file}: library ${i + 1}`))
}

function library(item: Value, where: string): Described {
  if (!isStruct(item)) throw usage(`${where}: expected {"library_id", "description", "files"}`)
  for (const key of item.keys()) {
    if (KEYS.includes(key)) continue
    const near = nearest(key, KEYS)
    throw usage(`${where}: unknown key ${JSON.stringify(key)}${near === undefined ? '' : `, did you mean ${near}?`}`)
  }
  const id = item.get('library_id')
  if (typeof id !== 'string' || id === '') throw usage(`${where}: library_id: expected a text`)
  const description = item.get('description') ?? ''
  if (typeof description !== 'string') throw usage(`${where}: description: expected a text`)
  const files = item.get('files') ?? []
  if (!isList(files) || !files.every((name): name is string => typeof name === 'string' && name !== ''))
    throw usage(`${where}: files: expected a list of names`)
  return { id, description, files }
}
