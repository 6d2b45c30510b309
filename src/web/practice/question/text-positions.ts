/**
 * Positions of characters in a text on the page. Headings and buttons do not count. A section is shown without its heading, so the text of the whole
 * case study is the texts of its sections, one after the other.
 */
import type { TextMark } from '#exam/text-marks.ts'

function listTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('h3, button') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  return texts
}

/** The text whose characters are counted. */
export function readText(root: Node): string {
  return listTexts(root)
    .map(({ data }) => data)
    .join('')
}

/** The text of HTML that is not on the page. */
export function readTextOf(html: string): string {
  if (html === '') return ''
  const template = document.createElement('template')
  template.innerHTML = html
  return readText(template.content)
}

/** The part of an element's text that is in a range; empty if none of it is. */
export function toMark(root: Element, range: Range): TextMark {
  return { start: countBefore(root, range.startContainer, range.startOffset), end: countBefore(root, range.endContainer, range.endOffset) }
}

function countBefore(root: Element, container: Node, offset: number): number {
  const point = document.createRange()
  point.setStart(container, offset)
  let count = 0
  for (const text of listTexts(root)) {
    if (text === container) return count + offset
    if (point.comparePoint(text, 0) > 0) return count
    count += text.length
  }
  return count
}

/** The range of a mark in an element's text. */
export function toRange(root: Element, { start, end }: TextMark): Range {
  const range = document.createRange()
  range.selectNodeContents(root)
  let position = 0
  for (const text of listTexts(root)) {
    const next = position + text.length
    if (start >= position && start < next) range.setStart(text, start - position)
    if (end > position && end <= next) range.setEnd(text, end - position)
    position = next
  }
  return range
}
