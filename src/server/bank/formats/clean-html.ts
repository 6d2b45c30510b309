/**
 * Prepares HTML from other tools for our check, which refuses unsafe HTML: stores `data:` images, and removes what the sanitizer
 * does not allow, such as an embedded video. Everything that is removed is reported.
 */
import { isRecord, type RawObject } from '#exam/bank-file/index.ts'
import type { FormatFile } from '#server/bank/formats/format.ts'
import { examineHtml } from '#server/bank/sanitize-html.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** `problems` lists images because of which the question is refused. `isSimplified`: formatting was removed, but all words remain. */
export type HtmlNotes = { leftOut: ValidationIssue[]; problems: ValidationIssue[]; isSimplified?: boolean }

type Clean = (field: string, html: string) => Promise<string>

/** A copy of the item with clean HTML. */
export async function cleanItem(item: RawObject, addImage: FormatFile['addImage'], notes: HtmlNotes): Promise<RawObject> {
  const cleaned: Record<string, unknown> = { ...item }
  const clean: Clean = (field, html) => cleanHtml(field, html, addImage, notes)
  for (const field of ['text', 'explanation', 'options', 'option_explanations'])
    if (field in item) cleaned[field] = await cleanValue(field, item[field], clean)
  for (const [field, names] of [
    ['pairs', ['left', 'right']],
    ['case_study', ['content']],
    ['completion', ['content']],
  ] as const) {
    const value = item[field]
    if (!isRecord(value)) continue
    const copy: Record<string, unknown> = { ...value }
    for (const name of names) copy[name] = await cleanValue(field, value[name], clean)
    cleaned[field] = copy
  }
  return cleaned
}

async function cleanValue(field: string, value: unknown, clean: Clean): Promise<unknown> {
  if (typeof value === 'string') return clean(field, value)
  if (!Array.isArray(value)) return value
  const list: unknown[] = []
  for (const entry of value) list.push(typeof entry === 'string' ? await clean(field, entry) : entry)
  return list
}

/** Remains of indented `<div>`s or of removed feedback. A paragraph with `&nbsp;` does not match: the author typed a blank line. */
const blankParagraph = /<p>[ \t\r\n]*<\/p>/g

/** Matches HTML that needs a check: any tag other than plain tags without attributes. */
const simple = /<(?!\/?(?:p|br ?\/?|b|i|em|strong|u|s|sub|sup|code|pre|ul|ol|li)>)/i

async function cleanHtml(field: string, html: string, addImage: FormatFile['addImage'], notes: HtmlNotes): Promise<string> {
  if (!simple.test(html)) return html.replace(blankParagraph, '')
  const shown = html.includes('data:image') ? await storeInlineImages(field, html, addImage, notes) : html
  const examined = examineHtml(shown)
  if (examined.issue === 'unsafe')
    notes.leftOut.push({ field, reason: `contained unsafe HTML, which is left out: ${examined.unsafeParts.join('; ')}` })
  else if (examined.hasExternalImage)
    notes.leftOut.push({ field, reason: 'contained an image from another site, which is left out; upload it here' })
  else if (examined.issue) notes.isSimplified = true
  return examined.html.replace(blankParagraph, '')
}

const inlineImage = /(<img\b(?:[^<>"']|"[^"]*"|'[^']*')*?\bsrc\s*=\s*)(["'])data:image\/[\w.+-]{1,40}(?:;[\w=-]{1,40})*;base64,([^"']*)\2/gi

async function storeInlineImages(field: string, html: string, addImage: FormatFile['addImage'], notes: HtmlNotes): Promise<string> {
  let result = ''
  let end = 0
  for (const match of html.matchAll(inlineImage)) {
    const [whole, start = '', quote = '"', base64 = ''] = match
    const added = await addImage(Buffer.from(decodeURIComponent(escapePercent(base64)), 'base64'), 'an image in the text')
    const address = 'address' in added ? added.address : ''
    if ('problem' in added) (added.isRefused ? notes.problems : notes.leftOut).push({ field, reason: added.problem })
    result += html.slice(end, match.index) + start + quote + address + quote
    end = match.index + whole.length
  }
  return result + html.slice(end)
}

/** Keeps escapes such as `%2B`, and escapes other percent signs, so that `decodeURIComponent` does not throw. */
function escapePercent(text: string): string {
  return text.replace(/%(?![\da-f]{2})/gi, '%25')
}
