/** The progress of reports, and the public change log of an exam. */
import type { LoggedKind, ReportProgress } from '#exam/reports/challenge.ts'
import type { CorrectedField } from '#server/challenges/index.ts'
import { number } from '#web/text/en/numbers.ts'
import { day } from '#web/text/en/figures/dates.ts'

/** What was decided, as the title of an entry. */
const entries: Record<LoggedKind, string> = {
  answer_key: 'Answer key corrected',
  wording: 'Wording corrected',
  removed: 'Question removed',
  unchanged: 'Reported, and left unchanged',
}

const kinds: Record<LoggedKind, string> = {
  answer_key: 'Answer keys',
  wording: 'Wording',
  removed: 'Removed questions',
  unchanged: 'Left unchanged',
}

export const challenges = {
  changes: {
    title: (id: string) => `Corrections to the ${id} questions`,
    pageTitle: (id: string) => `${id} corrections, Praxam`,
    description: (id: string) => `What was corrected in the practice questions for ${id}, when, and why.`,
    lede: 'Candidates report problems with questions. If a report is right, we correct the question. If the answer key was wrong, we also correct the affected results. Each correction is listed here with its reason, and so is each question that we checked after a report and left unchanged.',
    none: (id: string) =>
      `So far, no ${id} question has been corrected after a report. When one is, this page will say what was corrected, when, and why.`,
    howToReport: 'To report a problem, use “Report a Problem” below the explanation of a question.',
    entries,
    kinds: 'Show',
    kind: (kind: LoggedKind | undefined, count: number) => `${kind ? kinds[kind] : 'All'} (${number(count)})`,
    whatChanged: 'What changed in the texts',
    fields: { answerKey: 'Answer key', text: 'Question', options: 'Choices', explanation: 'Explanation' } satisfies Record<
      CorrectedField['field'],
      string
    >,
    certification: (id: string) => `About the ${id} exam`,
    feed: 'Follow these corrections as a feed (Atom)',
    feedTitle: (id: string) => `${id} corrections on Praxam`,
    page: 'Pages',
    latest: 'Most recent',
    older: 'Older',
    day,
    link: 'Corrections',
    linkText: 'What was corrected in these questions after candidates reported problems.',
    entryTitle: (kind: LoggedKind, question: string | undefined) => (question ? `${entries[kind]}: ${question}` : entries[kind]),
  },

  own: {
    title: 'Your reports',
    lede: (days: number) =>
      `What you reported while signed in, and what we did about it. Each report is deleted after ${number(days)} days.`,
    none: 'You haven’t reported anything while signed in. To report a problem, use “Report a Problem” below the explanation of a question.',
    sent: (date: string) => `Sent ${day(date)}`,
    removed: 'A question that is no longer in the bank',
    yourText: 'You wrote',
    reason: 'Our reason',
    reasonIs: (text: string) => `Our reason: ${text}`,
    changes: 'All corrections',
    page: 'Pages',
    latest: 'Most recent',
    older: 'Older',
    see: 'See all your reports',
    profile: 'Your reports about questions, and what we did about them',
    open: 'Open',
  },
  state: ({ state, since }: Pick<ReportProgress, 'state' | 'since'>) => stateSentences[state](day(since)),
}

const stateSentences: Record<ReportProgress['state'], (date: string) => string> = {
  received: () => 'Received',
  handled: (date) => `Handled on ${date}`,
  open: () => 'Received; not reviewed yet',
  under_review: (date) => `Under review since ${date}`,
  confirmed: (date) => `Confirmed on ${date}; the question was corrected`,
  rejected: (date) => `Rejected on ${date}; the question stays as it is`,
}
