/**
 * Sanitizes the HTML in the bank. All bank HTML on a page has passed through this module.
 *
 * | allowed                                    | allowed attributes                                                         |
 * |--------------------------------------------|----------------------------------------------------------------------------|
 * | paragraphs, lists, tables, code, emphasis  | first number of a list, spans and scope of a cell, language of emphasis    |
 * | links                                      | an address that `exam/address.ts` allows; adds `noopener noreferrer`       |
 * | images                                     | an allowed image address, alternative text, caption (`title`), width, height |
 *
 * Some elements are replaced: `<div>` by `<p>`, `<h1>` by `<h3>`. Other markup is removed, but its text remains, except in elements such as
 * `<script>`. Empty paragraphs are removed.
 */
import sanitizeHtml from 'sanitize-html'
import { isImageAddress, isLinkAddress } from '#exam/address.ts'
import { isSimpleHtml } from '#server/bank/simple-html.ts'

/** `unsafe`: the HTML could run code, load content, or ask for input. `simplified`: only unsupported markup was removed. */
type HtmlIssue = 'unsafe' | 'simplified'

export type ExaminedHtml = {
  /** Safe to show. */
  readonly html: string
  readonly issue: HtmlIssue | undefined
  /** The first unsafe elements and attributes with their positions, at most three: `<iframe>`, `onclick of <p> number 2`. */
  readonly unsafeParts: readonly string[]
  /** An image on another site was removed. */
  readonly hasExternalImage: boolean
  /** An allowed image has no alternative text. */
  readonly hasImageWithoutAlt: boolean
}

/** Removes everything that could run code, load external content, or break the page. Idempotent. */
export function sanitize(html: string): string {
  return examineHtml(html).html
}

/** Sanitizes a text and reports what was removed. */
export function examineHtml(html: string): ExaminedHtml {
  return isSimpleHtml(html) ? { html, ...nothingFound } : examineWithParser(html)
}

const nothingFound = { issue: undefined, unsafeParts: [], hasExternalImage: false, hasImageWithoutAlt: false }

/** Like {@link examineHtml}, but uses the parser even for simple HTML. */
export function examineWithParser(html: string): ExaminedHtml {
  const notes: Notes = {
    unsafeParts: [],
    counts: new Map(),
    isSimplified: /<[!?]/.test(html),
    hasExternalImage: false,
    hasImageWithoutAlt: false,
  }
  const once = rewriteUnlessTooDeep(escapeOpenEnd(html), notes)
  // Removed tags can leave a nesting that a parser would change, such as a list item in a list item.
  const again = once === html || isSimpleHtml(once) ? once : rewrite(once, { ...notes, unsafeParts: [] })
  const { unsafeParts } = notes
  const issue = unsafeParts.length > 0 ? 'unsafe' : notes.isSimplified ? 'simplified' : undefined
  return { html: again, issue, unsafeParts, hasExternalImage: notes.hasExternalImage, hasImageWithoutAlt: notes.hasImageWithoutAlt }
}

type Attributes = Record<string, string>
/** `counts`: elements so far, by name. */
type Notes = {
  unsafeParts: string[]
  counts: Map<string, number>
  isSimplified: boolean
  hasExternalImage: boolean
  hasImageWithoutAlt: boolean
}

const markup = /[<>&]/

/** Maximum nesting depth. Deeper elements lose their tags and keep their text. */
const nestingMax = 30
/** Deeper HTML is an attack on the parser. All of it is removed. */
const nestingRefused = 500
class TooDeep extends Error {}

const words = (text: string) => text.split(' ')

const tags = [
  words('p br pre blockquote h3 h4 ul ol li'),
  words('b i em strong u s sub sup code kbd'),
  words('table caption thead tbody tr th td a img'),
].flat()

const replacements = new Map([
  ...words('div section article header footer main aside figure figcaption center dt dd').map((tag) => [tag, 'p'] as const),
  ...words('h1 h2').map((tag) => [tag, 'h3'] as const),
  ...words('h5 h6').map((tag) => [tag, 'h4'] as const),
  ...words('strike del').map((tag) => [tag, 's'] as const),
  ...words('tt samp').map((tag) => [tag, 'code'] as const),
])

const isNumber = (value: string) => /^\d{1,4}$/.test(value)
const cell = { colspan: isNumber, rowspan: isNumber }
/** Marks a term in another language, such as an English product name in a French text. */
const term = { lang: (value: string) => /^[a-z]{2}$/.test(value) }
const attributes = new Map<string, Record<string, (value: string) => boolean>>([
  ...words('b i em strong').map((tag) => [tag, term] as const),
  ['a', { href: isLinkAddress, rel: () => true }],
  ['img', { src: isImageAddress, alt: () => true, title: () => true, width: isNumber, height: isNumber }],
  ['ol', { start: isNumber }],
  ['td', cell],
  ['th', { ...cell, scope: (value) => /^(?:row|col)(?:group)?$/.test(value) }],
])

/** These tags, and all tags with `script` in their names, make a text unsafe. */
const unsafeTags = new Set(
  [
    words('style link meta base template noembed noframes xmp plaintext xml'),
    words('iframe frame frameset object embed applet param portal layer ilayer bgsound isindex'),
    words('form input button select option optgroup textarea keygen dialog'),
    words('svg math audio video source track canvas foreignobject animate set'),
  ].flat(),
)
const unsafeAttribute = /^[^a-z]*(?:on[a-z]|srcdoc$|formaction$|http-equiv$)/
const unsafeScheme = /^(?:javascript|vbscript|livescript|mocha|data):/
const unsafeInside = /(?:javascript|vbscript):|data:|expression\(|-moz-binding|behaviou?r:|@import/
/** Names in HTML can have any length. */
const partLengthMax = 80
const unsafePartsMax = 3
/** These attributes contain text, never an address. */
const textAttributes = new Set(['alt', 'title', 'summary'])

const settings: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: Object.fromEntries([...attributes].map(([tag, checks]) => [tag, Object.keys(checks)])),
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The content of these elements is also removed.
  nonTextTags: words('script style textarea option xmp iframe noembed noframes'),
  nestingLimit: nestingMax,
}

function rewriteUnlessTooDeep(html: string, notes: Notes): string {
  try {
    return rewrite(html, notes)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    notes.unsafeParts = [`more than ${nestingRefused} elements inside each other`]
    return ''
  }
}

function rewrite(html: string, notes: Notes): string {
  if (!markup.test(html)) return html
  let depth = 0
  const rewritten = sanitizeHtml(html, {
    ...settings,
    transformTags: { '*': (tag, written) => rewriteTag(tag, written, notes) },
    onOpenTag: () => {
      depth += 1
      if (depth > nestingMax) notes.isSimplified = true
      if (depth > nestingRefused) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
  })
  return rewritten.replaceAll('<p></p>', '')
}

/** Escapes a `<` without a closing `>`, as in "a<b". A parser would drop the rest as an unclosed tag. */
function escapeOpenEnd(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end) + html.slice(end).replace(/<(?=[a-z/])/gi, '&lt;')
}

function rewriteTag(tag: string, written: Attributes, notes: Notes): sanitizeHtml.Tag {
  const count = (notes.counts.get(tag) ?? 0) + 1
  notes.counts.set(tag, count)
  if (notes.unsafeParts.length < unsafePartsMax)
    notes.unsafeParts = [...notes.unsafeParts, ...findUnsafeParts(tag, written, count)].slice(0, unsafePartsMax)
  const tagName = replacements.get(tag) ?? tag
  if (!tags.includes(tag)) notes.isSimplified = true
  const checks = attributes.get(tagName) ?? {}
  const allowed: Attributes = {}
  for (const [name, value] of Object.entries(written)) {
    if (Object.hasOwn(checks, name) && checks[name]?.(value.trim())) allowed[name] = value.trim()
    else notes.isSimplified = true
  }
  if (tagName === 'a') {
    if (allowed['href']) return { tagName, attribs: { ...allowed, rel: 'noopener noreferrer' } }
    notes.isSimplified = true
    return withoutTag(tag)
  }
  if (tagName === 'img') {
    if (allowed['src'] && !allowed['alt']) notes.hasImageWithoutAlt = true
    if (allowed['src']) return { tagName, attribs: allowed }
    if (written['src']) notes.hasExternalImage = true
    notes.isSimplified = true
    return withoutTag(tag)
  }
  return { tagName, attribs: allowed }
}

/** An unknown tag name, so that the library removes the tag and keeps its content. */
function withoutTag(tag: string): sanitizeHtml.Tag {
  return { tagName: `${tag}-without-address`, attribs: {} }
}

/** The element if it is unsafe, otherwise its unsafe attributes, with the position. `count` is 1 for the first element of this name. */
function findUnsafeParts(tag: string, written: Attributes, count: number): string[] {
  const element = count === 1 ? `<${tag}>` : `<${tag}> number ${count}`
  if (tag.includes('script') || unsafeTags.has(tag.slice(tag.lastIndexOf(':') + 1).toLowerCase())) return [shorten(element)]
  return Object.entries(written).flatMap(([name, value]) => {
    if (unsafeAttribute.test(name)) return shorten(`${name} of ${element}`)
    if (textAttributes.has(name)) return []
    const plain = value.replace(/[\s\p{C}\p{Z}]+/gu, '').toLowerCase()
    const scheme = unsafeScheme.exec(plain) ?? (words('style srcset content').includes(name) && unsafeInside.exec(plain))
    return scheme ? shorten(`${name} of ${element}, which contains ${scheme[0]}`) : []
  })
}

function shorten(part: string): string {
  return part.length > partLengthMax ? `${Array.from(part).slice(0, partLengthMax).join('')}…` : part
}
