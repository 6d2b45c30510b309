/** Administration: reports of problems with questions. */
import { counted } from '#web/text/en/numbers.ts'
import type { ReportChange, ReportListRefusal } from '#server/reports/index.ts'

export const questionReports = {
  title: 'Other reports',
  lede: (days: number) =>
    `Typos and other problems that candidates reported. Reports about the answer or the content of a question are under Challenges. Each report is deleted after ${counted(days, 'day')}.`,

  filter: 'Show reports',
  open: 'Open',
  noneOpen: 'No open reports.',
  noneClosed: 'No closed reports.',
  page: 'Pages',
  latest: 'Most recent',
  older: 'Older',

  closedOn: (day: string) => `Closed on ${day}`,
  removed: 'A removed question',
  changedSince: (version: number) => `About version ${version}; the question has changed since`,
  member: 'Member:',
  guest: 'Guest, wants a reply:',
  noText: 'No text.',
  changes: {
    closed: 'Mark as closed',
    reopened: 'Mark as open',
    challenged: 'Turn Into a Challenge',
  } satisfies Record<ReportChange, string>,
  inChallenge: 'Part of a challenge',
  busy: 'Working...',
  /** The accessible name of a button, for screen readers. */
  about: (reason: string, question: string) => `“${reason}”: ${question}`,

  done: {
    closed: 'Report marked as closed.',
    reopened: 'Report marked as open.',
    challenged: 'The report is now part of a challenge.',
  } as Record<string, string>,

  problems: {
    NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Nothing was changed.',
    UNKNOWN_REPORT: 'This report doesn’t exist. It may have been deleted with its account.',
    IN_CHALLENGE: 'This report is now part of a challenge. Decide on the challenge instead.',
    QUESTION_DELETED: 'The question was deleted, so there is nothing to challenge. You can close the report.',
    FIELD_UNREADABLE: 'The form could not be read. Reload the page and try again.',
  } satisfies Record<ReportListRefusal | 'FIELD_UNREADABLE', string>,
}
