/** Administration: reports of problems with questions. */
import { counted } from '#web/text/en/numbers.ts'
import type { ReportListRefusal } from '#server/reports/index.ts'

export const questionReports = {
  title: 'Reports',
  lede: (days: number) => `Problems with questions that candidates reported. Each report is deleted after ${counted(days, 'day')}.`,

  filter: 'Show reports',
  open: 'Open',
  closed: 'Closed',
  noneOpen: 'No open reports.',
  noneClosed: 'No closed reports.',
  page: 'Pages',
  latest: 'Most recent',
  older: 'Older',

  closedOn: (day: string) => `Closed on ${day}`,
  removed: 'A removed question',
  changedSince: (version: number) => `About version ${version}; the question was changed since`,
  member: 'Member:',
  guest: 'Guest, wants a reply:',
  noText: 'No text.',
  close: 'Mark as closed',
  reopen: 'Mark as open',
  busy: 'Working...',
  /** The accessible name of a button, for screen readers. */
  about: (reason: string, question: string) => `“${reason}”: ${question}`,

  done: {
    closed: 'Report marked as closed.',
    reopened: 'Report marked as open.',
  } as Record<string, string>,

  problems: {
    NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Nothing was changed.',
    UNKNOWN_REPORT: 'This report doesn’t exist. It may have been deleted with its account.',
    FIELD_UNREADABLE: 'The form could not be read. Reload the page and try again.',
  } satisfies Record<ReportListRefusal | 'FIELD_UNREADABLE', string>,
}
