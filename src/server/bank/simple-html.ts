/**
 * Recognizes HTML so simple that sanitizing does not change it, to skip the parser, which would take most of the time of an import. Simple
 * HTML has only these elements, closed in order, and only the attributes that the sanitizer writes into a link:
 *
 * | element | may be inside |
 * |---|---|
 * | paragraph | nothing (top level only) |
 * | list | nothing (top level only) |
 * | item of a list | list |
 * | emphasis, code | anything but a list |
 * | link to a web address of plain characters | anything but a list or a link |
 * | line break | anything |
 */
const element = /<(\/?)(p|ul|ol|li|b|i|em|strong|u|s|sub|sup|code|kbd)>/
const link = /<(a) href="https?:\/\/[a-z\d.-]+(?:[/?#][\w./?#=%~+,:-]*)?" rel="noopener noreferrer">|(<\/a>)/
const part = new RegExp(`${element.source}|${link.source}|<br />|[^<>&\\0\\r]+|&(?:amp|lt|gt);`, 'y')
const blocks = new Set(['p', 'ul', 'ol'])
const lists = new Set(['ul', 'ol'])
/** Far less than the sanitizer allows. */
const nestingMax = 8

export function isSimpleHtml(html: string): boolean {
  // The sanitizer removes empty paragraphs.
  if (html.includes('<p></p>')) return false
  const open: string[] = []
  part.lastIndex = 0
  while (part.lastIndex < html.length) {
    const match = part.exec(html)
    if (!match) return false
    const [, slash, tag, linkStart, linkEnd] = match
    const name = tag ?? linkStart ?? (linkEnd && 'a')
    if (name === undefined) continue
    if (slash || linkEnd) {
      if (open.pop() !== name) return false
      continue
    }
    if (!mayBeInside(name, open.at(-1)) || (linkStart && open.includes('a')) || open.length === nestingMax) return false
    open.push(name)
  }
  return open.length === 0
}

function mayBeInside(name: string, parent: string | undefined): boolean {
  if (blocks.has(name)) return parent === undefined
  const isInList = parent !== undefined && lists.has(parent)
  return name === 'li' ? isInList : !isInList
}
