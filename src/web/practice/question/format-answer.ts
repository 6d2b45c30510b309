/** A key or an answer in the signs of the screen. */
import { letterOf, readPair } from '#exam/question.ts'
import type { AnswerInput, QuestionType } from '#exam/question.ts'

/**
 * One sign per entry: letters as they are, the letters of the steps in their order, and place number with letter for
 * pairs: `['A', 'C']`, `['C', 'A', 'B']`, `['1 B', '2 A']`. A place left empty is `–`.
 */
export function signsOf(answer: AnswerInput, type: QuestionType): string[] {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return [...answer]
    case 'reorder':
      return answer.map((step) => (step === '' ? '–' : letterOf(Number(step))))
    case 'drag_drop':
      return answer.flatMap((entry) => {
        const pair = readPair(entry)
        return pair ? [`${pair.left + 1} ${letterOf(pair.right)}`] : []
      })
  }
}
