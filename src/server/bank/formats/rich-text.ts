/** Turns the texts of other tools into HTML, which is sanitized later. */
import { marked } from 'marked'
import { escapeHtml, plainText } from '#exam/plain-text.ts'

/** Blank lines separate paragraphs, and other line breaks are kept. */
export function plainToHtml(text: string): string {
  return linesToHtml(escapeHtml(text))
}

/** The same for text that may have inline markup. Text with paragraphs or tables is not changed. */
export function linesToHtml(text: string): string {
  const trimmed = text.replaceAll('\r\n', '\n').trim()
  if (!trimmed.includes('\n') || /<(?:p|div|table|ul|ol|pre|br|h\d)\b/i.test(trimmed)) return trimmed
  const paragraphs = trimmed.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replaceAll('\n', '<br />'))
  return paragraphs.length === 1 ? (paragraphs[0] ?? '') : paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')
}

export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false, gfm: true }).trim()
}

/** Content without a paragraph around all of it, as our options are written. Paragraphs that our exports mark are kept. */
export function unwrapParagraph(html: string): string {
  const [, inner] = /^\s*<(p|div)(?!\sclass="praxam-)(?:\s[^>]*)?>((?:(?!<\/?(?:p|div)\b)[^])*)<\/\1>\s*$/i.exec(html)?.slice(1) ?? []
  return (inner ?? html).replace(/(?:<br\s*\/?>|&nbsp;|\s)+$/i, '').trim()
}

export function isBlankHtml(html: string): boolean {
  return plainText(html) === '' && !/<img\b/i.test(html)
}

/** Several texts as one, without blank ones. */
export function joinHtml(...parts: readonly string[]): string {
  const filled = parts.filter((part) => !isBlankHtml(part))
  return filled.length > 1
    ? filled.map((part) => (/^\s*<(?:p|ul|ol|table|pre|h\d|div)\b/i.test(part) ? part : `<p>${part}</p>`)).join('')
    : (filled[0] ?? '')
}

const pageAddress = /https:\/\/(?:learn|docs)\.microsoft\.com\/[^\s"'<>)\]]+/i

/** The first official page that a text names, which is the reference of the question. */
export function findReference(...texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [found] = pageAddress.exec(text) ?? []
    if (found) return found.replaceAll('&amp;', '&').replace(/[.,;:]+$/, '')
  }
  return undefined
}

const formula = /\\\(|\\\[|\$\$|<math\b/

/** Whether a text has a formula, which is shown as it is written. */
export function hasFormula(...texts: readonly string[]): boolean {
  return texts.some((text) => formula.test(text))
}
