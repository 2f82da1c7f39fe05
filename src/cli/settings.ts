// What a call works with: flags over environment over sluice.json over defaults.

import { SPELLINGS, usualPath } from '../record/canonical.js'
import { usage } from '../record/fault.js'
import type { Policy } from '../record/gate.js'
import { jsonInText } from '../record/labels.js'
import { Path } from '../record/path.js'
import { isList, isStruct, type Struct, type Value } from '../record/value.js'
import type { Flags } from '../registry/options.js'
import { unknown } from '../registry/registry.js'

export interface Settings {
  readonly policy: Policy
  /** The path of a field as a command names it. */
  readonly path: (field: string) => Path
  /** The names of methods that the settings file chooses. */
  readonly choices: Readonly<Record<'chunker' | 'router', string | undefined>>
}

/** `config` is the text of a settings file and its name, when there is one. Throws usage faults only. */
export function settle(
  flags: Flags,
  config: { file: string; text: string } | undefined,
  keepsRestricted: boolean,
): Settings {
  const file = config === undefined ? undefined : new Config(config.file, config.text)
  const fields = new Map(file?.fields ?? [])
  for (const pair of flags.list('field')) {
    const at = pair.indexOf('=')
    if (at < 1 || at === pair.length - 1) throw usage(`--field ${pair}: expected NAME=PATH, such as text=body`)
    fields.set(pair.slice(0, at), pair.slice(at + 1))
  }
  for (const name of fields.keys())
    if (!Object.hasOwn(SPELLINGS, name)) throw unknown('canonical field', name, Object.keys(SPELLINGS))
  const path = (field: string): Path => {
    const given = fields.get(field)
    return given === undefined ? usualPath(field) : Path.of(given)
  }
  for (const flag of ['labelField', 'restrictedLabel'])
    if (flags.list(flag).some((text) => text.trim() === ''))
      throw usage(`--${flag === 'labelField' ? 'label-field' : 'restricted-label'}: expected a text that is not empty`)
  const sensitivity = fields.get('sensitivity')
  const unlabelled = flags.text('unlabelled') ?? file?.unlabelled
  return {
    path,
    policy: {
      failOnRestricted: flags.text('onRestricted') === 'fail',
      labelFields: [
        ...(file?.labelFields ?? []),
        ...flags.list('labelField'),
        ...(sensitivity === undefined ? [] : [sensitivity]),
      ],
      labels: [...(file?.labels ?? []), ...flags.list('restrictedLabel')],
      unlabelled: unlabelled === 'restricted' ? 'restricted' : 'open',
      chunkId: path('chunk_id'),
      docId: path('doc_id'),
      keeps: keepsRestricted,
    },
    choices: { chunker: file?.chunker, router: file?.router },
  }
}

/** A settings file: `{"chunker": "layout", "fields": {"text": "body"}, "sensitivity": {"labels": [], "label_fields": [], "unlabelled": "open"}}`. */
class Config {
  readonly fields: readonly [string, string][]
  readonly labels: readonly string[]
  readonly labelFields: readonly string[]
  readonly unlabelled: string | undefined
  readonly chunker: string | undefined
  readonly router: string | undefined
  readonly #file: string
  readonly #text: string

  constructor(file: string, text: string) {
    this.#file = file
    this.#text = text
    const whole = this.#object(jsonInText(text), 'settings', ['fields', 'sensitivity', 'chunker', 'router'])
    const method = (name: string): string | undefined => {
      const value = whole.get(name)
      return value === undefined ? undefined : this.#text1(value, name)
    }
    this.chunker = method('chunker')
    this.router = method('router')
    this.fields = [...this.#object(whole.get('fields') ?? new Map(), 'fields')].map(([name, path]) => [
      name,
      this.#text1(path, name),
    ])
    const label = this.#object(whole.get('sensitivity') ?? new Map(), 'sensitivity', [
      'labels',
      'label_fields',
      'unlabelled',
    ])
    this.labels = this.#texts(label.get('labels'), 'labels')
    this.labelFields = this.#texts(label.get('label_fields'), 'label_fields')
    const unlabelled = label.get('unlabelled')
    if (unlabelled !== undefined && unlabelled !== 'open' && unlabelled !== 'restricted')
      throw this.#fault('unlabelled', 'expected open or restricted')
    this.unlabelled = unlabelled
  }

  #object(value: Value | undefined, name: string, keys?: readonly string[]): Struct {
    if (!isStruct(value)) throw this.#fault(name, 'expected a JSON object')
    for (const key of value.keys())
      if (keys !== undefined && !keys.includes(key)) throw this.#fault(key, unknown('key', key, keys).message)
    return value
  }

  #text1(value: Value, name: string): string {
    if (typeof value !== 'string' || value === '') throw this.#fault(name, 'expected a text')
    return value
  }

  #texts(value: Value | undefined, name: string): readonly string[] {
    if (value === undefined) return []
    if (!isList(value)) throw this.#fault(name, 'expected a list of texts')
    return value.map((item) => this.#text1(item, name))
  }

  #fault(key: string, expected: string) {
    const at = this.#text.indexOf(JSON.stringify(key))
    const line = at < 0 ? '' : `:${this.#text.slice(0, at).split('\n').length}`
    return usage(`${this.#file}${line}: ${key}: ${expected}`)
  }
}
