/** Converts MathML to a line of text: fractions with `/`, powers with `^`, subscripts with `_`. */
import { childrenOf, textOf, type XmlElement } from '#server/bank/formats/xml.ts'

export function formatMath(element: XmlElement): string {
  const parts = childrenOf(element)
  const [first = '', second = '', third = ''] = parts.map(formatMath)
  switch (element.name) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`
    case 'msup':
    case 'mover':
      return `${first}^${group(second)}`
    case 'msub':
    case 'munder':
      return `${first}_${group(second)}`
    case 'msubsup':
    case 'munderover':
      return `${first}_${group(second)}^${group(third)}`
    case 'msqrt':
      return `√(${parts.map(formatMath).join('')})`
    case 'mroot':
      return `root ${group(second)} of (${first})`
    case 'mfenced':
      return `(${parts.map(formatMath).join(', ')})`
    case 'semantics':
      return first
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return parts.length > 0 ? parts.map(formatMath).join('') : textOf(element).replace(/\s+/g, ' ').trim()
  }
}

function group(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`
}
