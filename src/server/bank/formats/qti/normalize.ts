/**
 * Converts the names of QTI 2.1, 2.2, and 3.0 to the names of 3.0 without its prefix:
 *
 * | written in 2.x                              | written in 3.0                                       | read as                |
 * |---------------------------------------------|------------------------------------------------------|------------------------|
 * | `<simpleChoice identifier="A">`             | `<qti-simple-choice identifier="A">`                 | `simple-choice`        |
 * | `responseIdentifier="R"`                    | `response-identifier="R"`                            | `response-identifier`  |
 * | `<p class="a">`                             | `<p class="a">`                                      | `p`                    |
 */
import type { XmlElement } from '#server/bank/formats/xml.ts'

export function normalizeQti(element: XmlElement): XmlElement {
  return {
    ...element,
    name: normalizeName(element.name.replace(/^qti-/, '')),
    attributes: new Map([...element.attributes].map(([name, value]) => [normalizeName(name), value])),
    children: element.children.map((child) => (typeof child === 'string' ? child : normalizeQti(child))),
  }
}

function normalizeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? letter.toLowerCase() : `-${letter.toLowerCase()}`))
}
