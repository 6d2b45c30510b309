/** The question map of an attempt. */
import type { AttemptTally } from '#exam/question-status.ts'
import { number } from '#web/text/en/numbers.ts'

export const questionMap = {
  title: 'Question map',
  opensAndCloses: 'opens and closes',
  show: 'Show',
  filters: {
    all: (count: number) => `All ${number(count)}`,
    open: (count: number) => `Not answered ${number(count)}`,
    answered: (count: number) => `Answered ${number(count)}`,
    flagged: (count: number) => `Flagged ${number(count)}`,
    wrong: (count: number) => `Incorrect ${number(count)}`,
    right: (count: number) => `Correct ${number(count)}`,
  },
  nothing: {
    all: 'No questions in this attempt.',
    open: 'You answered every question.',
    answered: 'Nothing answered yet.',
    flagged: 'No flagged questions.',
    wrong: 'No incorrect answers so far.',
    right: 'No correct answers so far.',
  },
  states: {
    right: 'correct',
    wrong: 'incorrect',
    answered: 'answered',
    partly: 'partly answered',
    open: 'not answered',
    removed: 'removed',
    closed: 'locked',
  },
  questionName: (questionNumber: number, state: string, isFlagged: boolean) =>
    `Question ${questionNumber}, ${state}${isFlagged ? ', flagged' : ''}`,
  group: (first: number, last: number) => `${number(first)} to ${number(last)}`,
  legend: {
    right: 'Correct',
    wrong: 'Incorrect',
    answered: 'Answered, not revealed',
    answeredOnly: 'Answered',
    partly: 'Partly answered',
    open: 'Not answered',
    removed: 'Removed, doesn’t count',
    closed: 'Locked',
    flagged: 'Flagged',
  },
  number: 'Go to question',
  /** The characters that may separate thousands in a typed number. */
  thousandsSeparators: ',',
  go: 'Go',
  numberProblem: (total: number) => `Enter a number from 1 to ${number(total)}.`,
  counts: ({ answered, total, correct, incorrect, guessed }: AttemptTally) =>
    [
      `${number(answered)} of ${number(total)} answered`,
      ...(correct + incorrect > 0 ? [`${number(correct)} correct`] : []),
      ...(guessed > 0 ? [`${number(guessed)} guessed`] : []),
    ].join(', '),
  nextNotAnswered: 'Next Unanswered',
}
