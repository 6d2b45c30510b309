/**
 * What a text of the bank may hold, as the editor knows it: what `server/bank/sanitize-html.ts` lets through and nothing else.
 * Whatever is typed, pasted or dropped becomes this or plain text.
 */
import { Mark } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { DOMSerializer } from '@tiptap/pm/model'
import type { Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { isImageAddress, isLinkAddress } from '#exam/address.ts'

/** A mark without attributes. Inside code, other marks stay. */
const plainMark = (name: string, tag: string) =>
  Mark.create({ name, excludes: '', code: name === 'code', parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

const code = plainMark('code', 'code').extend({
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) }
  },
})

/** The widths of columns and the alignment of cells would be style attributes, which the content policy refuses. */
const table = Table.extend({
  addAttributes: () => ({ caption: { default: null, parseHTML: (element) => element.querySelector('caption')?.textContent ?? null } }),
  // The caption is kept as it is: rows are all that one can write in.
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node }) => {
    const caption: unknown = node.attrs['caption']
    return typeof caption === 'string' ? ['table', ['caption', caption], ['tbody', 0]] : ['table', ['tbody', 0]]
  },
  addNodeView: null,
})

/** How many columns or rows a cell takes; whatever is no such number counts as one. */
function spanAttribute(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) => Math.min(Math.max(Math.trunc(Number(element.getAttribute(name))) || 1, 1), spanMax),
    renderHTML: ({ [name]: span }: Record<string, unknown>) => (span === 1 ? {} : { [name]: span }),
  }
}

const spanMax = 50

/** `colwidth` is for the commands of tables, which count with it; it is never written. */
const cellAttributes = {
  colspan: spanAttribute('colspan'),
  rowspan: spanAttribute('rowspan'),
  colwidth: { default: null, rendered: false, parseHTML: () => null },
}

const images = Image.extend({
  addAttributes: () => ({
    src: { default: null, parseHTML: (element) => ownAddress(element.getAttribute('src')) },
    alt: { default: '' },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (ownAddress(element.getAttribute('src')) ? null : false) }],
}).configure({ inline: true })

export const contentSchema = [
  StarterKit.configure({
    code: false,
    horizontalRule: false,
    trailingNode: false,
    heading: { levels: [3, 4] },
    dropcursor: { color: false, class: 'editor-drop' },
    link: {
      autolink: false,
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: isLinkAddress,
    },
  }),
  code,
  plainMark('sub', 'sub'),
  plainMark('sup', 'sup'),
  plainMark('kbd', 'kbd'),
  table,
  TableRow,
  TableCell.extend({ addAttributes: () => cellAttributes }),
  TableHeader.extend({ addAttributes: () => ({ ...cellAttributes, scope: { default: null } }) }),
  images,
]

/** The address of a picture on this site without the site's name, as browsers copy it; `undefined` for any other address. */
function ownAddress(address: string | null): string | undefined {
  const path = address?.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address
  return path && isImageAddress(path) ? path : undefined
}

/**
 * Pasted HTML with nothing but the attributes that a text may have, and whether it shows pictures from elsewhere. What
 * else may stay of it is for the schema to say. Read in a template, where nothing is run, loaded or styled.
 */
export function cleanPasted(html: string): { clean: string; hasForeignPicture: boolean } {
  const place = document.createElement('template')
  place.innerHTML = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) => tag.replace(complainedOf, '$1'))
  const pictures = [...place.content.querySelectorAll('img[src]')]
  const hasForeignPicture = pictures.some((picture) => ownAddress(picture.getAttribute('src')) === undefined)
  for (const element of place.content.querySelectorAll(
    'script, style, base, meta, link, template, noscript, iframe, object, embed, svg, math',
  ))
    element.remove()
  for (const one of place.content.querySelectorAll('table')) if (one.rows.length === 0) one.remove()
  for (const element of place.content.querySelectorAll('*')) {
    // A tag named like a property of every object would trip the editor up.
    if (element instanceof HTMLUnknownElement) element.replaceWith(...element.childNodes)
    const slice = element.getAttribute('data-pm-slice')
    cleanAttributes(element)
    // The editor's own mark of what was copied, in the one form that it can read again.
    if (slice && /^\d+ \d+(?: -\d+)? \[[\w\s",{}:[\]-]*\]$/.test(slice)) element.setAttribute('data-pm-slice', slice)
  }
  return { clean: place.innerHTML, hasForeignPicture }
}

/** The browser writes a line about each that the content policy forbids, though none has an effect in a template. */
const complainedOf = /([\s/"'])(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi

const keptAttributes = new Set(['href', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start'])

/**
 * A text as the bank spells it, which is empty when nothing is written: without attributes for looks, with `b` for bold,
 * without paragraphs where a cell or a point of a list has only one, and with the heads of tables apart. `isInline`
 * leaves out the tags of a lone paragraph, as options are spelled.
 */
export function printContent(doc: Node, isInline: boolean): string {
  const place = document.createElement('template').content
  const root = place.appendChild(document.createElement('div'))
  root.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, { document: place.ownerDocument }))
  for (const element of root.querySelectorAll('*')) cleanAttributes(element)
  for (const bold of root.querySelectorAll('strong')) rename(bold, 'b')
  for (const holder of root.querySelectorAll('li, td, th')) unwrapLoneParagraph(holder)
  for (const one of root.querySelectorAll('table')) setHeadApart(one)
  for (const paragraph of root.querySelectorAll(':scope > p:empty')) paragraph.remove()
  if (isInline && root.children.length === 1) unwrapLoneParagraph(root)
  return root.innerHTML
}

function cleanAttributes(element: Element): void {
  for (const name of element.getAttributeNames()) if (!keptAttributes.has(name)) element.removeAttribute(name)
}

function rename(element: Element, tag: string): void {
  const renamed = element.ownerDocument.createElement(tag)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** A list below the paragraph leaves it alone, as in a point with points of its own. */
function unwrapLoneParagraph(holder: Element): void {
  const [first, ...others] = holder.children
  if (first?.tagName === 'P' && others.every(({ tagName }) => tagName === 'UL' || tagName === 'OL')) first.replaceWith(...first.childNodes)
}

function setHeadApart(one: HTMLTableElement): void {
  const isHead = (row: HTMLTableRowElement) => [...row.cells].every(({ tagName }) => tagName === 'TH')
  const rows = [...one.rows]
  const bodyStart = rows.findIndex((row) => !isHead(row))
  if (bodyStart > 0) one.createTHead().append(...rows.slice(0, bodyStart))
}
