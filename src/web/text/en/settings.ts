/** Settings: email, reminders, daily review, simulations, and appearance. */
import type { SettingsProblem } from '#exam/planning/settings.ts'
import { weekdays } from '#web/text/en/figures/dates.ts'

const days = weekdays('long')
const shortDays = weekdays('short')

const problems: Record<SettingsProblem, string> = {
  DAYS_NONE: 'Choose at least one day, or turn off study reminders.',
  DAYS_UNKNOWN: 'One of the days is not valid. Choose the days again.',
  HOUR_UNKNOWN: 'Choose an hour from the list.',
  ZONE_UNKNOWN: 'This time zone is not available. Choose one from the list.',
  DAILY_OUTSIDE: 'Enter a whole number from 5 to 200.',
  EXTRA_UNKNOWN: 'Choose one of the four options.',
  GOAL_UNKNOWN: 'Choose one of the four goals.',
  LANGUAGE_UNKNOWN: 'Choose a language from the list.',
}

export const settings = {
  title: 'Settings',
  problem: (code: SettingsProblem | undefined) => code && problems[code],
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

  language: 'Email language',
  mail: 'Email',
  /** Source: spec §2. */
  notifications: 'Email Notifications',
  notificationsHint:
    'A weekly summary on Mondays, and a message when your exam is retired, one of your results is corrected, or there’s a decision about your report',
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

  done: {
    'settings-saved': 'Settings saved.',
  } as Record<string, string>,

  unsubscribe: {
    title: 'Email from Praxam',
    incompleteLink: 'This link is incomplete. Open it again from the email, or sign in and change your settings.',
    toSettings: 'Change your settings',
    toRenewals: 'Change your renewal dates',
    busy: 'Turning off...',
    studyReminders: {
      ask: 'You currently get study reminders on the days you chose. Do you want to stop them?',
      button: 'Turn off study reminders',
      done: 'Study reminders are off. We won’t send you any more of them.',
    },
    emailNotifications: {
      ask: 'You currently get a weekly summary on Mondays, and messages when an exam you practice is retired, one of your results is corrected, or there’s a decision about your report. Do you want to stop them?',
      button: 'Turn off email notifications',
      done: 'Email notifications are off. We won’t send you any more of them.',
    },
    renewalReminders: {
      ask: 'You currently get reminders 180, 90, and 30 days before one of your certifications expires. Do you want to stop them?',
      button: 'Turn off renewal reminders',
      done: 'Renewal reminders are off. We won’t send you any more of them. Your dates are still saved.',
    },
    renewalAgain: 'You can turn them on again beside each date. You’ll still get email about your account, such as password resets.',
    again: 'You can turn them on again in your settings. You’ll still get email about your account, such as password resets.',
  },
}

/** 7 → `7:00 AM`. */
function hour(number: number): string {
  return `${number % 12 || 12}:00 ${number < 12 ? 'AM' : 'PM'}`
}

/** `America/New_York` → `America/New York`. */
function zone(name: string): string {
  return name.replaceAll('_', ' ')
}
