/** The words of an HTML text, without its markup. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * Plain text of sanitised HTML on one line: tags become nothing, or a space where they separate words; the entities
 * that the sanitiser writes are read back. For showing, comparing and searching; never to be put back into HTML.
 */
export function plainText(html: string): string {
  return html
    .replace(/<\/?(?:b|i|em|strong|code|a|span|sub|sup|u|s)(?:\s[^<>]*)?>/gi, '')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      decimal ? fromCode(Number(decimal)) : hex ? fromCode(parseInt(hex, 16)) : (named[String(name).toLowerCase()] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** Plain text as HTML, between tags or in an attribute within double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/**
 * Text as a search compares it: small letters without accents, `œ` as `oe`. Search words and what is searched go through
 * the same. Example: `'Écran Élève'` → `'ecran eleve'`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđð]/g, (letter) => ligatures[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Letters that Unicode does not take apart. */
const ligatures: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd' }

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
