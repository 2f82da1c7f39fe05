// A buffer that grows, for writers: append bytes and text, take what is there, start again.

/** Numbers below it are computed with in 32 bits. */
const SMALL = 2 ** 31

export class Bytes {
  #buffer: Buffer
  #length = 0

  constructor(capacity = 1 << 16) {
    this.#buffer = Buffer.allocUnsafe(capacity)
  }

  get length(): number {
    return this.#length
  }

  /** Makes room for `more` bytes and returns the buffer; the caller writes at `length` and calls `advance`. */
  reserve(more: number): Buffer {
    if (this.#length + more > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.#length + more, this.#buffer.length * 2))
      this.#buffer.copy(grown, 0, 0, this.#length)
      this.#buffer = grown
    }
    return this.#buffer
  }

  advance(written: number): void {
    this.#length += written
  }

  slice(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const n = end - start
    const buffer = this.reserve(n)
    if (n < 24) for (let i = 0; i < n; i++) buffer[this.#length + i] = bytes[start + i] as number
    else buffer.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.#length)
    this.#length += n
  }

  byte(byte: number): void {
    this.reserve(1)[this.#length++] = byte
  }

  text(text: string): void {
    const n = text.length
    if (n < 24) {
      const buffer = this.reserve(n * 3)
      let i = 0
      for (; i < n; i++) {
        const code = text.charCodeAt(i)
        if (code >= 0x80) break
        buffer[this.#length + i] = code
      }
      this.#length += i
      if (i < n) this.#length += buffer.write(text.slice(i), this.#length)
      return
    }
    const buffer = this.reserve(n * 3)
    this.#length += buffer.write(text, this.#length)
  }

  /** `slice`, for what takes a function that appends. */
  readonly append = (bytes: Uint8Array, start: number, end: number): void => this.slice(bytes, start, end)

  /** A whole number that is not negative, in decimal digits. */
  digits(n: number): void {
    if (n >= SMALL) {
      this.text(String(n))
      return
    }
    const buffer = this.reserve(10)
    let end = this.#length + 1
    for (let rest = n; rest >= 10; rest = (rest / 10) | 0) end++
    this.#length = end
    for (let rest = n | 0; ; rest = (rest / 10) | 0) {
      buffer[--end] = 0x30 + (rest % 10)
      if (rest < 10) return
    }
  }

  /** The last byte, or undefined when empty. */
  last(): number | undefined {
    return this.#length > 0 ? this.#buffer[this.#length - 1] : undefined
  }

  /** What was appended, as a view that lives until the next append. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }
}
