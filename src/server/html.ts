/** Which HTML a text of the bank may hold. Everything shown as HTML has passed through here. */
import sanitizeHtml from 'sanitize-html'

const settings: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'b',
    'i',
    'em',
    'strong',
    'u',
    's',
    'sub',
    'sup',
    'code',
    'pre',
    'kbd',
    'blockquote',
    'ul',
    'ol',
    'li',
    'h3',
    'h4',
    'table',
    'caption',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'a',
    'img',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto'],
  // Images come from this site alone: the content policy allows no others.
  allowedSchemesByTag: { img: [] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 12,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
}

/** The text with everything removed that could run, load from elsewhere, or break the page. Safe to give to a browser. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, settings)
}

/** Whether sanitising would take anything away: then somebody wrote what may not be shown, by mistake or otherwise. */
export function isSafeHtml(html: string): boolean {
  return sanitizeHtml(html, everything) === sanitise(html)
}

/** Rewrites HTML in the same manner and keeps all of it, so that only what is forbidden makes a difference. */
const everything: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowedSchemesAppliedToAttributes: [],
  allowVulnerableTags: true,
  transformTags: settings.transformTags ?? {},
}
