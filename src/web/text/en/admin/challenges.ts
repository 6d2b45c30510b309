/** Administration: challenges of questions. */
import { publicReasonLengths, type ChallengeState, type Correction } from '#exam/reports/challenge.ts'
import { counted, number } from '#web/text/en/numbers.ts'
import type { ChallengeRefusal } from '#server/challenges/index.ts'

const states: Record<ChallengeState, string> = {
  open: 'Open',
  under_review: 'Under review',
  confirmed: 'Confirmed',
  rejected: 'Rejected',
}

/** How an administrator brought about the state; follows a name. */
const actions: Record<ChallengeState, string> = {
  open: 'returned it to the open challenges',
  under_review: 'started reviewing it',
  confirmed: 'confirmed it',
  rejected: 'rejected it',
}

export const challengesAdmin = {
  title: 'Challenges',
  lede: 'Problems that candidates found in questions. Reports about the same question are combined into one challenge. Every decision needs a reason that everyone can read.',
  filter: 'Show challenges',
  states,
  openReports: 'Other reports',
  closedReports: 'Closed reports',
  exam: 'Exam',
  everyExam: 'All exams',
  apply: 'Apply',
  none: (state: ChallengeState) =>
    state === 'under_review' ? 'No challenges are under review.' : `No ${states[state].toLowerCase()} challenges.`,
  page: 'Pages',
  latest: 'Most recent',
  older: 'Older',
  reports: (count: number) => counted(count, 'report'),
  removed: 'A deleted question',
  openedOn: (day: string) => `Opened ${day}`,

  back: 'All challenges',
  unknown: 'This challenge doesn’t exist.',
  facts: 'About this challenge',
  stateName: 'State',
  stateBy: (state: ChallengeState, by: string | null) => (by ? `${states[state]}, by ${by}` : states[state]),
  since: 'Since',
  examName: 'Exam',
  questionName: 'Question',
  edit: 'Edit Question',
  history: 'History of this question',
  isDraft: 'Draft: candidates don’t see it',
  earlierReason: 'Reason for the earlier decision',
  publicReason: 'Public reason',
  publicReasonHint: `Everyone can read it in the change log, and reporters who asked for a reply get it by email. Plain text, ${publicReasonLengths.min} to ${number(publicReasonLengths.max)} characters. Don’t name anyone, and don’t quote the real exam.`,
  changeLog: 'Change log',

  reportsTitle: 'Reports',
  reportsGone: 'The reports were deleted with their accounts, or after a year.',
  moreReports: (shown: number, total: number) => `Showing the latest ${number(shown)} of ${number(total)}. Deleted reports are left out.`,
  aboutVersion: (version: number) => `Version ${version}`,
  member: 'Member:',
  guest: 'Guest, wants a reply:',
  noText: 'No text.',

  recordTitle: 'Freshness and statistics',
  correctionTitle: 'Correction',
  notCorrected: 'The question hasn’t been changed since the first report. To confirm the challenge, edit the question first.',
  draftInstead: 'The question is no longer published. You can confirm the challenge as it is, or edit the question first.',
  chooseVersion: 'Corrected version',
  version: (version: number, isCurrent: boolean) => (isCurrent ? `Version ${version} (current)` : `Version ${version}`),
  sides: (reported: number, corrected: number) => [`Reported, version ${reported}`, `Corrected, version ${corrected}`] as const,
  versionGone: 'One of these versions is no longer stored, so they can’t be compared.',
  same: 'There is no difference between the two versions.',

  decide: 'Decide',
  claim: 'Start Review',
  takeOver: 'Take Over',
  release: 'Return to Open',
  reopen: 'Reopen',
  busy: 'Working...',
  correction: 'What does the correction change?',
  corrections: {
    answer_key: 'The answer key: results change',
    wording: 'Only the wording: no results change',
    removed: 'The question is removed',
  } satisfies Record<Correction, string>,
  confirm: 'Confirm Challenge',
  confirmAndRescore: 'Confirm and Correct Results',
  reject: 'Reject Challenge',
  yourText: 'Your text, to copy',

  done: {
    claimed: 'You’re reviewing this challenge.',
    released: 'Returned to the open challenges.',
    rejected: 'Challenge rejected. Reporters who asked for a reply will get the reason by email.',
    confirmed: 'Challenge confirmed. It’s in the change log, and reporters who asked for a reply will get the reason by email.',
    reopened: 'Challenge reopened.',
  } as Record<string, string>,

  /** The latest change is someone else’s. `by` is unknown for a report and for a deleted user. */
  changed: (state: ChallengeState, by: string | null, at: string) =>
    `${by ?? (state === 'open' ? 'A new report or another administrator' : 'Another administrator')} ${actions[state]} on ${at}. Your change wasn’t saved, but your text is still here. Review the challenge again.`,
  problems: {
    NOT_AN_ADMINISTRATOR: 'You’re no longer an administrator. Nothing was changed.',
    UNKNOWN_CHALLENGE: 'This challenge doesn’t exist. Nothing was changed.',
    CHALLENGE_CHANGED: 'This challenge changed in the meantime. Review it again.',
    NOT_CORRECTED: 'Choose a version of the question that was saved after the reported one.',
    STILL_PUBLISHED: 'The question is still published. Make it a draft or delete it first, or choose another kind of correction.',
    REASON_SHORT: `Please write a reason that candidates understand, with at least ${publicReasonLengths.min} characters.`,
    REASON_LONG: `Please shorten the reason to ${number(publicReasonLengths.max)} characters.`,
    REASON_REAL_EXAM:
      'This sounds like a question from the real exam. Everyone can read this reason, so say only what is wrong with our question.',
    FIELD_UNREADABLE: 'The form could not be read. Reload the page and try again.',
  } satisfies Record<ChallengeRefusal | 'FIELD_UNREADABLE', string>,
}
