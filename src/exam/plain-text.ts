/** Converts HTML to plain text and back, and folds text for searching. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Plain text of sanitized HTML, on one line. Inline tags are removed, other tags become spaces, and entities are decoded. For display,
 * comparison, and search. Do not insert the result into HTML.
 */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:b|i|em|strong|code|a|span|sub|sup|u|s)(?:\s[^<>]*)?>/gi, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(entities, decodeEntity)
    .replace(longSpaces, ' ')
    .trim()
}

/** White space that is not a single space. Most texts have none. */
const longSpaces = / \s+|[^\S ]\s*/g

/** The text between two HTML tags, or the value of an attribute, with its entities decoded. */
export function decodeEntities(text: string): string {
  return text.replace(entities, decodeEntity)
}

const entities = /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi

function decodeEntity(entity: string, decimal?: string, hex?: string, name = ''): string {
  return decimal ? fromCode(Number(decimal)) : hex ? fromCode(parseInt(hex, 16)) : (named[name.toLowerCase()] ?? entity)
}

/** The text, or its start with an ellipsis if it is longer than `lengthMax` characters. */
export function shorten(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax).trimEnd()}…` : text
}

/** Escapes plain text for use as HTML content or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Normalizes text for searching: lower case, without accents, `œ` as `oe`. Apply it to the search words and to the searched text.
 * Example: `'Écran Élève'` → `'ecran eleve'`.
 */
export function foldText(text: string): string {
  // Most texts are ASCII only, so they take a shortcut.
  const letters = /[^ -~\s]/.test(text) ? foldLetters(text) : text.toLowerCase()
  return letters.replace(longSpaces, ' ').trim()
}

function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđð]/g, (letter) => ligatures[letter] ?? letter)
}

/** Letters that Unicode normalization does not change. */
const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd' }

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
