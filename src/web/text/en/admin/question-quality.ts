/** The quality of a question, in the editor. */
import type { UndecidedChallenge } from '#server/challenges/index.ts'
import { allOf, anyOf, counted } from '#web/text/en/numbers.ts'

const signed = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' })

/** `0.634` → `63%`. */
export function percentOf(share: number): string {
  return `${Math.round(share * 100)}%`
}

export const questionQuality = {
  title: 'Quality',
  opening: 'Loading this question’s statistics',
  tryAgain: 'Try Again',

  translation: 'In French',
  translationIsCurrent: 'Current',
  translationIsOutdated: 'Out of date',

  state: 'State',
  stateOf: (state: 'published' | 'draft', version: number) => `${state === 'published' ? 'Published' : 'Draft'}, version ${version}`,
  counts: 'Answers',
  countsOf: (answered: number, correct: number) =>
    answered === 0
      ? 'No answers in finished attempts yet.'
      : `${counted(answered, 'answer')} in finished attempts, ${Math.round((correct / answered) * 100)}% correct, across all versions.`,

  challenge: 'Challenge',
  noChallenge: 'None open.',
  /** The link opens a new tab, so that nothing typed is lost. */
  challengeOf: ({ state, reportCount }: UndecidedChallenge) =>
    `${state === 'open' ? 'Open' : 'Under review'}, ${counted(reportCount, 'report')} (opens in a new tab)`,
  challengeConcern: ({ state, reportCount }: UndecidedChallenge) =>
    `It was challenged in ${counted(reportCount, 'report')}. The challenge is ${state === 'open' ? 'open' : 'under review'}.`,

  statistics: (version: number) => `Statistics of version ${version}`,
  tooFew: (answers: number) =>
    `${answers === 0 ? 'No answers count' : `${counted(answers, 'answer')} ${answers === 1 ? 'counts' : 'count'}`} so far. Statistics need at least 20, because fewer answers say little.`,
  figures: {
    facility: 'Facility',
    discrimination: 'Discrimination',
    groups: 'Best and weakest 27%',
    median: 'Median time',
    guesses: 'Marked as a guess',
  },
  facility: (facility: number, answers: number) => `${percentOf(facility)} of ${counted(answers, 'answer')} correct`,
  discrimination: (index: number | null) =>
    index === null
      ? 'Unknown: all answers are correct, all are incorrect, or all candidates did equally well'
      : `${signed.format(index)}, the correlation with the other answers of the same attempt${index < 0 ? '. Below 0: good candidates answer it incorrectly more often' : ''}`,
  groups: (difference: number) =>
    `${signed.format(difference)}, the share of correct answers among the best candidates minus the share among the weakest`,
  median: (ms: number) => `${counted(Math.round(ms / 1000), 'second')} until the explanation is shown`,
  ofVersion: (version: number, sentence: string) => `Version ${version}: ${sentence}`,
  flags: {
    negativeDiscrimination: () =>
      'Good candidates answer this question incorrectly more often than weak ones. The answer key may be wrong.',
    distractorAboveKey: (options: readonly string[]) => `The best candidates choose ${allOf(options)} more often than the correct answer.`,
    unusedDistractor: (options: readonly string[]) =>
      `No one chooses ${anyOf(options)}. A more plausible option would make the question better.`,
  },
  chosen: {
    title: (version: number) => `What candidates chose in version ${version}`,
    entry: 'Choice',
    key: 'Correct',
    all: 'All',
    upper: 'Best 27%',
    lower: 'Weakest 27%',
  },
  earlier: (versions: number) => `Statistics of ${counted(versions, 'earlier version')}`,
  rule: {
    title: 'What counts',
    sentences: [
      'Answers in finished attempts count, each for the version it was graded with. Statistics need at least 20 answers.',
      'Left out: answers under two seconds, and answers whose time is unknown.',
      'Left out: attempts with blind guessing. They have at least ten answers, and either more than half of those took under two seconds, or the median is under five seconds with no more correct answers than chance would give.',
      'Left out: attempts with fewer than six answers that count, because they say too little about the candidate.',
      'The best and the weakest 27% are the answers whose attempts have the highest and lowest share of correct answers to the other questions.',
      'Every night, members’ attempts are counted again, and the list of questions to review is updated.',
    ],
  },

  concernsTitle: 'Before you publish',
  publishTitle: 'Publish anyway?',
  publishLede: 'You can still publish this question. Here’s what we know about it:',
  publish: 'Publish Anyway',
  keepEditing: 'Keep Editing',
}
