/** Formats an answer or an answer key for display. */
import { paper } from '#text/paper.ts'
import { letterOf, parsePair, type AnswerInput, type QuestionType } from '#exam/question.ts'

/**
 * One string per entry: option letters `['A', 'C']`, step letters in order `['C', 'A', 'B']`, numbers with letters for pairs and blanks
 * `['1 B', '2 A']`, numbers with Yes or No for statements `['1 Yes', '2 No']`, or `['Yes']` for a solution. An empty step, statement, or blank
 * is `–`; an empty slot is left out.
 */
export function formatAnswer(answer: AnswerInput, type: QuestionType): string[] {
  switch (type) {
    case 'single_choice':
    case 'multiple_choice':
      return [...answer]
    case 'reorder':
      return answer.map((step) => (step === '' ? '–' : letterOf(Number(step))))
    case 'drag_drop':
      return answer.flatMap((entry) => {
        const pair = parsePair(entry)
        return pair ? [`${pair.left + 1} ${letterOf(pair.right)}`] : []
      })
    case 'statements':
      return answer.map((entry, place) => `${place + 1} ${entry === '' ? '–' : paper[entry === 'yes' ? 'yes' : 'no']}`)
    case 'solution':
      return answer.map((entry) => paper[entry === 'yes' ? 'yes' : 'no'])
    case 'drop_down':
      return answer.map((choice, blank) => `${blank + 1} ${choice === '' ? '–' : letterOf(Number(choice))}`)
  }
}
