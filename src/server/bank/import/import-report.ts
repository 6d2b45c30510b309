/** Limits the size of an import report, because a file can contain thousands of errors. */
import { isRecord, type BankQuestion } from '#exam/bank-file/index.ts'
import { checkAnswerKeyBias } from '#exam/content-check.ts'
import { plainText } from '#exam/plain-text.ts'
import type { StoredItem } from '#server/bank/import/messages.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

const titleLengthMax = 120
/** An item reports at most this many errors and as many warnings. */
const issuesShownMax = 5
/** At most this many left-out features are listed for an item. Only a hostile file has more. */
export const leftOutShownMax = 50
const reasonLengthMax = 300
/** After this many characters of issues in a report, each further item reports only one error and one warning. */
const issuesLengthMax = 4_000_000

/** Returns a function that shortens the issues of one item. `itemMax` is the usual maximum number of issues per item. */
export function createIssueLimiter(itemMax: number = issuesShownMax): (issues: readonly ValidationIssue[]) => ValidationIssue[] {
  let length = 0
  return (issues) => {
    const shownMax = length > issuesLengthMax ? 1 : itemMax
    const shown = issues.slice(0, shownMax).map(({ field, reason }) => ({ field, reason: shorten(reason) }))
    if (issues.length > shownMax) shown.push({ field: '', reason: `and ${issues.length - shownMax} more` })
    length += shown.reduce((sum, { field, reason }) => sum + field.length + reason.length, 0)
    return shown
  }
}

function shorten(reason: string): string {
  return reason.length > reasonLengthMax ? `${Array.from(reason).slice(0, reasonLengthMax).join('')}…` : reason
}

/** The first words of an item, or of the stored question when the item has no text. */
export function titleOf(item: unknown, stored: StoredItem | undefined): string {
  const text = (isRecord(item) ? item['text'] : undefined) ?? stored?.item.text
  return typeof text === 'string' ? firstWords(text) : ''
}

export function firstWords(html: string): string {
  const words = plainText(html.slice(0, 10 * titleLengthMax))
  const shown = words.length > titleLengthMax ? `${words.slice(0, titleLengthMax)}…` : words
  // A copy, because a slice would keep the whole text in memory.
  return Buffer.from(shown).toString()
}

/** The fields of a question that `checkAnswerKeyBias` needs, without the long texts. */
export function withoutTexts(question: BankQuestion): BankQuestion {
  const options = question.type === 'single_choice' ? question.options : []
  return { ...question, text: '', options, explanation: '', optionExplanations: [], pairs: null, grounding: null }
}

/** Warnings about the answer keys of all questions together, for each certification. */
export function findBias(questions: readonly BankQuestion[]): ValidationIssue[] {
  const examIds = [...new Set(questions.map(({ examId }) => examId))]
  return examIds.flatMap((id) =>
    checkAnswerKeyBias(questions.filter(({ examId }) => examId === id)).map(({ field, reason }) => ({ field, reason: `${id}: ${reason}` })),
  )
}
