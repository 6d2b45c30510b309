/** Settings: email, reminders, daily review, simulations, appearance, and exam dates. */
import type { Settings, SettingsProblem } from '#exam/settings.ts'
import { day, weekdays } from '#web/text/en/numbers.ts'
import type { ExamDateProblems } from '#server/exam-dates/index.ts'

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
  EXAM_UNKNOWN: 'Choose an exam from the list.',
  EXAM_RETIRED: 'This exam is retired and can no longer be taken. Choose another one.',
  DATE_UNREADABLE: 'Enter a valid date, such as 2027-03-15.',
  DATE_PAST: 'That date has passed. Enter today or a later date.',
  DATE_FAR: 'This date is more than three years ahead. Check the year.',
}

export const settings = {
  title: 'Settings',
  all: 'All settings: reminder days and time, daily review, extra time',
  problem: (code: SettingsProblem | ExamDateProblem | undefined) => code && problems[code],
  nothingSaved: 'Nothing was saved. Fix the fields marked below and save again.',

  mail: 'Email',
  /** Source: spec §2. */
  notifications: 'Email Notifications',
  notificationsHint: 'A weekly summary on Mondays, and a notice when your exam is retired',
  /** Source: spec §2. */
  reminders: 'Study Reminders',
  remindersHint: 'A reminder on the days you choose, unless you’ve already practiced',
  remindersWhen: ({ reminderDays, reminderHour, timeZone }: Settings) =>
    `${daysText(reminderDays)} at ${hour(reminderHour)}, ${zone(timeZone)}, unless you’ve already practiced`,
  notConfirmed: 'We only send email to confirmed addresses. Confirm yours in your profile to receive it.',

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
  factor: (factor: number) => (factor === 1 ? 'None' : `${Math.round((factor - 1) * 100)}% more`),

  appearance: 'Appearance',
  /** Source: spec §2. */
  theme: 'Dark Mode',
  themes: { system: 'Use device setting', light: 'Light', dark: 'Dark' },
  themeHint: 'Saved in this browser and applied immediately.',

  examDates: 'Exam dates',
  examDatesTitle: 'Your exam dates',
  noExamDates: 'None yet.',
  setExamDate: 'Add an exam date',
  changeExamDates: 'Add or change exam dates',
  examDateWhy: 'The daily review schedules everything before the exam, and reminders count down the days.',
  exam: 'Exam',
  examDate: 'Exam date',
  chooseExam: 'Choose an exam',
  saveDate: 'Save date',
  remove: 'Remove',
  removing: 'Removing...',
  examIs: (date: string) => day(date),
  daysLeft: (count: number) => {
    if (count === 0) return 'today'
    if (count < 0) return count === -1 ? 'yesterday' : `${-count} days ago`
    return count === 1 ? 'tomorrow' : `in ${count} days`
  },
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

/** `[1, 2, 3, 4, 5]` → `Monday to Friday`, `[1, 3, 7]` → `Mon, Wed, Sun`. */
function daysText(chosen: readonly number[]): string {
  if (chosen.length === 7) return 'Every day'
  if (chosen.length === 0) return 'No day yet'
  const [first = 1, last = 1] = [chosen[0], chosen.at(-1)]
  if (first === last) return `${days[first - 1]}s`
  const isRange = chosen.length > 2 && last - first === chosen.length - 1
  return isRange ? `${days[first - 1]} to ${days[last - 1]}` : chosen.map((number) => shortDays[number - 1]).join(', ')
}
