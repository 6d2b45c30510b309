/**
 * The content that the editor allows: the elements that `server/bank/sanitize-html.ts` allows. Other pasted or dropped content
 * becomes plain text.
 */
import { Extension, Mark } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { isImageAddress, isLinkAddress } from '#exam/address.ts'

/** A mark without attributes that can be combined with all other marks. */
const plainMark = (name: string, tag: string) =>
  Mark.create({ name, excludes: '', code: name === 'code', parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

const code = plainMark('code', 'code').extend({
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark(this.name) }
  },
})

/** Tables without column widths and cell alignment, which would be style attributes, blocked by the Content Security Policy. */
const table = Table.extend({
  addAttributes: () => ({ caption: { default: null, parseHTML: (element) => element.querySelector('caption')?.textContent ?? null } }),
  // The caption stays unchanged; only rows can be edited.
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML: ({ node }) => {
    const caption: unknown = node.attrs['caption']
    return typeof caption === 'string' ? ['table', ['caption', caption], ['tbody', 0]] : ['table', ['tbody', 0]]
  },
  addNodeView: null,
})

/** How many columns or rows a cell spans, at most `spanMax`; an invalid number counts as 1. */
function spanAttribute(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) => Math.min(Math.max(Math.trunc(Number(element.getAttribute(name))) || 1, 1), spanMax),
    renderHTML: ({ [name]: span }: Record<string, unknown>) => (span === 1 ? {} : { [name]: span }),
  }
}

const spanMax = 50

/** The table commands need `colwidth`; it is never part of the HTML. */
const cellAttributes = {
  colspan: spanAttribute('colspan'),
  rowspan: spanAttribute('rowspan'),
  colwidth: { default: null, rendered: false, parseHTML: () => null },
}

const images = Image.extend({
  addAttributes: () => ({
    src: { default: null, parseHTML: (element) => ownAddress(element.getAttribute('src')) },
    alt: { default: '' },
    title: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]', getAttrs: (element) => (ownAddress(element.getAttribute('src')) ? null : false) }],
}).configure({ inline: true })

/** The language of a bold or italic term, such as an English product name in a French text. */
const termLanguage = Extension.create({
  name: 'termLanguage',
  addGlobalAttributes: () => [{ types: ['bold', 'italic'], attributes: { lang: { default: null } } }],
})

export const contentSchema = [
  termLanguage,
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

/** The path of an image on this site, from its path or from the absolute URL that browsers copy; `undefined` for any other URL. */
function ownAddress(address: string | null): string | undefined {
  const path = address?.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address
  return path && isImageAddress(path) ? path : undefined
}

/**
 * Pasted HTML with only the allowed attributes and without elements such as scripts, and whether it has images from other sites. The schema
 * removes other elements. The HTML is parsed in a template, where nothing is executed, loaded, or styled.
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
    // A tag with the name of an object property would make the editor fail.
    if (element instanceof HTMLUnknownElement) element.replaceWith(...element.childNodes)
    const slice = element.getAttribute('data-pm-slice')
    cleanAttributes(element)
    // The editor marks content copied from it with this attribute, and can only parse this form.
    if (slice && /^\d+ \d+(?: -\d+)? \[[\w\s",{}:[\]-]*\]$/.test(slice)) element.setAttribute('data-pm-slice', slice)
  }
  return { clean: place.innerHTML, hasForeignPicture }
}

/** Attributes to remove before parsing: even inside a template, the browser logs each one that the Content Security Policy blocks. */
const complainedOf = /([\s/"'])(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi

const keptAttributes = new Set(['href', 'src', 'alt', 'title', 'lang', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start'])

/**
 * The HTML in the form that the bank stores: no empty paragraphs at the top level, no presentational attributes, `b` for bold, `i` for italic,
 * no paragraph around the only text of a cell or list item, and header rows in `thead`. `isInline` omits the tags of a single paragraph, as
 * in options.
 */
export function printContent(doc: Node, isInline: boolean): string {
  const place = document.createElement('template').content
  const root = place.appendChild(document.createElement('div'))
  root.append(DOMSerializer.fromSchema(doc.type.schema).serializeFragment(doc.content, { document: place.ownerDocument }))
  for (const element of root.querySelectorAll('*')) cleanAttributes(element)
  for (const bold of root.querySelectorAll('strong')) rename(bold, 'b')
  for (const italic of root.querySelectorAll('em')) rename(italic, 'i')
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
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

/** Also unwraps a paragraph that is only followed by nested lists. */
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
