/** The question map of an attempt. */
import type { AttemptTally } from '#exam/question-status.ts'

export const questionMap = {
  title: 'Question map',
  opensAndCloses: 'opens and closes',
  show: 'Show',
  filters: {
    all: (count: number) => `All ${count}`,
    open: (count: number) => `Not answered ${count}`,
    answered: (count: number) => `Answered ${count}`,
    flagged: (count: number) => `Flagged ${count}`,
    wrong: (count: number) => `Incorrect ${count}`,
    right: (count: number) => `Correct ${count}`,
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
  questionName: (number: number, state: string, isFlagged: boolean) => `Question ${number}, ${state}${isFlagged ? ', flagged' : ''}`,
  group: (first: number, last: number) => `${first} to ${last}`,
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
  go: 'Go',
  numberProblem: (total: number) => `Enter a number from 1 to ${total}.`,
  counts: ({ answered, total, correct, incorrect, guessed }: AttemptTally) =>
    [
      `${answered} of ${total} answered`,
      ...(correct + incorrect > 0 ? [`${correct} correct`] : []),
      ...(guessed > 0 ? [`${guessed} guessed`] : []),
    ].join(', '),
  nextNotAnswered: 'Next Unanswered',
}
