/** A question: its types, its content, and the shapes of answers and answer keys. */

import type { Completion } from '#exam/completion.ts'
import type { FreshnessReason } from '#exam/freshness.ts'

/**
 * Names as in bank files and tables. Source of the first four: spec §3, questions.
 *
 * `statements`: Yes or No for each statement about a scenario. `drop_down`: a choice for each blank of a completion. `solution`: whether a
 * solution meets the goal. The solution questions of a case study are a series, and the content of the case study is their scenario.
 */
export const questionTypes = ['single_choice', 'multiple_choice', 'reorder', 'drag_drop', 'statements', 'drop_down', 'solution'] as const
export type QuestionType = (typeof questionTypes)[number]

/** Candidates see published questions. Only administrators see drafts. */
export const questionStates = ['published', 'draft'] as const
export type QuestionState = (typeof questionStates)[number]

/**
 * The answer that a candidate entered, or the answer key of a question.
 *
 * | type            | shape                                                                  | example          |
 * |-----------------|------------------------------------------------------------------------|------------------|
 * | single_choice   | one letter; A is the first option                                      | `['C']`          |
 * | multiple_choice | letters in alphabetical order                                          | `['A', 'D']`     |
 * | reorder         | option indexes as text, one per slot; `''` is an empty slot            | `['2', '', '0']` |
 * | drag_drop       | `left=right` index pairs, ordered by the left side                     | `['0=2', '1=0']` |
 * | statements      | `yes` or `no`, one per statement; `''` is a statement without an answer | `['yes', '', 'no']` |
 * | drop_down       | indexes of choices as text, one per blank; `''` is an empty blank      | `['1', '', '0']` |
 * | solution        | `yes` or `no`                                                          | `['no']`         |
 *
 * An empty list is a blank answer. Source: spec §3, exam-session answers.
 */
export type AnswerInput = readonly string[]

/** The prompts (`left`) and items (`right`) of a drag-and-drop question, as HTML. `right` may include surplus items. */
export type Pairs = { readonly left: readonly string[]; readonly right: readonly string[] }

/** A scenario that several questions share. `content` is sanitized HTML. */
export type CaseStudy = { readonly id: string; readonly title: string; readonly content: string }

/**
 * Where a question comes from, as shown on the card after its explanation. `version` counts the saves of the question. The other fields
 * are present only if they are known: title and date of the page at `reference`, the day on which the question was compared with that
 * page, and the day from which the exam's outline is effective. Dates are ISO dates.
 */
export type QuestionSource = {
  readonly version: number
  readonly pageTitle?: string
  readonly pageDate?: string
  readonly checkedOn?: string
  readonly outlineOf?: string
  /** Text of the objective in the outline. */
  readonly objective?: string
  /** Why the question needs a re-check. */
  readonly concern?: FreshnessReason
  /** Another page that supports the answer. */
  readonly secondPage?: { readonly address: string; readonly title?: string; readonly date?: string }
}

/** A question as an attempt shows it. Texts are sanitized HTML; `reference` is an http or https address, or empty if it is sealed. */
export type Question = {
  readonly id: string
  readonly type: QuestionType
  readonly text: string
  /** Options, the steps of a reorder question, or statements; empty for the other types. */
  readonly options: readonly string[]
  readonly pairs: Pairs | null
  /** Only drop_down questions have one. */
  readonly completion?: Completion
  readonly answerKey: AnswerInput
  readonly explanation: string
  /**
   * For each option, why it is wrong, or for a statement, why it is true or not; `null` for an option without an explanation. May be empty if
   * no option has an explanation.
   */
  readonly optionExplanations: readonly (string | null)[]
  readonly reference: string
  /** Name of a skill area of the certification's outline. */
  readonly skillArea: string
  /** Name of a skill in that skill area. */
  readonly skill: string
  readonly caseStudyId: string | null
  /** Set only while a simulation seals the answer key: the first order of the steps on screen, see `step-order.ts`. */
  readonly startingOrder?: readonly number[]
  /** Set only while a simulation seals the answer key: whether an item can fill several slots. */
  readonly reusesItems?: boolean
  /** Missing in bank files and in data from earlier releases. */
  readonly source?: QuestionSource
  /** Set only for translated questions: the languages of the translations, see `translation.ts`. */
  readonly languages?: readonly string[]
}

/** Letter of the option at a position: 0 → A. Source: spec §9, option letters begin at A. */
export function letterOf(position: number): string {
  return String.fromCharCode(65 + position)
}

/** Position of the option with a letter: A → 0. Anything other than one capital letter gives -1. */
export function positionOf(letter: string): number {
  return /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : -1
}

/** Parses a `left=right` pair of indexes; `undefined` for other text. */
export function parsePair(text: string): { left: number; right: number } | undefined {
  const match = /^(\d+)=(\d+)$/.exec(text)
  return match ? { left: Number(match[1]), right: Number(match[2]) } : undefined
}

/** Adds a letter to a multiple-choice answer or removes it. Keeps the letters in alphabetical order. */
export function toggleLetter(answer: AnswerInput, letter: string): AnswerInput {
  return answer.includes(letter) ? answer.filter((other) => other !== letter) : [...answer, letter].toSorted()
}

/** Answers to statements and solutions. */
export const yesNo = ['yes', 'no'] as const

/** Whether each entry of an answer belongs to a place that can be empty: a step, a statement, a blank, or a solution. */
export function isPositional(type: QuestionType): boolean {
  return type === 'reorder' || type === 'statements' || type === 'drop_down' || type === 'solution'
}

/** Sets the entry of a place in the answer to a positional question, or clears it with `''`. Empty places at the end are omitted. */
export function setEntry(answer: AnswerInput, place: number, entry: string): AnswerInput {
  const length = Math.max(answer.length, place + 1)
  const entries = Array.from({ length }, (_, i) => (i === place ? entry : (answer[i] ?? '')))
  return entries.slice(0, entries.findLastIndex((one) => one !== '') + 1)
}

/** Whether an answer is incomplete, but not blank: it has fewer entries than the answer key. */
export function isPartial(answer: AnswerInput | undefined, question: Pick<Question, 'answerKey'>): boolean {
  const entries = answer?.filter((entry) => entry !== '').length ?? 0
  return entries > 0 && entries < question.answerKey.length
}

/** Whether two answers have the same entries at the same positions. */
export function isSameSequence(one: AnswerInput, other: AnswerInput): boolean {
  return one.length === other.length && one.every((entry, i) => entry === other[i])
}

/** Whether an answer is missing or has only empty slots. */
export function isBlank(answer: AnswerInput | undefined): boolean {
  return !answer?.some((entry) => entry !== '')
}
