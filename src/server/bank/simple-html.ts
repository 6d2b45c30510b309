/**
 * Recognizes HTML so simple that sanitizing does not change it, because a parser takes most of the time of an import. It has only these
 * elements, without attributes and closed in order:
 *
 * | element | inside |
 * |---|---|
 * | paragraph | nothing |
 * | list | nothing |
 * | item of a list | list |
 * | emphasis, code | anything but a list |
 * | line break | anything |
 */
const part = /<(\/?)(p|ul|ol|li|b|i|em|strong|u|s|sub|sup|code|kbd)>|<br \/>|[^<>&\0\r]+|&(?:amp|lt|gt);/y
const blocks = new Set(['p', 'ul', 'ol'])
const lists = new Set(['ul', 'ol'])
/** Far fewer than the sanitizer allows. */
const nestingMax = 8

export function isSimpleHtml(html: string): boolean {
  // The sanitizer removes empty paragraphs.
  if (html.includes('<p></p>')) return false
  const open: string[] = []
  part.lastIndex = 0
  while (part.lastIndex < html.length) {
    const match = part.exec(html)
    if (!match) return false
    const [, slash, name] = match
    if (name === undefined) continue
    if (slash) {
      if (open.pop() !== name) return false
      continue
    }
    if (!mayBeInside(name, open.at(-1)) || open.length === nestingMax) return false
    open.push(name)
  }
  return open.length === 0
}

function mayBeInside(name: string, parent: string | undefined): boolean {
  if (blocks.has(name)) return parent === undefined
  const isInList = parent !== undefined && lists.has(parent)
  return name === 'li' ? isInList : !isInList
}
