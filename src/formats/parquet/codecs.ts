// Decompression of pages, by codec. Each codec's package is loaded when a column of a file needs it.
import type { CompressionCodec } from 'hyparquet'
import { Broken } from './broken.js'

/** Decompresses `source`, which is known to give `size` bytes. */
export type Decompress = (source: Uint8Array, size: number) => Uint8Array

/** The codecs that these columns need. Throws `Broken` for one that nobody has. */
export async function codecsFor(names: Iterable<CompressionCodec>): Promise<Map<CompressionCodec, Decompress>> {
  const codecs = new Map<CompressionCodec, Decompress>()
  for (const name of new Set(names)) codecs.set(name, await load(name))
  return codecs
}

/** The name is undefined for a number that stands for none. */
async function load(name: CompressionCodec | undefined): Promise<Decompress> {
  switch (name) {
    case 'UNCOMPRESSED':
      return (source) => source
    case 'GZIP': {
      const { gunzipSync } = await import('node:zlib')
      return (source, size) => gunzipSync(source, { maxOutputLength: Math.max(1, size) })
    }
    case 'BROTLI': {
      const { brotliDecompressSync } = await import('node:zlib')
      return (source, size) => brotliDecompressSync(source, { maxOutputLength: Math.max(1, size) })
    }
    default: {
      const { compressors } = await import('hyparquet-compressors')
      const decompress = name && compressors[name]
      if (decompress === undefined) throw new Broken(`the codec ${name ?? 'that it names'} is not supported`)
      return decompress
    }
  }
}
