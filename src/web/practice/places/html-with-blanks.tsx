/**
 * Renders HTML from the bank with controls at its marks (`exam/completion.ts`). The HTML must come from the server's sanitizer: it is well
 * formed, has only known elements and attributes, and writes `<` and `>` in attributes as entities.
 */
import { createElement } from 'react'
import { splitAtBlanks } from '#exam/completion.ts'
import { decodeEntities } from '#exam/plain-text.ts'

type Props = { html: string; renderBlank: (blank: number) => React.ReactNode }

type OpenElement = { tag: string; attributes: Record<string, string>; children: React.ReactNode[] }

const voidTags = new Set(['br', 'img'])
/** Text between the children of these elements is only white space. */
const textless = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol'])
const attributeNames: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' }

export function HtmlWithBlanks({ html, renderBlank }: Props) {
  return <>{parse(html, renderBlank)}</>
}

function parse(html: string, renderBlank: Props['renderBlank']): React.ReactNode[] {
  const root: OpenElement = { tag: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, closing, tag, attributes = '', text] of html.matchAll(/<(\/?)([a-z][a-z\d]*)([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1) ?? root
    if (text !== undefined) {
      if (!textless.has(parent.tag)) parent.children.push(...renderText(text, renderBlank))
    } else if (closing) {
      if (open.length > 1) close(open)
    } else if (tag) {
      open.push({ tag, attributes: parseAttributes(attributes), children: [] })
      if (voidTags.has(tag)) close(open)
    }
  }
  return root.children
}

function close(open: OpenElement[]): void {
  const element = open.pop()
  const siblings = open.at(-1)?.children
  if (!element || !siblings) return
  const { tag, attributes, children } = element
  const key = siblings.length
  const node = createElement(tag, { ...attributes, key }, ...children)
  siblings.push(
    tag === 'table' ? (
      <div key={key} className="table-wrap">
        {node}
      </div>
    ) : (
      node
    ),
  )
}

function renderText(text: string, renderBlank: Props['renderBlank']): React.ReactNode[] {
  return splitAtBlanks(text).map((part) => (typeof part === 'number' ? renderBlank(part) : decodeEntities(part)))
}

function parseAttributes(text: string): Record<string, string> {
  const found = Array.from(text.matchAll(/([a-z]+)="([^"]*)"/g), ([, name = '', value = '']) => [
    attributeNames[name] ?? name,
    decodeEntities(value),
  ])
  return Object.fromEntries(found) as Record<string, string>
}
