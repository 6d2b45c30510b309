/**
 * Reads untrusted XML. It is the only module that parses XML.
 *
 * | file                                   | result                                                              |
 * |----------------------------------------|---------------------------------------------------------------------|
 * | `<!DOCTYPE q SYSTEM "q.dtd">`          | ignored; nothing is ever loaded                                     |
 * | `<!DOCTYPE q [<!ENTITY a "b">]>`       | error: entities that a file declares are never expanded             |
 * | `&nbsp;`, `&eacute;`                   | the character, because many tools write HTML names into XML          |
 * | not well-formed, cut off               | error with line and column                                          |
 * | nested too deeply                      | error with the line                                                 |
 *
 * Errors are `ImportProblem`s, whose messages are sentences for the user. Namespaces are not resolved: element names lose
 * their prefix, and attribute names keep it.
 */
import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import { escapeHtml } from '#exam/plain-text.ts'
import { unreadable } from '#server/bank/import/messages.ts'

/** `name` is without a prefix, `attributes` have their written names. `line` counts from 1. */
export type XmlElement = {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  readonly line: number
}
export type XmlNode = XmlElement | string

/**
 * A complete element, and the elements that contain it, starting with the root. The containing elements have only the children before the
 * record.
 */
export type XmlRecord = { readonly element: XmlElement; readonly ancestors: readonly XmlElement[] }

/** Decides from the start of an element whether it is a record. */
export type IsXmlRecord = (element: XmlElement, ancestors: readonly XmlElement[]) => boolean

type OpenElement = XmlElement & { readonly children: XmlNode[] }

const depthMax = 100
const attributesMax = 500
/** Elements and texts of one record. */
const nodesMax = 100_000
/** Maximum number of children that are kept outside records, such as the title of a file. */
const outerNodesMax = 10_000

/**
 * Yields each record of a file as soon as it is complete, so that a large file needs little memory. Elements inside a record are part of it, and
 * are never records themselves. `where` names the file in messages when there are several: `item1.xml: `.
 *
 * @throws {ImportProblem}
 */
export function* readXmlRecords(pieces: Iterable<string>, isRecord: IsXmlRecord, where = ''): Generator<XmlRecord> {
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.ENTITIES = htmlEntities
  const open: OpenElement[] = []
  let complete: XmlRecord[] = []
  /** The position in `open` of the current record. */
  let recordDepth: number | undefined
  let nodes = 0
  let outerNodes = 0
  let startLine = 1
  const fail = (reason: string, line: number = parser.line): never => {
    throw unreadable(`${where}Line ${line}: ${reason}.`)
  }
  const add = (node: XmlNode) => {
    nodes += 1
    if (recordDepth !== undefined && nodes > nodesMax) fail(`an element has more than ${nodesMax.toLocaleString('en')} parts`)
    if (recordDepth === undefined && ++outerNodes > outerNodesMax) return
    open.at(-1)?.children.push(node)
  }
  parser.on('error', ({ message }) => {
    const last = open.at(-1)
    const cut = /unclosed tag/.test(message) && last ? `; the file ends inside <${last.name}> of line ${last.line}` : ''
    throw unreadable(
      `${where}The file is not XML. Line ${parser.line}, column ${parser.columnIndex + 1}: ${explain(message)}${cut}. Export it again.`,
    )
  })
  parser.on('doctype', (text) => {
    if (text.includes('<!ENTITY')) fail('the document type declares entities, which are not read; remove the declaration')
  })
  parser.on('opentagstart', () => {
    startLine = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    const entries = Object.entries(attributes)
    if (open.length >= depthMax) fail(`elements are nested more than ${depthMax} deep`)
    if (entries.length > attributesMax) fail(`an element has more than ${attributesMax} attributes`)
    const element: OpenElement = { name: name.slice(name.indexOf(':') + 1), attributes: new Map(entries), children: [], line: startLine }
    if (recordDepth === undefined && isRecord(element, open)) {
      recordDepth = open.length
      nodes = 0
    } else add(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element || recordDepth !== open.length) return
    complete.push({ element, ancestors: [...open] })
    recordDepth = undefined
  })
  const addText = (text: string) => {
    if (recordDepth !== undefined || text.trim() !== '') add(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (const piece of pieces) {
    parser.write(piece)
    yield* complete
    complete = []
  }
  parser.close()
  yield* complete
}

/**
 * The root element of a small file.
 *
 * @throws {ImportProblem}
 */
export function parseXml(text: string, where = ''): XmlElement {
  for (const { element } of readXmlRecords([text], (_, ancestors) => ancestors.length === 0, where)) return element
  throw unreadable(`${where}The file is not XML. It has no element.`)
}

/** The name of the first element, without a prefix, in the start of a file. */
export function findRootName(start: string): string | undefined {
  return rootStart.exec(start)?.[1]
}

const rootStart = /^\s*(?:<\?[^>]*\?>\s*|<!--[^]*?-->\s*|<!DOCTYPE[^[>]*(?:\[[^\]]*\])?\s*>\s*)*<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/

/** All child elements, or only those with the name. */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name))
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name)
}

/** All descendants with one of the names, in the order of the file. */
export function findAll(element: XmlElement, ...names: string[]): XmlElement[] {
  return childrenOf(element).flatMap((child) => [...(names.includes(child.name) ? [child] : []), ...findAll(child, ...names)])
}

/** All text inside, without markup. */
export function textOf(element: XmlElement | undefined): string {
  return element?.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('') ?? ''
}

const voidTags = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** The content of an element as HTML. It is not sanitized. */
export function innerHtml(element: XmlElement | undefined): string {
  return element?.children.map(outerHtml).join('') ?? ''
}

export function outerHtml(node: XmlNode): string {
  if (typeof node === 'string') return escapeHtml(node)
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  const start = `<${node.name}${attributes}>`
  return voidTags.has(node.name) ? start : `${start}${innerHtml(node)}</${node.name}>`
}

/** The characters of HTML names such as `nbsp`; `undefined` for every other name, which is an error. */
const htmlEntities = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, name): string | undefined => {
      const written = `&${String(name)};`
      const decoded = decodeHTMLStrict(written)
      return decoded === written ? undefined : decoded
    },
  },
)

/** Turns a message of the parser into a sentence fragment for the user. */
function explain(message: string): string {
  const reason = message.replace(/^(?:[^:]*:)?\d+:\d+: /, '').replace(/\.$/, '')
  if (/undefined entity/.test(reason)) return 'an entity such as &name; is unknown; entities that a file declares are not read'
  if (/document must contain a root element/.test(reason)) return 'the file has no element'
  if (/only one root/.test(reason))
    return 'the first element has ended; one element, such as <quiz> in Moodle XML, must be around all others'
  if (/outside of root/.test(reason)) return 'text is before the first element or after its end'
  return reason
}
