/**
 * Converts texts of QTI 1.2 to HTML. `mattext` holds text or HTML, which some tools escape and others write as elements.
 *
 * | written                                                          | result                         |
 * |------------------------------------------------------------------|--------------------------------|
 * | `<mattext texttype="text/html">&lt;b&gt;x&lt;/b&gt;</mattext>`    | `<b>x</b>`                     |
 * | `<mattext texttype="text/plain">a &lt; b</mattext>`               | `a &lt; b`                     |
 * | `<mattext>` without a type                                       | HTML if it contains a tag       |
 * | `<mat_formattedtext type="HTML">` of Blackboard                  | HTML                           |
 * | `<matimage uri="a.png"/>`, `<matapplication uri="a.pdf"/>`       | an image, a note               |
 */
import { escapeHtml, plainText, shorten } from '#exam/plain-text.ts'
import { childrenOf, innerHtml, textOf, type XmlElement } from '#server/bank/formats/xml.ts'
import { markImages, packageImage } from '#server/bank/formats/qti/package-images.ts'
import type { NoteLeftOut } from '#server/bank/formats/qti/question.ts'

export type MaterialWriter = { path: string; note: NoteLeftOut }

const tag = /<\/?(?:p|br|b|i|em|strong|u|sub|sup|span|div|img|table|ul|ol|li|font|a|h[1-6]|pre|code|tt)\b[^>]*>/i

/** The HTML of all material inside an element. `isOther` selects elements whose content is not part of this text. */
export function writeMaterial(
  element: XmlElement,
  writer: MaterialWriter,
  isOther: (element: XmlElement) => boolean = () => false,
): string {
  return childrenOf(element)
    .filter((child) => !isOther(child))
    .map((child) => writePart(child, writer) ?? writeMaterial(child, writer, isOther))
    .filter((html) => html !== '')
    .join(' ')
    .trim()
}

/** `undefined` for an element that only contains other elements. */
function writePart(element: XmlElement, writer: MaterialWriter): string | undefined {
  const { name, attributes } = element
  const address = attributes.get('uri') ?? ''
  switch (name) {
    case 'mattext':
    // WebCT writes true and false this way.
    case 'localizable_mattext':
      return writeText(element, attributes.get('texttype') ?? '', writer)
    case 'matemtext':
      return `<em>${writeText(element, attributes.get('texttype') ?? '', writer)}</em>`
    case 'mat_formattedtext':
      return writeText(element, attributes.get('type') === 'PLAIN_TEXT' ? 'text/plain' : 'text/html', writer)
    case 'matbreak':
      return '<br>'
    case 'matimage':
      return writeImage(address, attributes.get('label') ?? '', element, writer)
    case 'mataudio':
    case 'matvideo':
    case 'matapplication':
    case 'matapplet': {
      if (/\.(?:png|jpe?g|gif|webp|avif)$/i.test(address)) return writeImage(address, attributes.get('label') ?? '', element, writer)
      writer.note('text', `has the file ${shorten(address || (attributes.get('label') ?? ''), 80)}, which is left out`)
      return ''
    }
    default:
      return undefined
  }
}

function writeText(element: XmlElement, type: string, { path }: MaterialWriter): string {
  if (childrenOf(element).length > 0) return markImages(innerHtml(element), path).trim()
  const text = textOf(element)
  const isHtml = /html|xhtml/i.test(type) || (type === '' && tag.test(text))
  if (isHtml) return markImages(text, path).trim()
  return escapeHtml(text.trim()).replace(/\r?\n/g, '<br>')
}

function writeImage(address: string, label: string, element: XmlElement, { path, note }: MaterialWriter): string {
  if (address === '') {
    if (textOf(element).trim() !== '') note('text', 'has an image inside the file in a form that is not read')
    return ''
  }
  return `<img src="${escapeHtml(packageImage(address, path))}" alt="${escapeHtml(label)}">`
}

export function isEmptyHtml(html: string): boolean {
  return plainText(html) === '' && !html.includes('<img')
}
