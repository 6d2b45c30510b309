/** Renders the Markdown of guides as HTML, with French spacing and quotes. `guide-lint.ts` checks the Markdown. */
import { Marked, type Token, type Tokens } from 'marked'
import { addressIn } from '#exam/languages.ts'
import { escapeHtml, plainText } from '#exam/plain-text.ts'

export const markdown = new Marked({
  renderer: {
    // English terms are in italics. Screen readers pronounce them in English.
    em({ tokens }) {
      return `<em lang="en">${this.parser.parseInline(tokens)}</em>`
    },
    link({ href, tokens }) {
      const isExternal = !href.startsWith('/')
      const language = findLanguage(href)
      const attributes = `${language ? ` hreflang="${language}"` : ''}${isExternal ? ' rel="external noopener"' : ''}`
      return `<a href="${escapeHtml(isExternal ? href : addressIn('fr', href))}"${attributes}>${this.parser.parseInline(tokens)}</a>`
    },
    table({ header, rows }) {
      const names = header.map(({ text: name }) => escapeHtml(typeset(name)))
      const head = header.map((cell) => `<th scope="col">${this.parser.parseInline(cell.tokens)}</th>`).join('')
      const body = rows.map(
        (row) => `<tr>${row.map((cell, i) => `<td data-label="${names[i]}">${this.parser.parseInline(cell.tokens)}</td>`).join('')}</tr>`,
      )
      return `<table class="table" data-stack=""><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>\n`
    },
  },
})

/** The language of a page on another site, from a locale at the start of its path: `fr` for `https://a.example/fr-fr/b`. */
function findLanguage(href: string): string | undefined {
  return /^https:\/\/[^/]+\/([a-z]{2})-[a-z]{2}(?:\/|$)/i.exec(href)?.[1]?.toLowerCase()
}

/** A heading and its content. */
export type GuidePart = { heading: string; tokens: Token[] }

/** The first part is the content before the first heading of the given depth. */
export function splitAtHeadings(tokens: readonly Token[], depth: number): GuidePart[] {
  const parts: GuidePart[] = [{ heading: '', tokens: [] }]
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === depth)
      parts.push({ heading: (token as Tokens.Heading).text, tokens: [] })
    else if (token.type !== 'space') parts.at(-1)?.tokens.push(token)
  }
  return parts
}

export function renderHtml(tokens: readonly Token[]): string {
  return typesetHtml(markdown.parser([...tokens]).trim())
}

/** A paragraph without its `<p>` element. */
export function renderInline(token: Token | undefined): string {
  return token ? renderHtml([token]).replace(/^<p>|<\/p>$/g, '') : ''
}

/**
 * Applies French typography: typographic apostrophes, and no-break spaces before punctuation, percent and euro signs, inside
 * quotation marks, and as thousands separators. Example: `l'examen : « oui » ?`.
 */
export function typeset(plain: string): string {
  return plain
    .replaceAll("'", '’')
    .replace(/ ([?!;])/g, '\u202f$1')
    .replace(/ ([:»%€])/g, '\u00a0$1')
    .replaceAll('« ', '«\u00a0')
    .replace(/(\d) (?=\d{3}(?!\d))/g, '$1\u202f')
}

/** Applies `typeset` to the text between tags, and keeps exam numbers on one line. */
function typesetHtml(html: string): string {
  return html
    .split(/(<[^>]*>)/)
    .map((piece, i) => (i % 2 === 1 ? piece : preventIdBreaks(typeset(piece.replaceAll('&#39;', "'")))))
    .join('')
}

/** Marks exam numbers in HTML text, so that no line breaks at their hyphen. */
export function preventIdBreaks(text: string): string {
  return text.replace(/\b[A-Z]{2}-\d{3}\b/g, '<span class="id">$&</span>')
}

/** The id of a heading, for links to it. Empty for a heading without letters or digits. */
export function createHeadingId(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The number of words in an HTML text: `l’examen MB-800` has two. */
export function countWords(html: string): number {
  return plainText(html)
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word)).length
}
