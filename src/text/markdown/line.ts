// One line of Markdown, read from the left: containers take their prefix off, columns counted with tab stops of 4.
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
  /** What `sign` and `indent` give, while they are known. */
  #sign = -1
  #indent = -1

  constructor(readonly text: string) {}

  /** Begins a line; `sign` is its first one that is no blank. */
  set(start: number, end: number, sign: number): void {
    this.start = this.i = start
    this.end = end
    this.#column = this.#rest = 0
    this.#sign = sign
    this.#indent = -1
  }

  /** Columns of blanks before the next sign that is none. */
  indent(): number {
    if (this.#indent >= 0) return this.#indent
    let columns = this.#rest
    let column = this.#column + this.#rest
    for (let i = this.i; i < this.end; i++) {
      const code = this.text.charCodeAt(i)
      const width = code === SPACE ? 1 : code === TAB ? 4 - (column & 3) : 0
      if (width === 0) break
      columns += width
      column += width
    }
    this.#indent = columns
    return columns
  }

  /** The index of the next sign that is no blank. */
  sign(): number {
    if (this.#sign >= 0) return this.#sign
    let i = this.i
    while (i < this.end) {
      const code = this.text.charCodeAt(i)
      if (code !== SPACE && code !== TAB) break
      i++
    }
    this.#sign = i
    return i
  }

  get blank(): boolean {
    return this.sign() === this.end
  }

  /** Reads up to so many columns of blanks. */
  skip(columns: number): void {
    this.#indent = -1
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
    this.#sign = this.#indent = -1
  }
}
