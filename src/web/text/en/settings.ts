/** What members set: mail, reminders, the daily review, simulations, the look, and the days of their exams. */
import type { Settings, SettingsProblem } from '#exam/settings.ts'
import { day } from '#web/text/en/numbers.ts'
import type { ExamDateProblems } from '#server/exam-dates/index.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const shortDays = days.map((name) => name.slice(0, 3))

export type ExamDateProblem = NonNullable<ExamDateProblems['certification'] | ExamDateProblems['day']>

const problems: Record<SettingsProblem | ExamDateProblem, string> = {
  DAYS_NONE: 'Choose at least one day, or switch study reminders off.',
  DAYS_UNKNOWN: 'One of the days is not one of the week. Choose them again.',
  HOUR_UNKNOWN: 'Choose an hour from the list.',
  ZONE_UNKNOWN: 'This time zone is not known here. Choose one from the list.',
  DAILY_OUTSIDE: 'Enter a whole number from 5 to 200.',
  EXTRA_UNKNOWN: 'Choose one of the four.',
  EXAM_UNKNOWN: 'Choose one of the exams in the list.',
  EXAM_RETIRED: 'This exam is retired and can no longer be taken. Choose another one.',
  DATE_UNREADABLE: 'Enter a day of the calendar, such as 2027-03-15.',
  DATE_PAST: 'This day is over. Enter today or a later one.',
  DATE_FAR: 'This day is more than three years ahead. Check the year.',
}

export const settings = {
  title: 'Settings',
  all: 'All settings: days and hour, daily review, extra time',
  problem: (code: SettingsProblem | ExamDateProblem | undefined) => code && problems[code],
  mended: 'Nothing is saved yet. Put right what is marked below and save again.',

  mail: 'Mail',
  /** Source: spec §2. */
  notifications: 'Email Notifications',
  notificationsHint: 'On Mondays the week you practised, and news when your exam is retired',
  /** Source: spec §2. */
  reminders: 'Study Reminders',
  remindersHint: 'A word on the days you choose, unless you have practised already',
  remindersWhen: ({ reminderDays, reminderHour, timeZone }: Settings) =>
    `${daysText(reminderDays)} at ${hour(reminderHour)}, ${zone(timeZone)}, unless you have practised already`,
  notConfirmed: 'Mail goes to confirmed addresses only. Confirm yours on your profile, or it will not reach you.',

  when: 'When reminders come',
  days: 'Days',
  dayNames: days,
  shortDays,
  hour: 'Hour',
  hourOf: hour,
  timeZone: 'Time zone',
  timeZoneHint: 'Where you are. The days of your daily review begin there, too.',
  zone,
  takeZone: (name: string) => `Use ${zone(name)}, where this browser is`,

  practice: 'Practice',
  dailyQuestions: 'Questions of the daily review',
  dailyHint: (min: number, max: number) => `At most so many a day, from ${min} to ${max}.`,
  extraTime: 'Extra time in simulations',
  extraTimeHint: 'For those who are granted more time in the real exam.',
  factor: (factor: number) => (factor === 1 ? 'None' : `${factor} times`),

  appearance: 'Appearance',
  /** Source: spec §2. */
  theme: 'Dark Mode',
  themes: { system: 'As the device', light: 'Light', dark: 'Dark' },
  themeHint: 'Kept in this browser, and changed at once.',

  examDates: 'Exam dates',
  examDatesTitle: 'Your exam dates',
  noExamDates: 'None yet.',
  setExamDate: 'Set an exam date',
  changeExamDates: 'Set or change exam dates',
  examDateWhy: 'The daily review plans everything to come back before the day, and reminders say how long it is until then.',
  exam: 'Exam',
  examDay: 'Day of the exam',
  chooseExam: 'Choose an exam',
  saveDay: 'Save the day',
  remove: 'Remove',
  removing: 'Removing...',
  examIs: (date: string) => day(date),
  daysLeft: (count: number) => {
    if (count === 0) return 'today'
    if (count < 0) return count === -1 ? 'yesterday' : `${-count} days ago`
    return count === 1 ? 'tomorrow' : `in ${count} days`
  },
  done: {
    'exam-date-saved': 'The day of your exam is saved.',
    'exam-date-removed': 'The day of your exam is removed.',
    'settings-saved': 'Your settings are saved.',
  } as Record<string, string>,

  unsubscribe: {
    title: 'Mail from Praxam',
    broken: 'This link is not whole. Open it again from the message, or sign in and change your settings.',
    toSettings: 'Change your settings',
    busy: 'Switching off...',
    studyReminders: {
      ask: 'We remind you to practise on the days you chose. Shall we stop?',
      button: 'Switch off study reminders',
      done: 'Study reminders are switched off. No more of them will be sent.',
    },
    emailNotifications: {
      ask: 'We sum up your week on Mondays and tell you when an exam you practise is retired. Shall we stop?',
      button: 'Switch off email notifications',
      done: 'Email notifications are switched off. No more of them will be sent.',
    },
    again: 'You can switch them on again in your settings. Mail about your account, such as a new password, still comes.',
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
  if (chosen.length === 0) return 'On no day yet'
  const [first = 1, last = 1] = [chosen[0], chosen.at(-1)]
  if (first === last) return `${days[first - 1]}s`
  const isRow = chosen.length > 2 && last - first === chosen.length - 1
  return isRow ? `${days[first - 1]} to ${days[last - 1]}` : chosen.map((number) => shortDays[number - 1]).join(', ')
}
