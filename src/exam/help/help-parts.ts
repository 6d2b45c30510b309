/** Parts of a question that a message can name: choices, steps, prompts, items, statements, and blanks. */
import { listPlaces } from '#exam/answer-places.ts'
import { parseArrangement } from '#exam/arrangement.ts'
import { plainText } from '#exam/plain-text.ts'
import { letterOf, type AnswerInput, type Question } from '#exam/question.ts'
import { parseStepOrder, startingOrder } from '#exam/step-order.ts'

/**
 * One part, with its label on screen.
 *
 * | kind   | part of                     | label                                              |
 * |--------|-----------------------------|----------------------------------------------------|
 * | choice | single or multiple choice   | its letter                                         |
 * | step   | reorder                     | its number in the order on screen, `''` if unused  |
 * | prompt | drag_drop, the left side    | its number                                         |
 * | item   | drag_drop, the right side   | its letter                                         |
 * | place  | statements, drop_down       | its number                                         |
 *
 * `index` is the position in the lists of the question on screen. `text` is plain text. `choices`: the choices of a blank, as plain text.
 */
export type HelpPart = {
  readonly kind: 'choice' | 'step' | 'prompt' | 'item' | 'place'
  readonly index: number
  readonly label: string
  readonly text: string
  readonly html: string
  readonly choices?: readonly string[]
}

type PartsQuestion = Pick<Question, 'type' | 'options' | 'pairs' | 'completion'>

/** `Costing Method: FIFO, Average, Standard`. */
function nameBlank(label: string, choices: readonly { readonly html: string }[]): string {
  return `${label}: ${choices.map(({ html }) => html).join(', ')}`
}

/** `steps`: indexes of the options of a reorder question, in the order on screen; `null` for an empty place. */
export function listParts(question: PartsQuestion, steps: readonly (number | null)[]): HelpPart[] {
  const { type, options, pairs } = question
  const partOf = (kind: HelpPart['kind'], labelOf: (index: number) => string) => (html: string, index: number) => ({
    kind,
    index,
    label: labelOf(index),
    text: plainText(html),
    html,
  })
  if (type === 'drag_drop') {
    const prompts = (pairs?.left ?? []).map(partOf('prompt', (index) => String(index + 1)))
    return [...prompts, ...(pairs?.right ?? []).map(partOf('item', letterOf))]
  }
  if (type === 'reorder') {
    return options.map(partOf('step', (index) => (steps.includes(index) ? String(steps.indexOf(index) + 1) : '')))
  }
  if (type === 'statements') return options.map(partOf('place', (index) => String(index + 1)))
  if (type === 'drop_down')
    return listPlaces(question).map(({ prompt, choices }, index) => ({
      ...partOf('place', () => String(index + 1))(nameBlank(prompt, choices), index),
      choices: choices.map(({ html }) => plainText(html)),
    }))
  return options.map(partOf('choice', letterOf))
}

type ScreenState = {
  readonly answer: AnswerInput
  /** The seed of the attempt, which fixes the order of the steps. */
  readonly seed: string | undefined
  /** Whether the answer key is on screen, with the steps in the correct order. */
  readonly isShown: boolean
}

/** Indexes of the options of a reorder question, in the order on screen; `null` for an empty place. The list is empty for other types. */
export function listSteps(question: Question, { answer, seed = '', isShown }: ScreenState): readonly (number | null)[] {
  if (question.type !== 'reorder') return []
  if (isShown) return parseArrangement(question, question.answerKey)
  return parseStepOrder(question, answer, question.startingOrder ?? startingOrder(question, seed)).places
}
