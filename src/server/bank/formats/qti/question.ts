/** The result of reading a QTI item: the fields of a bank file, and notes about what this bank does not support. */
import type { QuestionType, Pairs } from '#exam/question.ts'
import { letterOf } from '#exam/question.ts'
import { isOwnExplanation } from '#server/bank/formats/own-markup.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'

/** Field names and spellings as in `exam/bank-file/read.ts`. `options` and `pairs` depend on the type. */
export type QuestionFields = {
  question_type: QuestionType
  text: string
  options?: readonly string[]
  pairs?: Pairs
  correct_answer: readonly string[]
  explanation?: string
  option_explanations?: readonly (string | null)[]
}

/** `leftOut` is what the item has but our questions do not support. */
export type QtiQuestion = { fields: QuestionFields; leftOut: readonly ValidationIssue[] }

/** Notes what is left out: the field that lacks it, and a fragment such as `has hints, which are left out`. */
export type NoteLeftOut = (field: string, reason: string) => void

/** Collects notes without repetitions. */
export function createNotes(): { note: NoteLeftOut; list: () => ValidationIssue[] } {
  const notes = new Map<string, ValidationIssue>()
  return { note: (field, reason) => void notes.set(`${field}: ${reason}`, { field, reason }), list: () => [...notes.values()] }
}

/** An item that cannot become a question. `message` is a sentence fragment that fits after "field: ". */
export class QuestionRefusal extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

/** An option with the id that the answer key refers to. */
export type ChoiceEntry = { readonly id: string; readonly html: string }

/** Feedback of an item: about individual options, by id, and about the whole question. */
export type Feedback = { byOption: ReadonlyMap<string, string>; general: readonly string[] }

/** The fields of a single-choice or multiple-choice question. Feedback about correct options becomes part of the explanation. */
export function createChoice(
  text: string,
  options: readonly ChoiceEntry[],
  key: readonly string[],
  isMultiple: boolean,
  feedback: Feedback,
): QuestionFields {
  const letters = key.map((id) => letterOf(options.findIndex((option) => option.id === id))).filter((letter) => letter >= 'A')
  if (letters.length === 0) throw new QuestionRefusal('correct_answer', 'is missing')
  if (!isMultiple && letters.length > 1)
    throw new QuestionRefusal('correct_answer', `has ${letters.length} options, but a candidate may choose only one`)
  // Our own exports also explain correct options.
  const isOwn = feedback.general.some(isOwnExplanation)
  const reasons = options.map(({ id }) => (key.includes(id) && !isOwn ? null : feedback.byOption.get(id) || null))
  const aboutKey = options.flatMap(({ id }) => (key.includes(id) && !isOwn ? (feedback.byOption.get(id) ?? []) : []))
  return {
    question_type: isMultiple ? 'multiple_choice' : 'single_choice',
    text,
    options: options.map(({ html }) => html),
    correct_answer: letters.toSorted(),
    ...explain([...feedback.general, ...aboutKey]),
    ...(reasons.some((reason) => reason !== null) && { option_explanations: reasons }),
  }
}

/** The texts without repetitions, as one explanation. */
export function explain(texts: readonly string[]): { explanation?: string } {
  const different = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  if (different.length === 0) return {}
  const [only] = different
  return { explanation: different.length === 1 && only !== undefined ? only : different.map(asParagraph).join('') }
}

function asParagraph(html: string): string {
  return /^<(?:p|ul|ol|table|pre|blockquote|div|h\d)\b/i.test(html) ? html : `<p>${html}</p>`
}

/** A note about options that earn partial credit; `undefined` if there are none. `points` are by option id. */
export function describePoints(options: readonly ChoiceEntry[], points: ReadonlyMap<string, number>): string | undefined {
  const given = options.flatMap(({ id }, i) => {
    const value = points.get(id)
    return value ? [`${letterOf(i)} ${value}`] : []
  })
  return given.length > 0
    ? `has points for single options (${given.join(', ')}), which are left out; only the complete answer earns the point`
    : undefined
}
