/** The days on which certifications expire, on the page of exam dates. */
import type { RenewalDateProblems } from '#server/exam-dates/index.ts'
import { day } from '#web/text/en/figures/dates.ts'

type Problem = NonNullable<RenewalDateProblems['certification'] | RenewalDateProblems['day']>

const problems: Record<Problem, string> = {
  EXAM_UNKNOWN: 'Choose a certification from the list.',
  NEVER_EXPIRES: 'Fundamentals certifications don’t expire, so there’s nothing to renew.',
  NOT_RENEWABLE:
    'The exam for this certification is retired, so the certification can’t be renewed. Its page shows which exam to take next.',
  DATE_UNREADABLE: 'Enter a valid date, such as 2027-03-15.',
  DATE_PAST: 'That date has passed. A certification that has expired can’t be renewed. Enter today or a later date.',
  DATE_FAR: 'This date is more than two years away. Check the year.',
}

export const renewalDates = {
  title: 'Renewal',
  why: 'Associate and Expert certifications expire after a year unless you renew them. Your Microsoft Learn profile shows the date.',
  certification: 'Certification',
  choose: 'Choose a certification',
  day: 'Expiration date',
  dayHint: 'You can renew it starting 180 days before',
  remind: 'Email me 180, 90, and 30 days before',
  save: 'Save Renewal Date',
  endsOn: (date: string, daysLeft: number) => {
    if (daysLeft < 0) return `expired on ${day(date)}`
    const left = daysLeft === 0 ? 'today' : daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
    return `expires on ${day(date)}, ${left}`
  },
  reminds: 'reminders 180, 90, and 30 days before',
  noReminders: 'no reminders',
  ofRenewal: (id: string) => `the renewal date of ${id}`,
  problem: (code: Problem | undefined) => code && problems[code],
}
