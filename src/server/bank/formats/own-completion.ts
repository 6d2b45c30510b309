/**
 * Writes the completion of a drop-down question for formats that have no such questions, as visible HTML after the text of the question, and
 * reads it back in an import.
 *
 * ```html
 * <div class="praxam-completion">
 *   <pre>Item Card | 1920-S
 * # Item
 * Costing Method: [[1]]</pre>                                               the form, see exam/bank-file/drawn-form-text.ts
 *   <div class="praxam-content"><p>The content with [[2]].</p></div>
 *   <table class="praxam-blanks"><tbody><tr><td>Label</td><td>Choice</td><td>Choice</td></tr></tbody></table>
 * </div>
 * ```
 */
import type { Completion } from '#exam/completion.ts'
import { formatDrawnForm, parseDrawnForm } from '#exam/bank-file/drawn-form-text.ts'
import { escapeHtml } from '#exam/plain-text.ts'
import { hasClass, parseNodes, printNodes } from '#server/bank/formats/own-markup.ts'
import { childrenOf, innerHtml, textOf } from '#server/bank/formats/xml.ts'

const classes = { completion: 'praxam-completion', content: 'praxam-content', blanks: 'praxam-blanks' } as const

export function printOwnCompletion({ form, content, blanks }: Completion): string {
  const rows = blanks.map(({ label, choices }) => {
    const cells = [label, ...choices].map((text) => `<td>${escapeHtml(text)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  return [
    `<div class="${classes.completion}">`,
    ...(form ? [`<pre>${escapeHtml(formatDrawnForm(form))}</pre>`] : []),
    ...(content === '' ? [] : [`<div class="${classes.content}">${content}</div>`]),
    `<table class="${classes.blanks}"><tbody>${rows.join('')}</tbody></table></div>`,
  ].join('')
}

/** Separates the completion that `printOwnCompletion` added from the text. */
export function readOwnCompletion(html: string): { text: string; completion?: Completion } {
  const nodes = html.includes(classes.completion) ? parseNodes(html) : undefined
  const found = nodes?.find((node) => hasClass(node, classes.completion))
  if (!nodes || !found) return { text: html }
  const parts = childrenOf(found)
  const content = parts.find((node) => hasClass(node, classes.content))
  const rows = parts
    .filter((node) => hasClass(node, classes.blanks))
    .flatMap((table) => childrenOf(table, 'tbody'))
    .flatMap((body) => childrenOf(body, 'tr'))
  const blanks = rows.map((row) => {
    const [label = '', ...choices] = childrenOf(row, 'td').map((cell) => textOf(cell))
    return { label, choices }
  })
  const form = parts.find(({ name }) => name === 'pre')
  return {
    text: printNodes(nodes.filter((node) => node !== found)),
    completion: { form: form ? parseDrawnForm(textOf(form)) : null, content: content ? innerHtml(content) : '', blanks },
  }
}
