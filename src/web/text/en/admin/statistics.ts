/** Administration: the item statistics of an exam. */
import { counted } from '#web/text/en/numbers.ts'
import type { UndecidedChallenge } from '#server/challenges/index.ts'

const signed = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' })

export const statisticsAdmin = {
  title: 'Item statistics',
  lede: 'What the answers say about each question in its current version. Figures appear once there are 20 answers. The list of questions to review is updated every night.',
  exam: 'Exam',
  show: 'Show',
  shows: { flagged: 'To review', all: 'All questions' },
  sort: 'Sort by',
  sorts: { oldest: 'Order in the bank', hardest: 'Most often incorrect first' },
  apply: 'Apply',
  none: {
    flagged: 'No question for this exam is flagged for review. A question can be flagged once it has 20 answers.',
    all: 'This exam has no questions.',
  },
  columns: {
    question: 'Question',
    answers: 'Answers',
    facility: 'Facility',
    discrimination: 'Discrimination',
    median: 'Median time',
    guesses: 'Guesses',
    reasons: 'Reason for review',
  },
  notYet: 'not yet',
  unknown: 'unknown',
  index: (index: number) => signed.format(index),
  seconds: (ms: number) => `${Math.round(ms / 1000)} s`,
  draft: 'Draft',
  challenge: ({ state, reportCount }: UndecidedChallenge) =>
    `${counted(reportCount, 'report')}, ${state === 'open' ? 'open' : 'under review'}`,
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  edit: 'Edit Question',
}
