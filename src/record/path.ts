// Where a field is found: `lang`, `metadata.team`, `/metadata/team` (JSON Pointer), or a literal key with dots, which wins.
import { isList, isStruct, type Value } from './value.js'

/** One reading of a path: a top-level key, then steps below it. */
export interface Way {
  readonly key: string
  readonly rest: readonly string[]
}

/** A path with its readings, the first that finds something wins: `a.b.c` is key `a.b.c`, then `a.b` + `c`, then `a` + `b.c`. */
export class Path {
  readonly ways: readonly Way[]
  private constructor(
    readonly text: string,
    /** The spellings that are tried in order; for a plain path, itself. */
    readonly spellings: readonly string[],
  ) {
    this.ways = spellings.flatMap(waysOf)
  }

  static of(text: string): Path {
    return new Path(text, [text])
  }

  /** One top-level key, whatever signs it holds. */
  static key(key: string): Path {
    return Path.of(`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }

  /** A path that falls back on other spellings, in order: `chunk_id`, then `id`, then `_id`. */
  static anyOf(text: string, spellings: readonly string[]): Path {
    return new Path(text, spellings)
  }
}

function waysOf(text: string): Way[] {
  if (text.startsWith('/')) {
    const [key = '', ...rest] = text
      .slice(1)
      .split('/')
      .map((s) => s.replaceAll('~1', '/').replaceAll('~0', '~'))
    return [{ key, rest }]
  }
  return splits(text.split('.'))
}

function splits(segments: readonly string[]): Way[] {
  const ways: Way[] = []
  for (let n = segments.length; n > 0; n--) ways.push({ key: segments.slice(0, n).join('.'), rest: segments.slice(n) })
  return ways
}

/**
 * Follows steps below a value. An object is entered by key (literal keys with dots win), a list by a 0-based index or,
 * by any other step, element by element: the found values together are a list.
 */
export function dig(value: Value | undefined, rest: readonly string[]): Value | undefined {
  if (rest.length === 0 || value === undefined) return value
  if (isStruct(value)) {
    for (const way of splits(rest)) {
      const found = dig(value.get(way.key), way.rest)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isList(value)) return undefined
  const [step = '', ...below] = rest
  if (/^\d+$/.test(step)) return dig(value[Number(step)], below)
  const found = value.flatMap((element) => {
    const inner = isStruct(element) ? dig(element, rest) : undefined
    return inner === undefined ? [] : isList(inner) ? inner : [inner]
  })
  return found.length > 0 ? found : undefined
}
