/** Renewal practice: choosing the month, the open-book panel with its clock, and why some certifications have no renewal. */
import type { MonthProblem } from '#exam/planning/renewal.ts'
import { day, monthOfYear } from '#web/text/en/figures/dates.ts'
import { counted } from '#web/text/en/numbers.ts'

const problems: Record<MonthProblem, string> = {
  MONTH_UNREADABLE: 'Enter a month and a year, such as 2025-10.',
  MONTH_FUTURE: 'That month is in the future. Enter the month in which you earned or last renewed the certification.',
  MONTH_EARLY: 'That year is too early for this certification. Check the year.',
}

export const renewal = {
  text: (count: number) =>
    `${counted(count, 'question')} on what’s new since you earned your certification. The documentation stays open, and the two-hour clock is for your information only. There’s no pass or fail, and you don’t need an account.`,
  earned: 'When you earned or last renewed it',
  earnedHint: 'Month and year, such as 2025-10',
  start: 'Start Renewal Practice',
  outlineIsNewer: (outlineOf: string, month: string) =>
    `The outline has changed since ${monthOfYear(`${month}-01`)}: the current one is dated ${day(outlineOf)}.`,
  outlineIsSame: (outlineOf: string) => `You earned your certification under the current outline, dated ${day(outlineOf)}.`,
  noEarlierOutline: 'We don’t have the objectives of earlier outlines, so we go by the dates of the documentation pages.',
  newQuestions: (isNew: number, count: number, month: string) => {
    const since = monthOfYear(`${month}-01`)
    if (isNew === 0) return `None of our questions is based on a page newer than ${since}. You’ll get the ${count} newest.`
    if (isNew === count) return `All ${count} questions are based on pages newer than ${since}.`
    return `${isNew} of ${counted(count, 'question')} ${isNew === 1 ? 'is' : 'are'} based on pages newer than ${since}. The others are our next newest.`
  },
  rules: 'How the official renewal works',
  rulesText:
    'It’s free, online, and open book. It opens 180 days before your certification expires, and you must pass it before that day. After your second try, you must wait 24 hours between tries. Passing adds one year.',
  rulesSources: 'Sources (open in a new window):',
  sources: [
    {
      title: 'Renew your Microsoft Certification',
      address: 'https://learn.microsoft.com/en-us/credentials/certifications/renew-your-microsoft-certification',
    },
    {
      title: 'An answer on Microsoft Q&A about tries and waiting',
      address: 'https://learn.microsoft.com/en-us/answers/questions/5852012/issue-with-renewal-of-certification',
    },
  ],
  rulesChecked: (date: string) => `Read on ${day(date)}.`,
  remind: 'Remind me before it expires',
  problem: (code: MonthProblem) => problems[code],
  monthTitle: 'When did you earn it?',
  chooseMonth: 'Choose the Month',
  notRenewableTitle: (id: string) => `No renewal for ${id}`,
  notRenewable: 'Fundamentals certifications don’t expire, and a certification whose exam is retired can’t be renewed.',
  toCertification: (id: string) => `Back to ${id}`,
  neverExpires: (id: string) => `${id} is a fundamentals certification. It doesn’t expire, so there’s nothing to renew.`,
  cannotRenew: (id: string) =>
    `${id} was retired, and a certification whose exam is retired can’t be renewed. It stays on your transcript.`,
  next: (successor: string) => `Exam to take next: ${successor}. Microsoft names it as the replacement.`,
  nextByUs: (successor: string) => `Exam to take next: ${successor}. This is our suggestion, not an official replacement.`,
  noNext: 'We found no exam that replaces it.',
  openExam: (id: string) => `See ${id}`,
  detail: { active: 'New since you earned it', fundamentals: 'Doesn’t expire', retired: 'Not possible' },

  book: 'Documentation and clock',
  timeLeft: 'Time left of two hours',
  left: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60)
    return `${Math.floor(minutes / 60)} hr ${String(minutes % 60).padStart(2, '0')} min`
  },
  over: 'The two hours are up. Keep going: practice has no time limit.',
  hideTime: 'Hide Clock',
  showTime: 'Show Clock',
  pages: (count: number) => `Open book: ${counted(count, 'documentation page')}`,
  pagesText: 'Each opens in a new window.',
  pagesLoading: 'The list will be complete once all questions have loaded.',
  pageDate: (date: string) => `updated ${day(date)}`,
}
