// What the tests use of parquetjs-lite, which has no types.
declare module 'parquetjs-lite' {
  export class ParquetSchema {
    constructor(fields: Record<string, { type: string; optional?: boolean; repeated?: boolean; compression?: string }>)
  }
  export class ParquetWriter {
    static openFile(schema: ParquetSchema, path: string): Promise<ParquetWriter>
    appendRow(row: Record<string, unknown>): Promise<void>
    close(): Promise<void>
  }
  export class ParquetReader {
    static openFile(path: string): Promise<ParquetReader>
    getCursor(): { next(): Promise<Record<string, unknown> | null> }
    close(): Promise<void>
  }
}
