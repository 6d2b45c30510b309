/**
 * Converts HTML from the bank to the XHTML of QTI, which is stricter: a table needs `tbody`, and some places need paragraphs.
 *
 * | HTML                                     | QTI                                                       |
 * |------------------------------------------|-----------------------------------------------------------|
 * | `Text` where QTI needs blocks            | `<p class="praxam-implied">Text</p>`                      |
 * | `<table><tr>…`                           | `<table><tbody class="praxam-implied"><tr>…`              |
 * | `<u>`, `<s>`                             | `<span class="praxam-u">`, `<span class="praxam-s">`      |
 * | an image                                 | `<img src="../images/3f9c….png" alt="…"/>`                |
 * | a block inside `<b>`, `<p>`, `<caption>` | its text                                                  |
 * | the caption of an image                  | its `label`                                               |
 * | the first number of a list               | left out                                                  |
 *
 * `restoreXhtml` reverses the first three rows, and restores the captions of images.
 */
import { plainText } from '#exam/plain-text.ts'
import { printElement, escapeXml } from '#server/bank/formats/print-xml.ts'
import { parseXml, type XmlElement, type XmlNode } from '#server/bank/formats/xml.ts'
import { listShownImages } from '#server/bank/images/site-images.ts'

/** What a place can contain: only blocks, blocks and text, or only text. */
export type QtiPlace = 'blocks' | 'flow' | 'inline'

const words = (text: string) => new Set(text.split(' '))
const blocks = words('p h3 h4 pre blockquote ul ol table div')
const inlines = words('b i em strong sub sup code kbd a span')
/** What a block can contain: `inline` unless listed here. */
const places: Readonly<Record<string, QtiPlace>> = { blockquote: 'blocks', div: 'flow' }
const spans: Readonly<Record<string, string>> = { u: 'praxam-u', s: 'praxam-s' }
const implied = 'praxam-implied'

const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  div: ['id', 'class'],
  p: ['class'],
  table: ['class'],
  span: ['class'],
}

/** The HTML as XML without a namespace. The address of an image becomes `imageFolder` and its name. */
export function printXhtml(html: string, place: QtiPlace, imageFolder = '../images/'): string {
  return printNodes(parseHtml(html), place, imageFolder)
}

/** Stored HTML is sanitized, so it is also well-formed XML. For other HTML, only the text is kept. */
function parseHtml(html: string): readonly XmlNode[] {
  try {
    return parseXml(`<div>${html}</div>`).children
  } catch {
    return [plainText(html)]
  }
}

function printNodes(nodes: readonly XmlNode[], place: QtiPlace, imageFolder: string): string {
  if (place !== 'blocks') return nodes.map((node) => printNode(node, place, imageFolder)).join('')
  const written: string[] = []
  let texts: XmlNode[] = []
  const endParagraph = () => {
    const content = printNodes(texts, 'inline', imageFolder)
    // Spaces between blocks are kept.
    written.push(texts.every(isSpace) ? content : printElement('p', { class: implied }, content))
    texts = []
  }
  for (const node of nodes)
    if (isBlock(node)) {
      endParagraph()
      written.push(printNode(node, place, imageFolder))
    } else texts.push(node)
  endParagraph()
  return written.join('')
}

function isBlock(node: XmlNode): boolean {
  return typeof node !== 'string' && (blocks.has(node.name) || (isPartOfBlock(node.name) && node.children.some(isBlock)))
}

/** Whether an element is not inline. If it is not a block either, it is part of one, such as a list entry or a table row. */
function isPartOfBlock(name: string): boolean {
  return !inlines.has(name) && !(name in spans) && name !== 'img' && name !== 'br'
}

function printNode(node: XmlNode, place: QtiPlace, imageFolder: string): string {
  if (typeof node === 'string') return escapeXml(node)
  const { name, children } = node
  const written = Object.fromEntries((attributes[name] ?? []).map((attribute) => [attribute, node.attributes.get(attribute)]))
  const inside = (content: QtiPlace) => printNodes(children, content, imageFolder)
  if (name === 'br') return '<br/>'
  if (name === 'img') return printImage(node, imageFolder)
  if (spans[name]) return printElement('span', { class: spans[name] }, inside('inline'))
  if (inlines.has(name)) return printElement(name, written, inside('inline'))
  // The structure is lost, but not the text.
  if (place === 'inline' || !blocks.has(name)) return inside(place)
  if (name === 'table') return printTable(node, written, imageFolder)
  if (name === 'ul' || name === 'ol') {
    const entryOf = (child: XmlNode) => (typeof child !== 'string' && child.name === 'li' ? child.children : [child])
    const entries = children.map((child) =>
      isSpace(child) ? escapeXml(child) : `<li>${printNodes(entryOf(child), 'flow', imageFolder)}</li>`,
    )
    return printElement(name, {}, ...entries)
  }
  const content = inside(places[name] ?? 'inline')
  return content === '' ? `<${name}></${name}>` : printElement(name, written, content)
}

/** Attributes keep their order, so that an import yields the same HTML. */
function printImage({ attributes: written }: XmlElement, imageFolder: string): string {
  const printed = new Map<string, string>()
  for (const [name, value] of written) {
    const [image] = name === 'src' ? listShownImages([value]) : []
    if (imageAttributes.has(name)) printed.set(name === 'title' ? 'label' : name, image ? imageFolder + image.name : value)
  }
  if (!printed.has('alt')) printed.set('alt', '')
  return printElement('img', Object.fromEntries(printed))
}

const imageAttributes = words('src alt title width height')

type Attributes = Readonly<Record<string, string | undefined>>

const tableOrder = ['caption', 'thead', 'tbody']

/** Rows outside `thead` and `tbody` get an implied `tbody`. QTI fixes the order of the parts. */
function printTable({ children }: XmlElement, written: Attributes, imageFolder: string): string {
  const parts: { name: string; xml: string }[] = []
  const add = (name: string, xml: string) => void parts.push({ name, xml })
  let rows = ''
  const endRows = () => {
    if (rows.includes('<')) add('tbody', `<tbody class="${implied}">${rows}</tbody>`)
    else if (rows !== '') add('', rows)
    rows = ''
  }
  for (const child of children) {
    if (isSpace(child)) rows += escapeXml(child)
    else if (typeof child !== 'string' && child.name === 'tr') rows += printRow(child, imageFolder)
    else {
      endRows()
      if (typeof child !== 'string' && tableOrder.includes(child.name)) add(child.name, printTablePart(child, imageFolder))
    }
  }
  endRows()
  // In QTI, a table needs a body with at least one cell.
  if (!parts.some(({ name, xml }) => name === 'tbody' && xml !== '')) add('tbody', `<tbody class="${implied}"><tr><td></td></tr></tbody>`)
  const order = parts.map(({ name }) => tableOrder.indexOf(name)).filter((position) => position !== -1)
  const isInOrder = order.every((position, i) => i === 0 || position >= (order[i - 1] ?? 0))
  const sorted = isInOrder ? parts : tableOrder.flatMap((name) => parts.filter((part) => part.name === name))
  return printElement('table', written, ...sorted.map(({ xml }) => xml))
}

/** Prints a caption, or rows. Empty for a part without rows. */
function printTablePart({ name, children }: XmlElement, imageFolder: string): string {
  if (name === 'caption') return printElement('caption', {}, printNodes(children, 'inline', imageFolder))
  const rows = children.map((child) => {
    if (typeof child !== 'string' && child.name === 'tr') return printRow(child, imageFolder)
    return isSpace(child) ? escapeXml(child) : ''
  })
  return rows.some((row) => row.startsWith('<')) ? `<${name}>${rows.join('')}</${name}>` : ''
}

function printRow({ children }: XmlElement, imageFolder: string): string {
  const cells = children.map((child) => {
    if (isSpace(child)) return escapeXml(child)
    if (typeof child === 'string' || (child.name !== 'td' && child.name !== 'th')) return ''
    const written = Object.fromEntries((attributes[child.name] ?? []).map((name) => [name, child.attributes.get(name)]))
    return printElement(child.name, written, printNodes(child.children, 'flow', imageFolder))
  })
  return `<tr>${cells.some((cell) => cell.startsWith('<')) ? cells.join('') : '<td></td>'}</tr>`
}

function isSpace(node: XmlNode): node is string {
  return typeof node === 'string' && node.trim() === ''
}

/** The original nodes of XHTML that `printXhtml` wrote. XHTML of other programs is returned unchanged. */
export function restoreXhtml(nodes: readonly XmlNode[]): XmlNode[] {
  return nodes.flatMap((node): XmlNode[] => {
    if (typeof node === 'string') return [node]
    const children = restoreXhtml(node.children)
    const written = node.attributes.get('class')
    if (written === implied) return children
    if (node.name === 'img')
      return [{ ...node, attributes: new Map([...node.attributes].map(([name, value]) => [name === 'label' ? 'title' : name, value])) }]
    const span = Object.entries(spans).find(([, name]) => name === written)?.[0]
    return [span ? { ...node, name: span, attributes: new Map(), children } : { ...node, children }]
  })
}
