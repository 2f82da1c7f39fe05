// Greedy packing: as many whole blocks in a chunk as fit; some of its last ones may stand again at the start of the next.
import type { Block } from '../../text/block.js'
import { cutLong } from '../../text/cut.js'
import type { Chunk, Doc, Sizes, Stretch } from './chunker.js'

/**
 * The chunks of a stretch, which may begin and end inside a block. A block that does not fit alone is cut; nothing is
 * carried over a cut, and the last of its pieces goes on with the blocks that follow.
 */
export function pack(doc: Doc, stretch: Stretch, sizes: Sizes): Iterable<Chunk> {
  return new Packer(doc, stretch, sizes).chunks()
}

/** Kinds that are cut between lines. */
const BY_LINES: ReadonlySet<Block['kind']> = new Set(['fence', 'table', 'code'])

class Packer {
  readonly #text: string
  readonly #blocks: readonly Block[]

  constructor(
    doc: Doc,
    readonly stretch: Stretch,
    readonly sizes: Sizes,
  ) {
    this.#text = doc.text
    this.#blocks = doc.blocks
  }

  #start(i: number): number {
    return i === this.stretch.first ? this.stretch.start : (this.#blocks[i] as Block).start
  }

  #end(i: number): number {
    return i === this.stretch.last ? this.stretch.end : (this.#blocks[i] as Block).end
  }

  #fits(start: number, end: number): boolean {
    return this.sizes.measure.fits(this.#text, start, end, this.sizes.max)
  }

  *chunks(): Generator<Chunk> {
    const { first: from, last: to } = this.stretch
    let { first, start } = { first: from, start: this.#start(from) }
    // The first block that stands whole in the chunk: what comes before it is a piece of one.
    let whole = from
    for (let i = from; i <= to; ) {
      const end = this.#end(i)
      if (!this.#fits(start, end)) {
        // Only a block that stands alone can be too long.
        const ends = cutLong(this.#text, start, end, this.sizes.max, this.sizes.measure, this.#byLines(i))
        for (let k = 0; k < ends.length - 1; k++) {
          const stop = ends[k] as number
          if (!this.#blank(start, stop)) yield { start, end: stop, first, last: i }
          start = stop
        }
        whole = i + 1
      }
      const last = this.#reach(i, start)
      const chunk = { start, end: this.#end(last), first, last }
      if (!this.#blank(start, chunk.end)) yield chunk
      i = last + 1
      if (i > to) return
      first = this.#carried(Math.max(first + 1, whole), i)
      start = this.#start(first)
      whole = first
    }
  }

  #byLines(i: number): boolean {
    return BY_LINES.has((this.#blocks[i] as Block).kind)
  }

  /** The last block of a chunk that begins at `start` and holds block `i`. */
  #reach(i: number, start: number): number {
    const { measure, max } = this.sizes
    const text = this.#text
    const { last } = this.stretch
    if (!measure.additive) {
      while (i < last && this.#fits(start, this.#end(i + 1))) i++
      return i
    }
    let end = this.#end(i)
    let room = max - measure.size(text, start, end)
    for (; i < last; i++) {
      const next = this.#end(i + 1)
      if (!measure.fits(text, end, next, room)) break
      room -= measure.size(text, end, next)
      end = next
    }
    return i
  }

  /** The first block of the chunk that goes on with block `next`: `next` itself, or one of those from `least` on before it. */
  #carried(least: number, next: number): number {
    const { measure, overlap } = this.sizes
    if (overlap === 0) return next
    const end = this.#end(next - 1)
    const reach = this.#end(next)
    let first = next
    for (let i = next - 1; i >= least; i--) {
      const start = this.#start(i)
      if (!measure.fits(this.#text, start, end, overlap) || !this.#fits(start, reach)) break
      first = i
    }
    return first
  }

  #blank(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const code = this.#text.charCodeAt(i)
      if (code > 0x20 && code !== 0xa0 && code !== 0x3000) return false
    }
    return true
  }
}
