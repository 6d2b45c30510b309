/**
 * The places that an answer fills, with the choices for each: Yes and No for statements and solutions, and a separate list for each blank.
 * Exports, statistics, help, and the tutor share this description; most screens have their own controls.
 */
import { escapeHtml } from '#exam/plain-text.ts'
import type { AnswerInput, Question } from '#exam/question.ts'

/** `prompt` is the statement, the label of the blank, or empty for a solution. `entry` is what an answer contains. Texts are HTML. */
export type AnswerPlace = { readonly prompt: string; readonly choices: readonly { readonly entry: string; readonly html: string }[] }

type PlacesQuestion = Pick<Question, 'type' | 'options' | 'completion'>

const yesAndNo = [
  { entry: 'yes', html: 'Yes' },
  { entry: 'no', html: 'No' },
] as const

/** Empty for questions with letters, steps, or pairs. */
export function listPlaces({ type, options, completion }: PlacesQuestion): AnswerPlace[] {
  switch (type) {
    case 'statements':
      return options.map((prompt) => ({ prompt, choices: yesAndNo }))
    case 'solution':
      return [{ prompt: '', choices: yesAndNo }]
    case 'drop_down':
      return (completion?.blanks ?? []).map(({ label, choices }) => ({
        prompt: escapeHtml(label),
        choices: choices.map((choice, i) => ({ entry: String(i), html: escapeHtml(choice) })),
      }))
    case 'single_choice':
    case 'multiple_choice':
    case 'reorder':
    case 'drag_drop':
      return []
  }
}

/** What the answer puts in each place, as HTML; `undefined` for an empty place. */
export function listEntered(question: PlacesQuestion, answer: AnswerInput): (string | undefined)[] {
  return listPlaces(question).map(({ choices }, place) => choices.find(({ entry }) => entry === answer[place])?.html)
}
