// One line of Markdown, read from the left: containers take their prefix off, columns counted with tab stops of 4.
import { isBlankLine } from '../paragraphs.js'

const SPACE = 0x20
const TAB = 0x09

export class Line {
  /** The next sign to be read, and the end of the line without its line end. */
  i = 0
  end = 0
  /** The line's own start, whatever was read of it. */
  start = 0
  #column = 0
  /** Columns of a tab that was read in part. */
  #rest = 0

  constructor(readonly text: string) {}

  set(start: number, end: number): void {
    this.start = this.i = start
    this.end = end
    this.#column = this.#rest = 0
  }

  /** Columns of blanks before the next sign that is none. */
  indent(): number {
    let columns = this.#rest
    let column = this.#column + this.#rest
    for (let i = this.i; i < this.end; i++) {
      const code = this.text.charCodeAt(i)
      const width = code === SPACE ? 1 : code === TAB ? 4 - (column & 3) : 0
      if (width === 0) break
      columns += width
      column += width
    }
    return columns
  }

  /** The index of the next sign that is no blank. */
  sign(): number {
    let i = this.i
    while (i < this.end) {
      const code = this.text.charCodeAt(i)
      if (code !== SPACE && code !== TAB) break
      i++
    }
    return i
  }

  get blank(): boolean {
    const i = this.sign()
    return i === this.end || isBlankLine(this.text, i, this.end)
  }

  /** Reads up to so many columns of blanks. */
  skip(columns: number): void {
    const partly = Math.min(columns, this.#rest)
    this.#rest -= partly
    this.#column += partly
    for (let left = columns - partly; left > 0 && this.i < this.end; ) {
      const code = this.text.charCodeAt(this.i)
      const width = code === SPACE ? 1 : code === TAB ? 4 - (this.#column & 3) : 0
      if (width === 0) break
      this.i++
      if (width > left) {
        this.#rest = width - left
        this.#column += left
        return
      }
      this.#column += width
      left -= width
    }
  }

  /** Reads on to index `i`, over signs that are no tabs or stand behind blanks that were counted by `indent`. */
  to(i: number, columns: number): void {
    this.i = i
    this.#column += columns
    this.#rest = 0
  }
}
