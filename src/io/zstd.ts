// Zstd input: every frame, decoded by node:zlib where this Node has zstd, else by fzstd.
import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import { type Decoder, ENGINE_OPTIONS, Engine } from './engine.js'
import type { Feed } from './input.js'
import { Xxh64 } from './xxh64.js'
import { Frames, type Header } from './zstd-frames.js'

/** Decodes one frame, whose header was read and whose parts are asked from `frames`. */
type FrameDecoder = (frames: Frames, header: Header) => Decoder | Promise<Decoder>

// Node 22.15 and later; the types are those of Node 20.
const createZstdDecompress = (zlib as { createZstdDecompress?: (options: object) => Transform }).createZstdDecompress

/** Undefined where this Node has no zstd. */
export const nativeFrame: FrameDecoder | undefined = createZstdDecompress && openNative(createZstdDecompress)

function openNative(create: (options: object) => Transform): FrameDecoder {
  return (frames, header) => {
    let first: Uint8Array | undefined = header.bytes
    const engine = new Engine(create(ENGINE_OPTIONS), async () => {
      const bytes = first ?? (await frames.part())?.bytes
      first = undefined
      return bytes
    })
    return {
      async next() {
        try {
          return await engine.next()
        } catch (error) {
          const { code } = error as { code?: unknown }
          throw typeof code === 'string' && code.startsWith('ZSTD_error')
            ? frames.corrupt((error as Error).message)
            : error
        }
      },
      close: () => engine.close(),
    }
  }
}

/** fzstd checks neither checksum nor length, and keeps every chunk that ends where a block does: both mended here. */
export const fzstdFrame: FrameDecoder = async (frames, header) => {
  const { Decompress } = await import('fzstd')
  let pieces: Uint8Array[] = []
  const inner = new Decompress((piece) => {
    if (piece.length > 0) pieces.push(piece)
  })
  const hash = header.hasChecksum ? new Xxh64() : undefined
  let length = 0
  let held = Uint8Array.from(header.bytes)
  // The frame is told to have no checksum, so that fzstd is done with its last block.
  held[4] = (held[4] as number) & ~0x04

  /** Pushes what was held back, and holds back the last byte of `block`. */
  function push(block: Uint8Array, last: boolean): void {
    const bytes = Buffer.concat([held, block])
    held = bytes.subarray(last ? bytes.length : bytes.length - 1)
    try {
      inner.push(bytes.subarray(0, bytes.length - held.length), last)
    } catch (error) {
      throw frames.corrupt((error as Error).message)
    }
    for (const piece of pieces) {
      hash?.update(piece)
      length += piece.length
    }
  }

  return {
    async next() {
      for (;;) {
        const piece = pieces.shift()
        if (piece !== undefined) return piece
        const part = await frames.part()
        if (part === undefined) {
          if (header.contentSize !== undefined && length !== header.contentSize) {
            throw frames.corrupt('its length is not the one that it tells')
          }
          return undefined
        }
        if (part.kind !== 'checksum') push(part.bytes, part.kind === 'last')
        else if (Buffer.from(part.bytes).readUInt32LE(0) !== Number((hash as Xxh64).digest() & 0xffffffffn)) {
          throw frames.corrupt('its checksum does not fit')
        }
      }
    },
    close() {
      pieces = []
    },
  }
}

export class Zstd implements Decoder {
  readonly #frames: Frames
  readonly #open: FrameDecoder
  #frame: Decoder | undefined

  constructor(feed: Feed, open: FrameDecoder = nativeFrame ?? fzstdFrame) {
    this.#frames = new Frames(feed)
    this.#open = open
  }

  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#frame === undefined) {
        const header = await this.#frames.header()
        if (header === undefined) return undefined
        this.#frame = await this.#open(this.#frames, header)
      }
      const piece = await this.#frame.next()
      if (piece !== undefined) return piece
      this.#frame.close()
      this.#frame = undefined
    }
  }

  close(): void {
    this.#frame?.close()
  }
}
