/** A member's settings and their bounds. The form validates them in the browser, and the server validates them again. */
import { defaultLanguage, languages, type Language } from '#exam/languages.ts'
import { parseTimeZone } from '#exam/planning/local-day.ts'
import { extraTimes } from '#exam/planning/simulation.ts'

export type Settings = {
  emailNotifications: boolean
  studyReminders: boolean
  /** 1 for Monday to 7 for Sunday, ascending. */
  reminderDays: readonly number[]
  /** 0–23, in the member's time zone. */
  reminderHour: number
  /** `Intl` name: `Europe/Paris`. */
  timeZone: string
  /** Whether the member chose the time zone. Otherwise it is the time zone of the most recently used browser. */
  isTimeZoneChosen: boolean
  /** Daily limit of the review. */
  dailyQuestions: number
  /** Extra-time factor of simulations. */
  extraTime: number
  /** Questions per day; `null` without a goal. */
  dailyGoal: DailyGoal | null
  /** The language of mail. The language of a page is in its address. */
  language: Language
}

export const dailyGoals = [10, 30, 50] as const
export type DailyGoal = (typeof dailyGoals)[number]

export const dailyQuestionsMin = 5
export const dailyQuestionsMax = 200

/** Settings of a new member. The columns of `user_profiles` have the same defaults. */
export const defaultSettings: Settings = {
  emailNotifications: false,
  studyReminders: false,
  reminderDays: [1, 2, 3, 4, 5],
  reminderHour: 18,
  timeZone: 'UTC',
  isTimeZoneChosen: false,
  dailyQuestions: 20,
  extraTime: 1,
  dailyGoal: null,
  language: defaultLanguage,
}

/** The submitted form fields. Unchecked switches and days are not submitted. */
export type SettingsFields = {
  emailNotifications: string
  studyReminders: string
  reminderDays: readonly string[]
  reminderHour: string
  timeZone: string
  dailyQuestions: string
  extraTime: string
  /** `none`, or one of `dailyGoals`. */
  dailyGoal: string
  language: string
}

/** Codes of problems; their messages are in `web/text/en/settings.ts`. */
export type SettingsProblem =
  | 'DAYS_NONE'
  | 'DAYS_UNKNOWN'
  | 'HOUR_UNKNOWN'
  | 'ZONE_UNKNOWN'
  | 'DAILY_OUTSIDE'
  | 'EXTRA_UNKNOWN'
  | 'GOAL_UNKNOWN'
  | 'LANGUAGE_UNKNOWN'
export type SettingsProblems = Partial<Record<keyof SettingsFields, SettingsProblem>>

export type ParsedSettings = { ok: true; settings: Settings } | { ok: false; problems: SettingsProblems }

/** The settings as form fields. */
export function formatSettingsFields(settings: Settings): SettingsFields {
  const { emailNotifications, studyReminders, reminderDays, reminderHour, timeZone, dailyQuestions, extraTime, dailyGoal, language } =
    settings
  return {
    emailNotifications: emailNotifications ? 'on' : '',
    studyReminders: studyReminders ? 'on' : '',
    reminderDays: reminderDays.map(String),
    reminderHour: String(reminderHour),
    timeZone,
    dailyQuestions: String(dailyQuestions),
    extraTime: String(extraTime),
    dailyGoal: String(dailyGoal ?? 'none'),
    language,
  }
}

/** Validates the settings form. Submitting it counts as choosing the time zone. Study reminders need at least one day. */
export function parseSettingsFields(fields: SettingsFields): ParsedSettings {
  const studyReminders = fields.studyReminders !== ''
  const days = [...new Set(fields.reminderDays)].map((day) => parseInteger(day, 1, 7))
  const reminderHour = parseInteger(fields.reminderHour, 0, 23)
  const timeZone = parseTimeZone(fields.timeZone)
  const dailyQuestions = parseDailyQuestions(fields.dailyQuestions)
  const extraTime = extraTimes.find((factor) => String(factor) === fields.extraTime)
  const dailyGoal = fields.dailyGoal === 'none' ? null : dailyGoals.find((goal) => String(goal) === fields.dailyGoal)
  const language = languages.find((one) => one === fields.language)
  const problems: SettingsProblems = {
    ...(days.includes(undefined) && { reminderDays: 'DAYS_UNKNOWN' }),
    ...(days.length === 0 && studyReminders && { reminderDays: 'DAYS_NONE' }),
    ...(reminderHour === undefined && { reminderHour: 'HOUR_UNKNOWN' }),
    ...(timeZone === undefined && { timeZone: 'ZONE_UNKNOWN' }),
    ...(dailyQuestions === undefined && { dailyQuestions: 'DAILY_OUTSIDE' }),
    ...(extraTime === undefined && { extraTime: 'EXTRA_UNKNOWN' }),
    ...(dailyGoal === undefined && { dailyGoal: 'GOAL_UNKNOWN' }),
    ...(language === undefined && { language: 'LANGUAGE_UNKNOWN' }),
  }
  const isIncomplete = reminderHour === undefined || timeZone === undefined || dailyQuestions === undefined
  const isUnknown = extraTime === undefined || dailyGoal === undefined || language === undefined
  if (isIncomplete || isUnknown || Object.keys(problems).length > 0) return { ok: false, problems }
  const emailNotifications = fields.emailNotifications !== ''
  const reminderDays = days.flatMap((day) => day ?? []).toSorted((a, b) => a - b)
  const times = { reminderDays, reminderHour, timeZone, isTimeZoneChosen: true }
  return { ok: true, settings: { emailNotifications, studyReminders, ...times, dailyQuestions, extraTime, dailyGoal, language } }
}

/** A daily limit within its bounds; `undefined` otherwise. */
export function parseDailyQuestions(text: string): number | undefined {
  return parseInteger(text.trim(), dailyQuestionsMin, dailyQuestionsMax)
}

function parseInteger(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  return number >= min && number <= max ? number : undefined
}
