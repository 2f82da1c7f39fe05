// How large a stretch of text is, in the unit that a limit is given in.

export interface Measure {
  readonly unit: string
  /** Whether sizes of neighbouring stretches add up, when they part at a line end. */
  readonly additive: boolean
  /** The size of `text.slice(start, end)` as it comes out. */
  size(text: string, start: number, end: number): number
  /** Whether the size is at most `max`; may be cheaper than `size`. */
  fits(text: string, start: number, end: number, max: number): boolean
}
