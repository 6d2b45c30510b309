/** Prints XML. Characters that XML cannot contain are left out. */

/** Text for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return cleanXml(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Removes control characters and the two code points that are not characters. */
export function cleanXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}

export type XmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element. `children` are XML; attributes without a value are left out. */
export function printElement(name: string, attributes: XmlAttributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .flatMap(([attribute, value]) => (value === undefined ? [] : [` ${attribute}="${escapeAttribute(String(value))}"`]))
    .join('')
  const content = children.join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** A parser would turn line breaks and tabs in attributes into spaces. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll('\n', '&#10;').replaceAll('\r', '&#13;').replaceAll('\t', '&#9;')
}

/** A CDATA section, for HTML inside XML. */
export function cdata(text: string): string {
  return `<![CDATA[${cleanXml(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
