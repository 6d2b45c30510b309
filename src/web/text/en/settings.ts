/** Settings: email, reminders, daily review, simulations, appearance, and exam dates. */
import type { SettingsProblem } from '#exam/settings.ts'
import { counted, day, longDay, weekdays } from '#web/text/en/numbers.ts'
import type { ExamDateProblems, ExamOutcome } from '#server/exam-dates/index.ts'

const days = weekdays('long')
const shortDays = weekdays('short')

export type ExamDateProblem = NonNullable<ExamDateProblems['certification'] | ExamDateProblems['day']>

const problems: Record<SettingsProblem | ExamDateProblem, string> = {
  DAYS_NONE: 'Choose at least one day, or turn off study reminders.',
  DAYS_UNKNOWN: 'One of the days is not valid. Choose the days again.',
  HOUR_UNKNOWN: 'Choose an hour from the list.',
  ZONE_UNKNOWN: 'This time zone is not available. Choose one from the list.',
  DAILY_OUTSIDE: 'Enter a whole number from 5 to 200.',
  EXTRA_UNKNOWN: 'Choose one of the four options.',
  GOAL_UNKNOWN: 'Choose one of the four goals.',
  EXAM_UNKNOWN: 'Choose an exam from the list.',
  EXAM_RETIRED: 'This exam is retired and can no longer be taken. Choose another one.',
  DATE_UNREADABLE: 'Enter a valid date, such as 2027-03-15.',
  DATE_PAST: 'That date has passed. Enter today or a later date.',
  DATE_FAR: 'This date is more than three years ahead. Check the year.',
}

export const settings = {
  title: 'Settings',
  problem: (code: SettingsProblem | ExamDateProblem | undefined) => code && problems[code],
  nothingSaved: 'Nothing was saved. Fix the fields marked below and save again.',

  saveStatus: {
    idle: '',
    saving: 'Saving...',
    saved: 'Saved',
    refused: 'Not saved. Correct the marked field.',
    failed: 'Not saved yet, because the site can’t be reached. Your choice is still here.',
    signedOut: 'Not saved, because you’re signed out. Sign in and choose again.',
  },
  tryAgain: 'Try Again',
  signIn: 'Sign In',

  goal: 'Daily goal',
  goalLegend: 'Questions a day',
  goalHint: 'Your goal is shown as a line in your chart. There’s no penalty for missing it.',
  noGoal: 'None',

  mail: 'Email',
  /** Source: spec §2. */
  notifications: 'Email Notifications',
  notificationsHint: 'A weekly summary on Mondays, and a notice when your exam is retired',
  /** Source: spec §2. */
  reminders: 'Study Reminders',
  remindersHint: 'A reminder on the days you choose, unless you’ve already practiced',
  notConfirmed: 'We only send email to confirmed addresses. Confirm yours under “Account and security” to receive it.',

  when: 'Reminder schedule',
  days: 'Days',
  dayNames: days,
  shortDays,
  hour: 'Reminder time',
  hourOf: hour,
  timeZone: 'Time zone',
  timeZoneHint: 'Also decides when each day of your daily review starts.',
  zone,
  chooseZone: (name: string) => `Use this browser’s time zone, ${zone(name)}`,

  practice: 'Practice',
  dailyQuestions: 'Daily review questions',
  dailyHint: (min: number, max: number) => `Daily maximum (${min}–${max})`,
  extraTime: 'Extra time in simulations',
  extraTimeHint: 'For candidates who are granted extra time on the real exam.',
  factor: (factor: number) => (factor === 1 ? 'None' : factor === 2 ? 'Double' : `${Math.round((factor - 1) * 100)}% more`),

  appearance: 'Appearance',
  /** Source: spec §2. */
  theme: 'Dark Mode',
  themes: { system: 'Use device setting', light: 'Light', dark: 'Dark' },
  themeHint: 'Saved in this browser and applied immediately.',

  examDatesTitle: 'Exam dates',
  noExamDates: 'No exam date yet.',
  addExamDate: 'Set an exam date',
  examDateWhy: 'The daily review schedules everything before the exam, and reminders count down the days.',
  exam: 'Exam',
  examDate: 'Exam date',
  chooseExam: 'Choose an exam',
  saveDate: 'Save Date',
  saving: 'Saving...',
  cancel: 'Cancel',
  notSure: 'Not Sure Yet',
  remove: 'Remove',
  removeDate: 'Remove Date',
  removing: 'Removing...',
  dateNotSaved: 'We couldn’t save this. Check your connection and try again. What you entered is still here.',
  examIs: (date: string) => day(date),
  examOn: longDay,
  daysLeft: (count: number) => {
    if (count === 0) return 'today'
    if (count < 0) return count === -1 ? 'yesterday' : `${-count} days ago`
    return count === 1 ? 'tomorrow' : `in ${count} days`
  },
  daysTo: (count: number, id: string) => {
    if (count === 0) return `${id} is today`
    return `${counted(count, 'day')} to ${id}`
  },
  nextExam: 'Next exam',
  dayWord: (count: number) => (count === 1 ? 'day' : 'days'),
  changeTheDay: 'Change the Day',
  setTheDay: 'Set the Day',
  changeDay: 'Change the day',
  setDay: 'Set the day',
  noDay: (id: string) => `No date for ${id} yet.`,
  takingIt: 'Taking this exam? Set the date and we’ll plan your daily review',
  howDidItGo: 'How did it go?',
  examWas: (id: string, date: string) => `${id} was on ${day(date)}.`,
  outcomes: { passed: 'Passed', not_yet: 'Not Yet', not_taken: 'Not Taken' } satisfies Record<ExamOutcome, string>,
  outcomeFacts: { passed: 'Passed', not_yet: 'Not passed yet', not_taken: 'Not taken' } satisfies Record<ExamOutcome, string>,
  done: {
    'exam-date-saved': 'Exam date saved.',
    'exam-date-removed': 'Exam date removed.',
    'settings-saved': 'Settings saved.',
  } as Record<string, string>,

  unsubscribe: {
    title: 'Email from Praxam',
    incompleteLink: 'This link is incomplete. Open it again from the email, or sign in and change your settings.',
    toSettings: 'Change your settings',
    busy: 'Turning off...',
    studyReminders: {
      ask: 'You currently get study reminders on the days you chose. Do you want to stop them?',
      button: 'Turn off study reminders',
      done: 'Study reminders are off. We won’t send you any more of them.',
    },
    emailNotifications: {
      ask: 'You currently get a weekly summary on Mondays and a notice when an exam you practice is retired. Do you want to stop them?',
      button: 'Turn off email notifications',
      done: 'Email notifications are off. We won’t send you any more of them.',
    },
    again: 'You can turn them on again in your settings. You’ll still get email about your account, such as password resets.',
  },
}

/** 7 → `07:00`. */
function hour(number: number): string {
  return `${String(number).padStart(2, '0')}:00`
}

/** `America/New_York` → `America/New York`. */
function zone(name: string): string {
  return name.replaceAll('_', ' ')
}
