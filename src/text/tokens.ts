// Tokens of a model's vocabulary, counted by `gpt-tokenizer`. Its vocabularies are large: loaded only when tokens are asked for.
import type { Measure } from './measure.js'
import { mergeCounter } from './tokens-of-run.js'

type Encoding = 'o200k_base' | 'cl100k_base'

/** Special tokens in a text are text. */
const PLAIN = { disallowedSpecial: new Set<string>() }

/** The longest tokens of both vocabularies have 128 bytes (runs of blanks). */
const LONGEST = 128

/** Runs longer than this go to `mergeCounter`: the package's own merging costs the square of a run's length. */
const LONG = 256

/** The package remembers runs that it merged, and each holds on to the document that it came from: forgotten every so often. */
const REMEMBERED = 1 << 24

async function load(encoding: Encoding) {
  const constants = await import('gpt-tokenizer/encodingParams/constants')
  if (encoding === 'cl100k_base') {
    const { default: ranks } = await import('gpt-tokenizer/bpeRanks/cl100k_base')
    const api = await import('gpt-tokenizer/encoding/cl100k_base')
    return { api, ranks, runs: constants.CL100K_TOKEN_SPLIT_REGEX }
  }
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  const api = await import('gpt-tokenizer/encoding/o200k_base')
  return { api, ranks, runs: constants.O200K_TOKEN_SPLIT_REGEX }
}

/** Tokens of one stretch by itself: those of two neighbours do not add up. Names of special tokens are text like any other. */
export async function tokensMeasure(encoding: Encoding): Promise<Measure> {
  const { api, ranks, runs } = await load(encoding)
  const merged = mergeCounter(ranks)
  let last = ''
  let seen = 0

  /** The tokens of a stretch; above `most`, any number above it. */
  const count = (text: string, start: number, end: number, most: number): number => {
    if (text !== last) {
      last = text
      seen += text.length
      if (seen > REMEMBERED) {
        api.clearMergeCache()
        seen = text.length
      }
    }
    const part = text.slice(start, end)
    if (!mayHaveLongRun(part)) {
      const within = api.isWithinTokenLimit(part, most, PLAIN)
      return within === false ? most + 1 : within
    }
    let n = 0
    // Runs are tokenised each by itself, so their counts add up.
    for (const [run] of part.matchAll(runs)) {
      n += run.length > LONG ? merged(run) : api.countTokens(run, PLAIN)
      if (n > most) return n
    }
    return n
  }

  return {
    unit: 'tokens',
    additive: false,
    size: (text, start, end) => count(text, start, end, Number.POSITIVE_INFINITY),
    fits: (text, start, end, max) => {
      const length = end - start
      // A UTF-16 unit takes 1 to 3 bytes, and a token 1 to LONGEST.
      if (length * 3 <= max) return true
      return length <= max * LONGEST && count(text, start, end, max) <= max
    },
  }
}

const LETTER = 1
const DIGIT = 2
const BLANK = 3
const SIGN = 4
const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (/[A-Za-z]/.test(sign)) return LETTER
  if (/[0-9]/.test(sign)) return DIGIT
  return /\s/.test(sign) ? BLANK : SIGN
})

/**
 * Whether a run that the vocabulary's expression finds may be longer than LONG, found out far faster than by the expression. A
 * run is signs of one kind, with one of another kind before and, as a rule, few behind. The answer costs or saves only time.
 */
function mayHaveLongRun(part: string): boolean {
  if (part.length <= LONG) return false
  let kind = 0
  let length = 0
  for (let i = 0; i < part.length; i++) {
    const code = part.charCodeAt(i)
    // Beyond ASCII only CJK punctuation surely ends a run: anything else goes on with the kind before it.
    const here =
      code < 0x80 ? (kinds[code] as number) : (code >= 0x3001 && code <= 0x3002) || code === 0xff0c ? SIGN : 0
    if (here === 0 || here === kind) {
      if (++length >= LONG - 8) return true
    } else {
      kind = here
      length = 1
    }
  }
  return false
}
