// Finds the keys of JSON objects in a list of names. Most objects have them in the same order, so the next one is tried first.
import { decodeString } from '../../record/json.js'

export class Keys {
  readonly names: string[] = []
  /** The bytes of each name; undefined where an escape may spell the same bytes. */
  readonly #bytes: (Buffer | undefined)[] = []
  readonly #places = new Map<string, number>()
  #next = 0

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name)
  }

  add(name: string): number {
    const place = this.names.push(name) - 1
    this.#bytes.push(name.includes('\\') ? undefined : Buffer.from(name))
    this.#places.set(name, place)
    return place
  }

  /** The place of the key whose bytes between the quotes are `b[start, end)`, or -1. */
  find(b: Uint8Array, start: number, end: number): number {
    const guess = this.#bytes[this.#next]
    if (guess !== undefined && guess.length === end - start && equals(guess, b, start)) return this.#next++
    const place = this.#places.get(decodeString(b, start, end)) ?? -1
    this.#next = place + 1
    return place
  }
}

function equals(name: Buffer, b: Uint8Array, start: number): boolean {
  for (let i = 0; i < name.length; i++) if (name[i] !== b[start + i]) return false
  return true
}
