// HTML blocks of Markdown: the seven conditions by which they begin and end (CommonMark 0.31, 4.6).

const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const ATTRIBUTE = '[ \\t]+[A-Za-z_:][\\w.:-]*(?:[ \\t]*=[ \\t]*(?:[^ \\t"\'=<>`]+|\'[^\']*\'|"[^"]*"))?'

interface Condition {
  readonly begin: RegExp
  /** What ends the block; without it, a blank line does. */
  readonly end?: RegExp
  /** It interrupts no paragraph. */
  readonly alone?: true
}

/** The conditions by the sign behind `<`. */
const DECLARATIONS: readonly Condition[] = [
  { begin: /^<!--/, end: /-->/ },
  { begin: /^<![A-Za-z]/, end: />/ },
  { begin: /^<!\[CDATA\[/, end: /\]\]>/ },
]
const INSTRUCTIONS: readonly Condition[] = [{ begin: /^<\?/, end: /\?>/ }]
const TAGS: readonly Condition[] = [
  { begin: /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
  { begin: new RegExp(`^</?(?:${BLOCK_TAGS})(?:[ \\t]|/?>|$)`, 'i') },
  {
    begin: new RegExp(`^(?:<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|</[A-Za-z][A-Za-z0-9-]*[ \\t]*>)[ \\t]*$`),
    alone: true,
  },
]

export interface Html {
  readonly end: RegExp | undefined
}

/** An HTML block that begins with `line`, which begins with `<`; a tag that stands alone interrupts no paragraph. */
export function html(line: string, interrupting: boolean): Html | undefined {
  const sign = line.charCodeAt(1)
  const conditions = sign === 0x21 ? DECLARATIONS : sign === 0x3f ? INSTRUCTIONS : TAGS
  const found = conditions.find(({ begin, alone }) => !(interrupting && alone) && begin.test(line))
  return found && { end: found.end }
}
