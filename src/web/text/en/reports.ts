/** The card after an explanation and the report of a problem. Only pages that show an explanation load these texts. */
import type { FreshnessReason } from '#exam/freshness.ts'
import { reportTextLengthMax, type ReportReason, type ReportRefusal } from '#exam/reports/question-report.ts'
import { day, dayOf } from '#web/text/en/figures/dates.ts'
import { allOf, number } from '#web/text/en/numbers.ts'

export type ReportFormProblem = ReportRefusal | 'REASON_NEEDED' | 'EMAIL_INVALID' | 'NOT_KEPT'

/** The reason in a sentence about a report. */
const shortReasons: Record<ReportReason, string> = {
  wrong_answer: 'Wrong answer',
  outdated: 'Outdated',
  unclear: 'Unclear',
  typo: 'Typo',
  other: 'Other',
}

export const reports = {
  source: 'Where this comes from',
  page: 'Official page',
  onSite: (site: string) => `, ${site}`,
  pageDated: 'Page dated',
  secondPage: 'Second source',
  secondPageDated: 'Second source dated',
  outline: 'Outline',
  outlineSkill: (date: string, skill: string) => (skill ? `${day(date)}: ${skill}` : day(date)),
  skill: 'Skill',
  objective: 'Objective',
  checkedOn: 'Checked on',
  notKnown: 'Not known',
  noDate: 'The page doesn’t give a date',
  /** Why a question needs a re-check. */
  concerns: {
    'page-changed': 'The official page has changed since we checked this question. We’re checking it again.',
    'page-deleted': 'The official page is no longer where it was when we checked this question. We’re looking for its new location.',
    'objective-removed': 'The current exam outline no longer lists the topic of this question. It may not be on the exam.',
    'objective-reworded': 'The exam outline has reworded the topic of this question. We’re checking the question again.',
  } satisfies Record<FreshnessReason, string>,
  day,
  ownReports: 'Your reports',
  sentReport: (reason: ReportReason, at: number) => `“${shortReasons[reason]},” sent ${dayOf(at)}`,
  refusedReport: (reason: ReportReason) => `“${shortReasons[reason]},” not accepted`,
  keptReport: (reason: ReportReason) => `“${shortReasons[reason]},” not sent yet`,
  report: 'Report a Problem',

  title: 'Report a problem with this question',
  reason: 'What is wrong?',
  reasons: {
    wrong_answer: {
      name: 'The answer is wrong',
      hint: 'Say which answer you think is correct',
    },
    outdated: { name: 'It is outdated', hint: 'The product or the official page has changed' },
    unclear: { name: 'It is unclear', hint: '' },
    typo: { name: 'Typo or broken figure', hint: '' },
    other: { name: 'Something else', hint: '' },
  } satisfies Record<ReportReason, { name: string; hint: string }>,
  shortReasons,
  rightAnswer: 'Which answer is right? (optional)',
  rightAnswerHint: 'Choose each answer you think is correct. The report quotes it, because letters change from attempt to attempt.',
  pickedAnswer: (quotes: readonly string[]) =>
    `${quotes.length === 1 ? 'Right answer' : 'Right answers'}: ${allOf(quotes.map((quote) => `“${quote}”`))}`,
  text: 'Why? (optional)',
  otherText: 'What is the problem?',
  textHint: `Up to ${number(reportTextLengthMax)} characters. A link to the official page helps most. Don’t describe questions from the real exam: the candidate agreement forbids it, and we can’t accept them.`,
  email: 'Email, if you want a reply',
  cancel: 'Cancel',
  send: 'Send Report',
  sending: 'Sending...',
  close: 'Close',

  sent: 'Report sent. Thank you.',
  repeated: 'You’ve already reported this. We added your new report.',
  kept: {
    online: 'Saved on this device. We’ll send it when you’re back online.',
    later: 'We couldn’t send it right now. It’s saved on this device and will be sent later.',
    'signed-in': 'Saved on this device. We’ll send it when you sign in again.',
  },
  /** A report that had waited on the device. */
  refused: {
    bar: 'A report that you wrote earlier couldn’t be accepted. Your text is still here.',
    see: 'See Why',
    later: 'Later',
    title: 'Your report wasn’t accepted',
    written: (reason: ReportReason, at: number) => `“${shortReasons[reason]},” written on ${dayOf(at)}`,
    text: 'Your text',
    copy: 'Copy Text',
    copied: 'Copied.',
    notCopied: 'Your browser blocked copying. Select the text and copy it.',
    sendAgain: 'Send Again',
    discard: 'Discard Report',
  },
  problems: {
    REASON_NEEDED: () => 'Please choose what is wrong.',
    TEXT_NEEDED: () => 'Please say what the problem is.',
    TEXT_LONG: (length: number, lengthMax = reportTextLengthMax) =>
      `Please shorten the text to ${number(lengthMax)} characters. It has ${number(length)} now.`,
    REAL_EXAM: () =>
      'This sounds like a question from the real exam. The candidate agreement forbids sharing those, so we can’t accept it. Please say only what is wrong with our question.',
    QUESTION_REMOVED: () => 'This question has since been removed, so there is nothing left to correct. Thank you.',
    TOO_MANY: () => 'That’s a lot of reports in a short time. Your text is still here: please send it in an hour.',
    NOT_ACCEPTED: () => 'The report could not be read. Copy your text, reload the page, and send it again.',
    EMAIL_INVALID: () => 'Please enter a valid email address, or leave the field empty.',
    NOT_KEPT: () =>
      'We can’t be reached, and this browser can’t save the report. Your text is still here: send it when you are back online.',
  } satisfies Record<ReportFormProblem, (length: number, lengthMax?: number) => string>,
}
