/** Results of an attempt, and the end of a daily review. Pages load these texts with the results. */
import type { QuestionType } from '#exam/question.ts'
import type { ResultComparison } from '#exam/results/result-comparison.ts'
import { day, dayOf } from '#web/text/en/figures/dates.ts'
import { counted, number, someNumbers } from '#web/text/en/numbers.ts'
import { span } from '#web/text/en/figures/durations.ts'

const partNames = {
  single_choice: 'answer',
  multiple_choice: 'answer',
  drag_drop: 'pair',
  statements: 'statement',
  drop_down: 'blank',
  solution: 'answer',
} as const

export const results = {
  passed: 'Passed',
  passedWithAreas: (count: number) => `Passed, with ${counted(count, 'area')} to review`,
  notPassed: 'Not passed yet',
  finishedOn: (at: number, tookMs: number) => `Practice, finished on ${dayOf(at)} after ${span(tookMs)}`,
  passMark: (percent: number) => `Passing score ${percent}%`,
  gauge: (percent: number, mark: number) => `${percent} percent, passing score ${mark} percent`,
  nothingAnswered: 'Nothing answered yet',
  nothingCounted: 'Your score appears once you answer a question.',
  correctOfAnswered: (correct: number, total: number, blank: number) =>
    `${number(correct)} of ${number(total)} ${blank === 0 ? 'correct' : 'answered correctly'}`,
  countedAnswered: (total: number) => `Based on the ${counted(total, 'question')} you answered.`,
  weakest: (area: string, correct: number, total: number) => `Weakest area: ${area}, ${number(correct)} of ${number(total)} correct.`,
  weakestUnknown: 'Weakest area: not enough answers yet.',
  allCorrect: 'Every answer was correct.',
  notAnswered: (count: number) => `${counted(count, 'question')} not answered yet.`,
  notAnsweredText: (count: number) => `${count === 1 ? 'It doesn’t' : 'They don’t'} count toward this result.`,
  answerThem: (count: number) => `Answer ${counted(count, 'Question')}`,
  nextQuestions: (count: number) => (count === 1 ? 'Next Question' : `Next ${number(count)} Questions`),
  counted: (correct: number, total: number, blank: number) =>
    `${number(correct)} of ${number(total)} correct${blank > 0 ? `. ${counted(blank, 'unanswered question')} ${blank === 1 ? 'counts' : 'count'} as incorrect` : ''}. Our score is the percentage of questions answered correctly. Microsoft uses a scaled score from 1 to 1,000.`,
  unscored: (count: number) =>
    `${count === 1 ? 'One question' : `${number(count)} questions`} didn’t count, as on the real exam. ${count === 1 ? 'It is' : 'They are'} marked in the list of questions.`,
  didNotCount: 'Not counted',
  fixMistakes: (count: number) => `Fix ${counted(count, 'Mistake')}`,
  doneForToday: 'Done for Today',
  yourAnswers: 'Your answers',
  shelfName: (questionNumber: number, state: 'right' | 'wrong' | 'blank') =>
    `Question ${questionNumber}, ${{ right: 'correct', wrong: 'incorrect', blank: 'not answered' }[state]}`,
  restartTitle: 'Restart?',
  restartText: 'This replaces your last result. With an account, all your results stay in your history.',
  keepResult: 'Keep This Result',
  restart: 'Restart Exam',
  print: 'Print',
  byArea: 'By skill area',
  byAreaLabel: 'Score by skill area. The same figures are in the list below.',
  weakestFirst: 'Your weakest areas come first, as on the official score report for a failed exam.',
  correct: 'Correct',
  score: 'Score',
  correctOf: (correct: number, total: number) => `${number(correct)} of ${number(total)}`,
  noQuestions: 'no questions',
  noAnswers: 'not answered',
  notEnough: 'not enough yet',
  enough: (answersMin: number) => `Percentages appear after ${counted(answersMin, 'question')} in an area.`,
  percent: (value: number) => `${value}%`,
  show: 'Show',
  filters: {
    wrong: (count: number) => `Incorrect ${number(count)}`,
    guessed: (count: number) => `Guessed ${number(count)}`,
    flagged: (count: number) => `Flagged ${number(count)}`,
    blank: (count: number) => `Not answered ${number(count)}`,
    unscored: (count: number) => `Not counted ${number(count)}`,
    all: (count: number) => `All ${number(count)}`,
  },
  nothingHere: {
    wrong: 'No incorrect answers in this attempt.',
    guessed: 'No answers marked as guesses in this attempt.',
    flagged: 'No flagged questions in this attempt.',
    blank: 'You answered every question.',
    unscored: 'Every question counted.',
    all: 'No questions in this attempt.',
  },
  leftBlank: 'Not answered',
  markedCorrect: 'Correct',

  inPlace: (type: QuestionType, correct: number, total: number) =>
    type === 'reorder' ? `${correct} of ${counted(total, 'step')} in place` : `${correct} of ${counted(total, partNames[type])} correct`,
  keyHidden: 'You’ll see the correct answer once you answer the question.',

  comparison: ({ correct, total, fixed, more }: ResultComparison, isMember: boolean) => {
    // A member may have practiced on other devices, which are not compared.
    const last = `your last ${total === 10 ? 'ten' : number(total)}${isMember ? ' on this device' : ''}`
    const sentences = [
      ...(fixed > 0 ? [`You fixed ${counted(fixed, 'earlier mistake')}.`] : []),
      ...(more !== null && more > 0 ? [`You got ${number(more)} more right than in ${last}.`] : []),
    ]
    if (sentences.length > 0) return sentences.join(' ')
    if (total === 0) return ''
    const wrong = total - correct
    if (wrong === 0) return total === 1 ? 'Your answer is correct.' : `All ${number(total)} answers are correct.`
    return `${counted(wrong, 'question')} to look at again.`
  },

  addsTitle: 'What this counts toward',
  goal: (answered: number, perDay: number) =>
    answered >= perDay
      ? { title: 'Today’s goal met', text: `You answered ${counted(answered, 'question')} today. Your goal is ${perDay}.` }
      : {
          title: `${perDay - answered} more to reach today’s goal`,
          text: `You answered ${counted(answered, 'question')} of ${perDay} today.`,
        },
  toReview: (numbers: readonly number[], firstDay: string) => ({
    title: `${number(numbers.length)} ${numbers.length === 1 ? 'goes' : 'go'} to your daily review`,
    text:
      numbers.length === 1
        ? `Question ${numbers[0]} comes back on ${day(firstDay)}.`
        : `Questions ${someNumbers(numbers)}. The first comes back on ${day(firstDay)}.`,
  }),
  rightGuesses: (numbers: readonly number[], firstDay: string) => ({
    title: numbers.length === 1 ? 'One guess was correct' : `${number(numbers.length)} guesses were correct`,
    text:
      numbers.length === 1
        ? `You marked question ${numbers[0]} as a guess, so it comes back on ${day(firstDay)}.`
        : `You marked questions ${someNumbers(numbers)} as guesses. The first comes back on ${day(firstDay)}.`,
  }),

  reviewedTitle: 'Reviewed',
  nothingDue: 'Reviewed. Nothing else is due today',
  moreDue: (count: number) => `Reviewed. ${counted(count, 'more question is', 'more questions are')} due`,
  remembered: (correct: number, total: number) => `You remembered ${number(correct)} of ${number(total)}.`,
  reviewNotAnswered: (count: number) => `${counted(count, 'question')} not answered. ${count === 1 ? 'It stays' : 'They stay'} due.`,
  reviewNothing: 'You didn’t answer any questions, so they all stay due.',
  returnsTitle: 'Next review dates',
  returnsLabel: (returns: readonly { day: string; count: number }[]) =>
    `When the questions come back: ${returns.map(({ day: on, count }) => `${number(count)} on ${day(on)}`).join(', ')}.`,
  nextOn: (on: string) => `Next on ${day(on)}`,
  waiting: 'Once your answers reach your account, you’ll see when each question comes back.',
  reviewMore: 'Review More',
  reviewFinishedOn: (date: string, took: string) => `Daily review, finished on ${date} after ${took}`,
}
