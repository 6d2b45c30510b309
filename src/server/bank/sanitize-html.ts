/**
 * Which HTML a text of the bank may hold. Everything shown as HTML has passed through here.
 *
 * | kept                                       | with                                                                       |
 * |--------------------------------------------|----------------------------------------------------------------------------|
 * | paragraphs, lists, tables, code, emphasis  | numbers where a list starts and how many cells a cell spans                |
 * | links                                      | an address that `exam/address.ts` lets through; `noopener noreferrer`      |
 * | images                                     | the same for images, alternative text, width and height                    |
 *
 * Blocks that have an equal here become it: `<div>` is `<p>`, `<h1>` is `<h3>`. Of everything else the words stay and the
 * markup goes. Paragraphs without anything in them go, too.
 */
import sanitizeHtml from 'sanitize-html'
import { isImageAddress, isLinkAddress } from '#exam/address.ts'

/** What somebody wrote that may not be shown: something that runs or loads code, or only more than a text needs. */
export type HtmlFinding = 'unsafe' | 'simplified'

export type ExaminedHtml = {
  /** Safe to give to a browser. */
  readonly html: string
  readonly finding: HtmlFinding | undefined
  /** An image was taken away because it stands on another site. */
  readonly hasForeignImage: boolean
  /** An image stayed that has no alternative text. */
  readonly hasSilentImage: boolean
}

/** The text with everything removed that could run, load from elsewhere, or break the page. A second time changes nothing. */
export function sanitize(html: string): string {
  return examineHtml(html).html
}

/** Whether sanitising takes anything away, and whether that was dangerous. */
export function htmlFinding(html: string): HtmlFinding | undefined {
  return examineHtml(html).finding
}

/** Sanitises a text and says what was found in it. */
export function examineHtml(html: string): ExaminedHtml {
  const notes: Notes = { isUnsafe: false, isSimplified: /<[!?]/.test(html), hasForeignImage: false, hasSilentImage: false }
  const once = rewriteUnlessTooDeep(escapeOpenEnd(html), notes)
  // Taking tags out can leave elements in each other that a parser keeps apart, such as an item in an item.
  const again = once === html ? once : rewrite(once, { ...notes })
  const finding = notes.isUnsafe ? 'unsafe' : notes.isSimplified ? 'simplified' : undefined
  return { html: again, finding, hasForeignImage: notes.hasForeignImage, hasSilentImage: notes.hasSilentImage }
}

type Attributes = Record<string, string>
type Notes = { isUnsafe: boolean; isSimplified: boolean; hasForeignImage: boolean; hasSilentImage: boolean }

const markup = /[<>&]/

/** Elements in each other, counted before any is taken away. What is deeper loses its markup. */
const nestingMax = 30
/** From here on it is no text but an attack on the time a parser takes, and nothing is kept. */
const nestingRefused = 500
class TooDeep extends Error {}

const words = (text: string) => text.split(' ')

const tags = [
  words('p br pre blockquote h3 h4 ul ol li'),
  words('b i em strong u s sub sup code kbd'),
  words('table caption thead tbody tr th td a img'),
].flat()

const equals = new Map([
  ...words('div section article header footer main aside figure figcaption center dt dd').map((tag) => [tag, 'p'] as const),
  ...words('h1 h2').map((tag) => [tag, 'h3'] as const),
  ...words('h5 h6').map((tag) => [tag, 'h4'] as const),
  ...words('strike del').map((tag) => [tag, 's'] as const),
  ...words('tt samp').map((tag) => [tag, 'code'] as const),
])

const isNumber = (value: string) => /^\d{1,4}$/.test(value)
const cell = { colspan: isNumber, rowspan: isNumber }
const attributes = new Map<string, Record<string, (value: string) => boolean>>([
  ['a', { href: isLinkAddress, rel: () => true }],
  ['img', { src: isImageAddress, alt: () => true, width: isNumber, height: isNumber }],
  ['ol', { start: isNumber }],
  ['td', cell],
  ['th', { ...cell, scope: (value) => /^(?:row|col)(?:group)?$/.test(value) }],
])

/** Whoever writes one of these, or anything with `script` in its name, means more than a text. */
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
/** Attributes with words in them rather than an address. */
const wordAttributes = new Set(['alt', 'title', 'summary'])

const settings: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: Object.fromEntries([...attributes].map(([tag, checks]) => [tag, Object.keys(checks)])),
  allowedSchemes: ['https', 'http', 'mailto'],
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // What stands in these is no text.
  nonTextTags: words('script style textarea option xmp iframe noembed noframes'),
  nestingLimit: nestingMax,
}

function rewriteUnlessTooDeep(html: string, notes: Notes): string {
  try {
    return rewrite(html, notes)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    notes.isUnsafe = true
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

/** A `<` that begins no tag, as in "a<b", as text: a parser takes what follows for a tag that never ends, and drops it. */
function escapeOpenEnd(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end) + html.slice(end).replace(/<(?=[a-z/])/gi, '&lt;')
}

function rewriteTag(tag: string, written: Attributes, notes: Notes): sanitizeHtml.Tag {
  if (isUnsafeTag(tag, written)) notes.isUnsafe = true
  const tagName = equals.get(tag) ?? tag
  if (!tags.includes(tag)) notes.isSimplified = true
  const checks = attributes.get(tagName) ?? {}
  const kept: Attributes = {}
  for (const [name, value] of Object.entries(written)) {
    if (Object.hasOwn(checks, name) && checks[name]?.(value.trim())) kept[name] = value.trim()
    else notes.isSimplified = true
  }
  if (tagName === 'a') {
    if (kept['href']) return { tagName, attribs: { ...kept, rel: 'noopener noreferrer' } }
    notes.isSimplified = true
    return without(tag)
  }
  if (tagName === 'img') {
    if (kept['src'] && !kept['alt']) notes.hasSilentImage = true
    if (kept['src']) return { tagName, attribs: kept }
    if (written['src']) notes.hasForeignImage = true
    notes.isSimplified = true
    return without(tag)
  }
  return { tagName, attribs: kept }
}

/** A name that is no tag of ours, so that the sanitiser takes the tag away and leaves what is in it. */
function without(tag: string): sanitizeHtml.Tag {
  return { tagName: `${tag}-without-address`, attribs: {} }
}

function isUnsafeTag(tag: string, written: Attributes): boolean {
  if (tag.includes('script') || unsafeTags.has(tag.slice(tag.lastIndexOf(':') + 1).toLowerCase())) return true
  return Object.entries(written).some(([name, value]) => {
    if (unsafeAttribute.test(name)) return true
    if (wordAttributes.has(name)) return false
    const plain = value.replace(/[\s\p{C}\p{Z}]+/gu, '').toLowerCase()
    return unsafeScheme.test(plain) || (words('style srcset content').includes(name) && unsafeInside.test(plain))
  })
}
