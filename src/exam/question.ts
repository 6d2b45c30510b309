/** A question of the bank: its four types, what is shown, and the forms an answer and a key take. */

/** Spelled as in bank files and tables. Source: spec §3, questions. */
export const questionTypes = ['single_choice', 'multiple_choice', 'reorder', 'drag_drop'] as const
export type QuestionType = (typeof questionTypes)[number]

/** Candidates see what is published; a draft is seen by administrators alone. */
export const questionStates = ['published', 'draft'] as const
export type QuestionState = (typeof questionStates)[number]

/**
 * What a candidate entered, or what is correct (then it is called the key).
 *
 * | type            | shape                                                                  | example          |
 * |-----------------|------------------------------------------------------------------------|------------------|
 * | single_choice   | one letter, A being the first option                                   | `['C']`          |
 * | multiple_choice | letters in alphabetical order                                          | `['A', 'D']`     |
 * | reorder         | option indexes as text, one per place; `''` is a place still empty     | `['2', '', '0']` |
 * | drag_drop       | `left=right` index pairs in the order of the left side                 | `['0=2', '1=0']` |
 *
 * An empty list is a question left blank. Source: spec §3, exam-session answers.
 */
export type AnswerInput = readonly string[]

/** The two sides of a drag-and-drop question, HTML. `right` may hold pieces that belong nowhere. */
export type Pairs = { readonly left: readonly string[]; readonly right: readonly string[] }

/** A scenario that several questions share. `content` is sanitised HTML. */
export type CaseStudy = { readonly id: string; readonly title: string; readonly content: string }

/** One question as a run shows it. Texts are sanitised HTML, `reference` is an absolute https address. */
export type Question = {
  readonly id: string
  readonly type: QuestionType
  readonly text: string
  /** Choices, or the steps of a reorder question; empty for drag_drop. */
  readonly options: readonly string[]
  readonly pairs: Pairs | null
  readonly answerKey: AnswerInput
  readonly explanation: string
  /** Why an option is wrong, by option position; `null` where there is nothing to say. Empty when the question has none. */
  readonly optionExplanations: readonly (string | null)[]
  readonly reference: string
  /** Name of a skill area of the certification's outline. */
  readonly skillArea: string
  /** The part of that area it asks about, as the outline words it. */
  readonly skill: string
  readonly caseStudyId: string | null
}

/** Letter of an option by its position: 0 → A. Source: spec §9, option letters begin at A. */
export function letterOf(position: number): string {
  return String.fromCharCode(65 + position)
}

/** Position of an option by its letter: A → 0. Anything but one capital letter gives -1. */
export function positionOf(letter: string): number {
  return /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1
}

/** The two indexes of a `left=right` pair, or `undefined` when the text is not one. */
export function parsePair(text: string): { left: number; right: number } | undefined {
  const match = /^(\d+)=(\d+)$/.exec(text)
  return match ? { left: Number(match[1]), right: Number(match[2]) } : undefined
}

/** A multiple-choice answer with one letter more or less, in alphabetical order. */
export function toggleLetter(answer: AnswerInput, letter: string): AnswerInput {
  return answer.includes(letter) ? answer.filter((other) => other !== letter) : [...answer, letter].toSorted()
}

/** Whether something was entered, but less than the question asks for: places left empty, letters missing. */
export function isPartial(answer: AnswerInput | undefined, question: Pick<Question, 'answerKey'>): boolean {
  const entries = answer?.filter((entry) => entry !== '').length ?? 0
  return entries > 0 && entries < question.answerKey.length
}

/** Whether anything was entered: a list of empty places is still blank. */
export function isBlank(answer: AnswerInput | undefined): boolean {
  return !answer?.some((entry) => entry !== '')
}
