// A document as blocks: what stands between blank lines, or what Markdown makes of its lines.

export type Kind = 'heading' | 'paragraph' | 'list' | 'table' | 'fence' | 'code' | 'quote' | 'html' | 'rule'

/** A stretch of a text, half-open, in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Whole lines: from the start of the first to the end of the last, without its line end. Blocks ascend, never touch one another's
 * lines, and together hold every line that is not blank (only spaces and tabs).
 */
export interface Block extends Span {
  readonly kind: Kind
  /** Of a heading: 1 to 6, and its text as it stands in the source, without signs and outer spaces. */
  readonly level?: number
  readonly title?: string
}
