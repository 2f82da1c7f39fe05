// What the rooms below the roof may ask of the outside world. Implemented in `io`, faked nowhere.

/** Bytes of one input, decompressed. */
export interface Source {
  /** As the user gave it; `stdin` for standard input. */
  readonly name: string
  /** The first bytes (fewer when the input is shorter), without consuming them. */
  peek(length: number): Promise<Uint8Array>
  /** Fills `target` from its start with what comes next, at least one byte; 0 is the end. Synchronous where it can be. */
  read(target: Uint8Array): number | Promise<number>
  /** The whole input by offsets, for formats with a footer; what cannot seek is spooled to a temporary file first. */
  random(): Promise<RandomAccess>
  close(): void
}

export interface RandomAccess {
  readonly size: number
  read(start: number, end: number): Promise<Uint8Array>
}

/** Where output goes. Nothing is visible under the target's name before `commit`. */
export interface Sink {
  /** Takes the bytes before it returns, so that the caller may reuse them; waits for a slow reader. */
  write(bytes: Uint8Array): void | Promise<void>
  commit(): Promise<void>
  /** Leaves the target untouched and removes the temporary file. */
  abort(): void
}

/** A temporary file that only this process can read; gone when released or when the process ends. */
export interface Spool {
  write(bytes: Uint8Array): void
  /** A new source over everything written so far, from its start. */
  source(name: string): Source
  release(): void
}

/** What a folder has: paths of documents in code-point order, and how many entries were left out. */
export interface Folder {
  readonly documents: readonly string[]
  readonly hidden: number
  readonly binary: number
  readonly other: number
  /** Symbolic links to folders, which are not followed, and to nothing. */
  readonly links: number
}

/** The outside world as the roof sees it: real in `io`, another folder and gathered outputs when a test runs in process. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether stderr is a terminal. */
  readonly terminal: boolean
  /** Opens an input; `-` is standard input. Throws a Fault when it is missing, a folder or not permitted. */
  open(path: string): Source
  /** Whether a path is a regular file, which can be read twice; undefined when there is none. */
  isFile(path: string): boolean | undefined
  /** The documents in a folder; undefined when the path is no folder. */
  list(path: string): Folder | undefined
  /** The same text for two paths that lead to the same file, also where there is none yet. */
  identity(path: string): string
  /** Undefined is standard output. */
  sink(path: string | undefined, options: { readonly gzip: boolean }): Sink
  spool(): Spool
  stderr(text: string): void
  /** Posts JSON to an address that a flag named, and returns the answer's text. Throws a Fault. */
  ask(
    url: string,
    question: { readonly body: string; readonly headers: Readonly<Record<string, string>>; readonly seconds: number },
  ): Promise<string>
  /** Whether an error says that the reader of our output went away. */
  isClosedPipe(error: unknown): boolean
}
