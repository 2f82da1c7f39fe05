// What an open paragraph of Markdown keeps of its lines: for the definitions it may begin with, and for the header of a table.
import { nextLine } from '../paragraphs.js'
import { definitions } from './definitions.js'
import { isTable } from './table.js'

const BRACKET = 0x5b

export class Paragraph {
  /** Where the last line starts. */
  last: number
  /** What stands on it, without the prefixes of containers; -1 when it is indented too far for a header. */
  #row: number
  /** Of a paragraph that begins with `[`: from where to where each line goes, without prefixes. */
  readonly #lines: number[] | undefined

  constructor(
    readonly text: string,
    line: number,
    row: number,
    end: number,
  ) {
    this.last = line
    this.#row = row
    this.#lines = text.charCodeAt(row) === BRACKET ? [row, end] : undefined
  }

  add(line: number, row: number, end: number, deep: boolean): void {
    this.last = line
    this.#row = deep ? -1 : row
    this.#lines?.push(row, end)
  }

  /**
   * Where the definitions end that it begins with, and where the next line starts; `undefined` when there are none. `next` is -1
   * when it has nothing else.
   */
  definitions(): { end: number; next: number } | undefined {
    const places = this.#lines
    if (places === undefined) return undefined
    const lines: string[] = []
    for (let i = 0; i < places.length; i += 2) lines.push(this.text.slice(places[i], places[i + 1]))
    const n = definitions(lines.join('\n'))
    if (n === 0) return undefined
    const end = places[2 * n - 1] as number
    return { end, next: n < lines.length ? nextLine(this.text, end) : -1 }
  }

  /** Whether the last line, which ends at `end`, is the header above the delimiter row `text[from, to)`. */
  isHeader(end: number, from: number, to: number): boolean {
    return this.#row >= 0 && isTable(this.text, this.#row, end, from, to)
  }
}
