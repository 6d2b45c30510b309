/** The ways to practice on a certification page. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { DrawCounts } from '#exam/planning/mixed-practice.ts'
import { counted, number } from '#web/text/en/numbers.ts'

export const practicePanel = {
  title: 'Practice',
  modes: 'What to practice',
  names: {
    mixed: 'Mixed practice',
    area: 'One skill area',
    mistakes: 'Mistakes',
    review: 'Daily review',
    renewal: 'Renewal',
    simulation: 'Exam simulation',
    all: 'All questions in order',
  },
  mixedDetail: 'Weighted like the exam',
  mixedText: 'Questions you got wrong and questions you haven’t seen come first. Answer choices are shuffled.',
  howMany: 'How many questions',
  all: (count: number) => `All ${number(count)}`,
  drawTitle: 'Questions from each skill area, by exam weight',
  draw: ({ wrong, unanswered, again }: DrawCounts) => {
    const parts = [wrong > 0 && `${wrong} you got wrong`, unanswered > 0 && `${unanswered} new`, again > 0 && `${again} to repeat`]
    return `This set, weighted like the exam: ${parts.filter(Boolean).join(', ')}`
  },
  areaCount: (area: string, count: number) => `${area}: ${count}`,
  pace: (ms: number) => `About ${counted(Math.max(1, Math.round(ms / 60_000)), 'minute')} at your pace`,
  start: (count: number) => `Start ${counted(count, 'Question')}`,
  more: 'More options',
  only: { unseen: 'Only questions I haven’t seen', flagged: 'Only flagged questions' },
  showTime: 'Show the time on each question',
  custom: 'Build a set by skill area and question type',
  areaDetail: (count: number) => counted(count, 'area'),
  areaText: 'All questions are from one skill area. The ones you got wrong or haven’t seen come first. Answer choices are shuffled.',
  areas: 'Skill area',
  areaInOrder: (count: number, total: number) =>
    `${count === total ? 'All' : 'The first'} ${counted(count, 'question')} of the area in order`,
  unseenOf: (unseen: number, count: number) => `${number(unseen)} of ${number(count)} unseen`,
  mistakesDetail: 'To fix',
  toFix: (count: number) => `${count} to fix`,
  mistakesText: 'Questions you last answered incorrectly. Questions you haven’t answered don’t count as mistakes.',
  reviewMistakes: 'Review Mistakes',
  chooseMistakes: 'Choose which mistakes',
  dueToday: (count: number | undefined) => (count === undefined ? 'Due today' : `${count} due today`),
  forMembers: 'With an account',
  simulationDetail: (questions: number, minutes: number) => `${counted(questions, 'question')}, ${minutes} min`,
  simulationText: 'Timed and weighted like the exam. You’ll see the answers after you submit.',
  allDetail: (count: number) => counted(count, 'question'),
  allText: (count: number, total: number) => {
    const questions =
      count === total ? `All ${counted(count, 'question')}` : `The first ${number(count)} of the ${counted(total, 'question')}`
    return `${questions} in our bank, always in the same order. You can stop anytime and continue later.`
  },
  startAll: 'Practice All Questions',
  unfinished: (set: QuestionSet) => `Unfinished: ${modeOf(set)}`,
  position: (number: number, total: number) => `question ${number} of ${total}`,
  stoppedAt: (position: string) => `You stopped at ${position}.`,
  answered: (set: QuestionSet, count: number) => `${modeOf(set)}, ${count} answered so far.`,
  resume: 'Resume',
  finish: 'Finish Attempt',
  notFinished: 'We couldn’t finish the attempt because we couldn’t access your browser’s storage. Reload the page and try again.',
}

/** The name of the mode that practices a question set. */
export function modeOf(set: QuestionSet): string {
  switch (set) {
    case 'mixed':
      return practicePanel.names.mixed
    case 'all':
      return practicePanel.names.all
    case 'mistakes':
      return practicePanel.names.mistakes
    case 'review':
      return practicePanel.names.review
    case 'renewal':
      return practicePanel.names.renewal
    case 'simulation':
      return practicePanel.names.simulation
    case 'chosen':
      return 'Custom set'
    default:
      return practicePanel.names.area
  }
}
