// One label: when two spellings are the same, and whether there is anything in it.
import { isList, isStruct, type Value } from './value.js'

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufffd]/gu

/** Case, compatibility forms, spaces round it and invisible or broken signs do not make another label. */
export function fold(label: string): string {
  return label.normalize('NFKC').replace(INVISIBLE, '').trim().toUpperCase()
}

/** Whether there is anything in a label. */
export function isLabel(value: Value): boolean {
  if (typeof value === 'string') return fold(value) !== ''
  if (isList(value)) return value.some(isLabel)
  return isStruct(value) ? [...value.values()].some(isLabel) : value !== null
}

const TOKEN = /"((?:[^"\\]|\\.)*)"?|[^\s,:{}[\]"]+/g

/** What may be an id in a line of JSON, CSV or TREC, broken as it may be. */
export function tokensOf(line: string): string[] {
  const tokens = [...line.matchAll(TOKEN)].map(([whole, quoted]) => quoted?.replace(/\\(.)/g, '$1') ?? whole)
  return [...tokens, ...line.split(/[\t\r\n,]/)]
}
