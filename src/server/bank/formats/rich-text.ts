/** Converts texts from other tools to HTML, which is sanitized later. */
import { marked } from 'marked'
import { isRecord, type RawObject } from '#exam/bank-file/index.ts'
import { escapeHtml, plainText } from '#exam/plain-text.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** Blank lines separate paragraphs, and other line breaks are kept. */
export function plainToHtml(text: string): string {
  return linesToHtml(escapeHtml(text))
}

/** Like `plainToHtml`, for text that may have inline markup. Text that already has paragraphs, lists, or tables is only trimmed. */
export function linesToHtml(text: string): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim()
  if (!trimmed.includes('\n') || /<(?:p|div|table|ul|ol|pre|br|h\d)\b/i.test(trimmed)) return trimmed
  const paragraphs = trimmed.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replaceAll('\n', '<br />'))
  return paragraphs.length === 1 ? (paragraphs[0] ?? '') : paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
}

const htmlTags =
  'a abbr b big blockquote br caption center code dd del div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark math ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var'
const htmlTag = new RegExp(`</?(?:${htmlTags.replaceAll(' ', '|')})(?=[\\s/>])[^<>]*>`, 'i')
const htmlEntity = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i

/** Whether a text has tags or entities of HTML. `List<String>` has none. */
export function hasHtml(text: string): boolean {
  return htmlTag.test(text) || htmlEntity.test(text)
}

/** Converts a text that may be plain or HTML. In HTML, anything that only looks like a tag, such as `List<String>`, is text. */
export function mixedToHtml(text: string): string {
  return hasHtml(text) ? linesToHtml(escapeOtherTags(text)) : plainToHtml(text)
}

export function escapeOtherTags(html: string): string {
  return html.replace(/<(?=[a-z])[^<>]*>/gi, (tag) => (htmlTag.test(tag) || unsafeTag.test(tag) ? tag : escapeHtml(tag)))
}

/** Unsafe elements. They remain tags, so that a later step removes and reports them. */
const unsafeTag = /^<(?:script|style|iframe|object|embed|video|audio|source|form|input|button|select|textarea|svg|link|meta)\b/i

export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false, gfm: true }).trim()
}

/** Removes a single paragraph around the content, because our options need none. Paragraphs that our exports mark are kept. */
export function unwrapParagraph(html: string): string {
  const [, inner] = /^\s*<(p|div)(?!\sclass="praxam-)(?:\s[^>]*)?>((?:(?!<\/?(?:p|div)\b)[^])*)<\/\1>\s*$/i.exec(html)?.slice(1) ?? []
  return trimBreaks(inner ?? html)
}

/** Removes spaces at both ends and line breaks at the end. A single pattern for this would be slow on many consecutive spaces. */
function trimBreaks(html: string): string {
  let trimmed = html.trim()
  for (;;) {
    const [end = ''] = /(?:<br ?\/?>|&nbsp;)$/i.exec(trimmed.slice(-6)) ?? []
    if (end === '') return trimmed
    trimmed = trimmed.slice(0, -end.length).trimEnd()
  }
}

/** Matches a character outside tags. Most texts have one, so `plainText` is rarely needed. */
const visible = /(?:^|>)\s*[^\s<&]/

export function isBlankHtml(html: string): boolean {
  return !visible.test(html) && plainText(html) === '' && !/<img\b/i.test(html)
}

/** Joins texts as paragraphs. Blank texts are skipped. */
export function joinHtml(...parts: readonly string[]): string {
  const filled = parts.filter((part) => !isBlankHtml(part))
  return filled.length > 1
    ? filled.map((part) => (/^\s*<(?:p|ul|ol|table|pre|h\d|div)\b/i.test(part) ? part : `<p>${part}</p>`)).join('')
    : (filled[0] ?? '')
}

const pageAddress = /https:\/\/(?:learn|docs)\.microsoft\.com\/[^\s"'<>)\]]+/i

/** The first official page that a text links to or mentions. It becomes the reference of the question. */
export function findReference(...texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [found] = pageAddress.exec(text) ?? []
    if (found) return found.replaceAll('&amp;', '&').replace(/[.,;:]+$/, '')
  }
  return undefined
}

const image = /<img\b(?:[^<>"']|"[^"]*"|'[^']*')*>/gi
/** The address in one tag that `image` finds. */
const imageAddress = /^<img\b(?:[^<>"']|"[^"]*"|'[^']*')*?\bsrc\s*=\s*["']?([^"'\s>]+)/i

/** Removes images that refer to separate files, which a text file cannot include, and notes each of them. */
export function dropFileImages(item: RawObject): { item: RawObject; leftOut: ValidationIssue[] } {
  const leftOut: ValidationIssue[] = []
  const drop = (field: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((entry) => drop(field, entry))
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, drop(field, entry)]))
    if (typeof value !== 'string') return value
    return value.replace(image, (tag) => {
      const [, address] = imageAddress.exec(tag) ?? []
      if (address === undefined || /^(?:https?:|data:|\/)/i.test(address)) return tag
      const name = address.slice(address.lastIndexOf('/') + 1)
      leftOut.push({ field, reason: `shows ${name}, which is not in the file; upload it` })
      return ''
    })
  }
  return { item: Object.fromEntries(Object.entries(item).map(([field, value]) => [field, drop(field, value)])), leftOut }
}

const formula = /\\\(|\\\[|\$\$|<math\b/

/** Whether a text has a formula, which is shown as it is written. */
export function hasFormula(...texts: readonly string[]): boolean {
  return texts.some((text) => formula.test(text))
}
