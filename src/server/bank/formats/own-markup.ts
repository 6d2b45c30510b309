/**
 * Writes and reads the parts of a question for which other formats have no field. Exports write them as visible HTML with our own class, and
 * imports read them back. `docs/formats.md` lists which format needs which part.
 *
 * | part                                              | written as                                                                  |
 * |---------------------------------------------------|-----------------------------------------------------------------------------|
 * | case study, before the question                   | `<div class="praxam-case-study" id="case-7"><h3>Title</h3>…</div>`          |
 * | reasons of options without a field for feedback   | `<table class="praxam-reasons"><tbody><tr><td>B</td><td>option</td><td>reason</td></tr>…` |
 * | an entry of a list that is one paragraph          | `<p class="praxam-paragraph">…</p>`, because imports unwrap a single paragraph |
 * | completion of a drop-down question                | see `own-completion.ts`                                                     |
 * | reference, at the end of the explanation          | `<p class="praxam-reference">Reference: <a href="…">…</a></p>`              |
 */
import type { BankQuestion } from '#exam/bank-file/index.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { letterOf, positionOf, type CaseStudy } from '#exam/question.ts'
import { childrenOf, innerHtml, outerHtml, parseXml, textOf, type XmlElement, type XmlNode } from '#server/bank/formats/xml.ts'

const classes = { caseStudy: 'praxam-case-study', reasons: 'praxam-reasons', reference: 'praxam-reference' } as const

/** The case study, if there is one, and then the text of the question. */
export function printText({ text }: Pick<BankQuestion, 'text'>, caseStudy: CaseStudy | undefined): string {
  if (!caseStudy) return text
  const { id, title, content } = caseStudy
  return `<div class="${classes.caseStudy}" id="${identifierOf('case', id)}"><h3>${escapeHtml(title)}</h3>${content}</div>${text}`
}

/** The explanation with the reference, plus the explanations of options for formats that have no field for them. */
export function printExplanation(question: BankQuestion, { withReasons }: { withReasons: boolean }): string {
  const { explanation, reference } = question
  const reasons = withReasons ? printReasons(question) : ''
  const address = escapeHtml(reference)
  return `${explanation}${reasons}<p class="${classes.reference}">Reference: <a href="${address}">${address}</a></p>`
}

function printReasons({ options, optionExplanations }: BankQuestion): string {
  const rows = options.flatMap((option, i) =>
    optionExplanations[i] ? [`<tr><td>${letterOf(i)}</td><td>${option}</td><td>${optionExplanations[i]}</td></tr>`] : [],
  )
  return rows.length === 0 ? '' : `<table class="${classes.reasons}"><tbody>${rows.join('')}</tbody></table>`
}

/** Marks a single paragraph around an option, reason, prompt, or item, so that imports keep the paragraph. */
export function keepParagraph(html: string): string {
  return /^<p>(?:(?!<\/?p>)[^])*<\/p>$/.test(html) ? html.replace('<p>', '<p class="praxam-paragraph">') : html
}

/** Whether `printExplanation` wrote this HTML. */
export function isOwnExplanation(html: string): boolean {
  return html.includes(`<p class="${classes.reference}">`)
}

/** Separates the case study that `printText` added from the text. */
export function readText(html: string): { text: string; caseStudy?: CaseStudy } {
  const nodes = html.includes(classes.caseStudy) ? parseNodes(html) : undefined
  const found = nodes?.find((node) => hasClass(node, classes.caseStudy))
  const id = found && idOf('case', found.attributes.get('id') ?? '')
  if (!nodes || !found || id === undefined) return { text: html }
  const title = childrenOf(found)[0]
  const content = found.children.filter((node) => node !== title)
  return {
    text: printNodes(nodes.filter((node) => node !== found)),
    caseStudy: { id, title: textOf(title), content: printNodes(content) },
  }
}

/** Separates the parts that `printExplanation` added from the explanation. `reasons`: the reason for each option, by position. */
export function readExplanation(html: string): { explanation: string; reference?: string; reasons?: ReadonlyMap<number, string> } {
  const nodes = html.includes('class="praxam-') ? parseNodes(html) : undefined
  if (!nodes) return { explanation: html }
  const reference = nodes.find((node) => hasClass(node, classes.reference))
  const reasons = nodes.find((node) => hasClass(node, classes.reasons))
  const link = reference && childrenOf(reference, 'a')[0]?.attributes.get('href')
  return {
    explanation: printNodes(nodes.filter((node) => node !== reference && node !== reasons)),
    ...(link !== undefined && { reference: link }),
    ...(reasons && { reasons: readReasons(reasons) }),
  }
}

function readReasons(table: XmlElement): Map<number, string> {
  const rows = childrenOf(table, 'tbody').flatMap((body) => childrenOf(body, 'tr'))
  return new Map(
    rows.flatMap((row) => {
      const [letter, , reason] = childrenOf(row, 'td')
      return letter && reason ? [[positionOf(textOf(letter)), innerHtml(reason)] as const] : []
    }),
  )
}

export function parseNodes(html: string): readonly XmlNode[] | undefined {
  try {
    // In HTML, these elements have no closing tag.
    const closed = html.replace(/<(br|hr|img|col|wbr)\b([^>]*?)\/?>/gi, '<$1$2/>')
    return parseXml(`<div>${closed}</div>`).children
  } catch {
    // If another program rewrote the HTML so that it is no longer XML, the parts stay in the text.
    return undefined
  }
}

export function hasClass(node: XmlNode, name: string): node is XmlElement {
  return typeof node !== 'string' && (node.attributes.get('class') ?? '').split(/\s+/).includes(name)
}

export function printNodes(nodes: readonly XmlNode[]): string {
  return nodes.map(outerHtml).join('')
}

/** An XML identifier that contains the id: `case-7`, or `case_6f62` with the hexadecimal UTF-8 bytes of an id with other characters. */
export function identifierOf(prefix: string, id: string): string {
  return /^[\w-]+$/.test(id) ? `${prefix}-${id}` : `${prefix}_${Buffer.from(id).toString('hex')}`
}

/** The id in an identifier of `identifierOf`; `undefined` for every other identifier. */
export function idOf(prefix: string, identifier: string): string | undefined {
  const written = identifier.startsWith(prefix) ? identifier.slice(prefix.length) : ''
  if (/^-[\w-]+$/.test(written)) return written.slice(1)
  return /^_(?:[\da-f]{2})+$/.test(written) ? Buffer.from(written.slice(1), 'hex').toString() : undefined
}
