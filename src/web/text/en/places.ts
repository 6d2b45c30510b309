/** Texts of statements, drop-downs, and solutions, loaded with their controls. */
import { counted } from '#web/text/en/numbers.ts'

export const places = {
  entries: { yes: 'Yes', no: 'No' },
  statement: 'Statement',
  statements: 'Statements, one point for each correct answer',
  answered: (given: number, total: number) => `${given} of ${total} answered. One point each.`,
  filled: (given: number, total: number) => `${given} of ${total} filled. One point each.`,
  statementsCorrect: (correct: number, total: number) =>
    `${correct} of ${counted(total, 'statement')} ${correct === 1 ? 'is' : 'are'} correct.`,
  blanksCorrect: (correct: number, total: number) => `${correct} of ${counted(total, 'blank')} ${correct === 1 ? 'is' : 'are'} correct.`,
  correct: 'Correct',
  correctAnswer: (answer: string) => `Correct answer: ${answer}`,
  yourAnswer: 'Your answer:',
  yourAnswerCorrect: 'Your answer, correct:',
  correctIs: 'Correct answer:',
  notAnswered: 'Not answered',
  choose: 'Choose',
  drawn: 'drawn by Praxam, not a screenshot',
  drawnForm: (title: string) => `${title}, drawn`,
  closed: 'Locked because you left this question',
  solutionHint: 'Choose one. In a series, more than one solution may meet the goal, or none may.',
}
