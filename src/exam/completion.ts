/**
 * The completion of a drop-down question: a sentence, table, formula, or drawn form with blanks, each with its own choices.
 *
 * A mark such as `[[2]]` shows the place of a blank. Marks count from 1. Each blank has exactly one mark, in the content or in a field of the form.
 */
import { escapeHtml } from '#exam/plain-text.ts'

/** All texts are plain text. A blank has a label, because screen readers announce the blank without the text around it. */
export type Blank = { readonly label: string; readonly choices: readonly string[] }

/** One field of a drawn form. `value` is plain text and may contain marks. */
export type FormField = { readonly label: string; readonly value: string }

/** A page of a product, drawn from data instead of a screenshot. All texts are plain text; `subtitle` and the names of groups may be empty. */
export type DrawnForm = {
  readonly title: string
  readonly subtitle: string
  readonly groups: readonly { readonly name: string; readonly fields: readonly FormField[] }[]
}

/** `content` is sanitized HTML; it may be empty when there is a form. */
export type Completion = {
  readonly form: DrawnForm | null
  readonly content: string
  readonly blanks: readonly Blank[]
  /** The language of the texts. Set only on screen, if it is not the language of the page. */
  readonly language?: string
}

/** A text split at its blanks: strings are text, and numbers are positions of blanks, from 0. */
export function splitAtBlanks(text: string): (string | number)[] {
  const parts = text.split(/\[\[(\d{1,2})\]\]/)
  return parts.flatMap((part, i): (string | number)[] => (i % 2 === 1 ? [Number(part) - 1] : part === '' ? [] : [part]))
}

/** The texts that may contain marks, in reading order. */
export function listCompletionTexts({ form, content }: Pick<Completion, 'form' | 'content'>): string[] {
  return [...(form?.groups ?? []).flatMap(({ fields }) => fields.map(({ value }) => value)), content]
}

/** The positions of the marked blanks in reading order, from 0. */
export function listMarkedBlanks(completion: Pick<Completion, 'form' | 'content'>): number[] {
  return listCompletionTexts(completion).flatMap((text) => splitAtBlanks(text).filter((part) => typeof part === 'number'))
}

/** Why the marks and the blanks do not match, as a sentence fragment. `undefined` when each blank has one mark. */
export function findMarkProblem(completion: Completion): string | undefined {
  if (/<[^>]*\[\[\d/.test(completion.content)) return 'has a mark inside an HTML tag'
  const marked = listMarkedBlanks(completion)
  const unknown = marked.find((blank) => blank < 0 || blank >= completion.blanks.length)
  if (unknown !== undefined) return `has the mark [[${unknown + 1}]], but no blank ${unknown + 1}`
  const repeated = marked.find((blank, i) => marked.indexOf(blank) !== i)
  if (repeated !== undefined) return `has the mark [[${repeated + 1}]] twice`
  const missing = completion.blanks.findIndex((_, blank) => !marked.includes(blank))
  return missing === -1 ? undefined : `does not have the mark [[${missing + 1}]] of blank ${missing + 1}`
}

/** The completion as one HTML text, with the form as a table. `printBlank` returns HTML for the blank at a position, from 0. */
export function printCompletion({ form, content }: Completion, printBlank: (blank: number) => string): string {
  const fill = (text: string, printText: (part: string) => string) =>
    splitAtBlanks(text)
      .map((part) => (typeof part === 'number' ? printBlank(part) : printText(part)))
      .join('')
  const rows = (form?.groups ?? []).flatMap(({ name, fields }) => [
    ...(name === '' ? [] : [`<tr><th colspan="2">${escapeHtml(name)}</th></tr>`]),
    ...fields.map(({ label, value }) => `<tr><td>${escapeHtml(label)}</td><td>${fill(value, escapeHtml)}</td></tr>`),
  ])
  const drawn = form
    ? `<p><strong>${escapeHtml(form.title)}</strong> ${escapeHtml(form.subtitle)}</p><table><tbody>${rows.join('')}</tbody></table>`
    : ''
  return drawn + fill(content, (part) => part)
}
