/** Formats an answer or an answer key for display. */
import { letterOf, parsePair, type AnswerInput, type Question } from '#exam/question.ts'

/**
 * One text per entry: letters for choices, the correct places of the steps in the order of the answer, and slot number with letter for
 * pairs: `['A', 'C']`, `['1', '3', '2']`, `['1 B', '2 A']`. An empty place and a step that is not needed are `–`.
 */
export function formatAnswer(answer: AnswerInput, { type, answerKey }: Pick<Question, 'type' | 'answerKey'>): string[] {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return [...answer]
    case 'reorder':
      return answer.map((step) => (answerKey.includes(step) ? String(answerKey.indexOf(step) + 1) : '–'))
    case 'drag_drop':
      return answer.flatMap((entry) => {
        const pair = parsePair(entry)
        return pair ? [`${pair.left + 1} ${letterOf(pair.right)}`] : []
      })
  }
}
