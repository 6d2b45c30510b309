/** Builds the fields of choice, reorder, and drag-and-drop questions from the answers in files of other tools. */
import type { RawObject } from '#exam/bank-file/index.ts'
import { letterOf } from '#exam/question.ts'
import { isOwnExplanation } from '#server/bank/formats/own-markup.ts'
import type { ValidationIssue } from '#server/bank/validate-question.ts'
import { findReference, isBlankHtml, joinHtml } from '#server/bank/formats/rich-text.ts'

/** `fraction` is the share of the points in percent, negative for a deduction. `feedback` is HTML. */
export type FormatAnswer = { readonly html: string; readonly fraction: number; readonly feedback: string }

export type QuestionParts = {
  readonly item: RawObject
  readonly leftOut: readonly ValidationIssue[]
  readonly problems: readonly ValidationIssue[]
}

/** Tools round shares such as 33.33333. */
const tolerance = 0.1

/** A choice question. If `isSingle`, only the answers with the most points are correct; otherwise, every answer with points. */
export function buildChoice(answers: readonly FormatAnswer[], isSingle: boolean, explanation: string): QuestionParts {
  const leftOut: ValidationIssue[] = []
  const problems: ValidationIssue[] = []
  const most = Math.max(0, ...answers.map(({ fraction }) => fraction))
  const isCorrect = ({ fraction }: FormatAnswer) => (isSingle ? fraction > 0 && fraction >= Math.min(100, most) - tolerance : fraction > 0)
  const correct = answers.filter(isCorrect)
  if (answers.length === 0) problems.push({ field: 'options', reason: 'has no answers to choose from' })
  else if (correct.length === 0) problems.push({ field: 'correct_answer', reason: 'is missing: no answer gets points' })
  if (isSingle && correct.length > 1)
    leftOut.push({
      field: 'fraction',
      reason: `${correct.length} answers get full points although one is to be chosen; here all of them must be chosen`,
    })
  const partial = answers.filter((answer) => !isCorrect(answer) && answer.fraction > 0)
  if (partial.length > 0)
    leftOut.push({
      field: 'fraction',
      reason: `partial points are left out; wrong here: ${partial.map(({ fraction }) => `${round(fraction)}%`).join(', ')}`,
    })
  if (isSingle && most > 0 && most < 100 - tolerance)
    leftOut.push({ field: 'fraction', reason: `the best answer gets ${round(most)}% of the points; here it is fully correct` })
  if (!isSingle && correct.length > 1)
    leftOut.push({ field: 'fraction', reason: 'points for a part of the correct answers are left out; here all must be chosen' })
  if (answers.some(({ fraction }) => fraction < 0)) leftOut.push({ field: 'fraction', reason: 'points off for wrong answers are left out' })
  // Feedback about a correct option becomes part of the explanation, except in our own exports, where it stays with the option.
  const isPraise = (answer: FormatAnswer) => isCorrect(answer) && !isOwnExplanation(explanation)
  const praise = joinHtml(...answers.filter(isPraise).map(({ feedback }) => feedback))
  const reasons = answers.map((answer) => (isPraise(answer) || isBlankHtml(answer.feedback) ? null : answer.feedback))
  const text = praise !== '' && explanation.includes(praise) ? explanation : joinHtml(explanation, praise)
  return {
    item: {
      question_type: isSingle && correct.length < 2 ? 'single_choice' : 'multiple_choice',
      options: answers.map(({ html }) => html),
      correct_answer: answers.flatMap((answer, i) => (isCorrect(answer) ? [letterOf(i)] : [])),
      explanation: text,
      option_explanations: reasons.some((reason) => reason !== null) ? reasons : [],
      ...nameReference(text, ...answers.map(({ feedback }) => feedback)),
    },
    leftOut,
    problems,
  }
}

/** A reorder question. `steps` are in their correct order. `feedback` is HTML for each step. */
export function buildOrdering(steps: readonly string[], explanation: string, feedback: readonly string[] = []): QuestionParts {
  const problems = steps.length < 2 ? [{ field: 'options', reason: 'has fewer than two steps to put in order' }] : []
  const order = steps.map((_, i) => String(i))
  const reasons = steps.map((_, i) => (isBlankHtml(feedback[i] ?? '') ? null : (feedback[i] ?? null)))
  return {
    item: {
      question_type: 'reorder',
      options: steps,
      correct_answer: order,
      explanation,
      ...(reasons.some((reason) => reason !== null) && { option_explanations: reasons }),
      ...nameReference(explanation),
    },
    leftOut: [],
    problems,
  }
}

/**
 * A drag-and-drop question. `pairs`: prompts with their items. `others`: items that fit no prompt. `order`: all items in the order of the file.
 * Equal items become one.
 */
export function buildMatching(
  pairs: readonly { readonly left: string; readonly right: string }[],
  others: readonly string[],
  explanation: string,
  order: readonly string[] = [],
): QuestionParts {
  const right = [...new Set([...order, ...pairs.map((pair) => pair.right), ...others])]
  const problems = pairs.length === 0 ? [{ field: 'pairs', reason: 'has no pairs' }] : []
  return {
    item: {
      question_type: 'drag_drop',
      options: [],
      pairs: { left: pairs.map(({ left }) => left), right },
      correct_answer: pairs.map((pair, i) => `${i}=${right.indexOf(pair.right)}`),
      explanation,
      ...nameReference(explanation),
    },
    leftOut: [],
    problems,
  }
}

/** A missing reference is left missing, so that an import keeps the stored one. */
function nameReference(...texts: readonly string[]): RawObject {
  const reference = findReference(...texts)
  return reference === undefined ? {} : { reference }
}

function round(percent: number): string {
  return String(Math.round(percent * 100) / 100)
}
