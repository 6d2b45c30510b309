/** What a member can set, and within which bounds. The form checks them in the browser, the server checks them again. */
import { parseTimeZone } from '#exam/local-day.ts'
import { extraTimes } from '#exam/simulation.ts'

export type Settings = {
  emailNotifications: boolean
  studyReminders: boolean
  /** 1 for Monday to 7, in their order. */
  reminderDays: readonly number[]
  /** 0–23, where the member is. */
  reminderHour: number
  /** As `Intl` names it: `Europe/Paris`. */
  timeZone: string
  /** Whether the member chose the time zone; otherwise it is the one of the browser seen last. */
  isTimeZoneChosen: boolean
  /** Questions of the daily review. */
  dailyQuestions: number
  /** Factor on the time of a simulation. */
  extraTime: number
}

export const dailyQuestionsMin = 5
export const dailyQuestionsMax = 200

/** What somebody has who has set nothing. The same stand in `migrations/0006_attempts.sql`. */
export const defaultSettings: Settings = {
  emailNotifications: false,
  studyReminders: false,
  reminderDays: [1, 2, 3, 4, 5],
  reminderHour: 18,
  timeZone: 'UTC',
  isTimeZoneChosen: false,
  dailyQuestions: 20,
  extraTime: 1,
}

/** The fields of the form as they arrive. A switch that is off, and days that are not chosen, are not sent. */
export type SettingsFields = {
  emailNotifications: string
  studyReminders: string
  reminderDays: readonly string[]
  reminderHour: string
  timeZone: string
  dailyQuestions: string
  extraTime: string
}

/** Codes of the sentences in `web/text/en/settings.ts`. */
export type SettingsProblem = 'DAYS_NONE' | 'DAYS_UNKNOWN' | 'HOUR_UNKNOWN' | 'ZONE_UNKNOWN' | 'DAILY_OUTSIDE' | 'EXTRA_UNKNOWN'
export type SettingsProblems = Partial<Record<keyof SettingsFields, SettingsProblem>>

export type ParsedSettings = { ok: true; settings: Settings } | { ok: false; problems: SettingsProblems }

/** Reminders without a day would never come: then no day is a problem. */
export function parseSettingsFields(fields: SettingsFields): ParsedSettings {
  const studyReminders = fields.studyReminders !== ''
  const days = [...new Set(fields.reminderDays)].map((day) => readWhole(day, 1, 7))
  const reminderHour = readWhole(fields.reminderHour, 0, 23)
  const timeZone = parseTimeZone(fields.timeZone)
  const dailyQuestions = parseDailyQuestions(fields.dailyQuestions)
  const extraTime = extraTimes.find((factor) => String(factor) === fields.extraTime)
  const problems: SettingsProblems = {
    ...(days.includes(undefined) && { reminderDays: 'DAYS_UNKNOWN' }),
    ...(days.length === 0 && studyReminders && { reminderDays: 'DAYS_NONE' }),
    ...(reminderHour === undefined && { reminderHour: 'HOUR_UNKNOWN' }),
    ...(timeZone === undefined && { timeZone: 'ZONE_UNKNOWN' }),
    ...(dailyQuestions === undefined && { dailyQuestions: 'DAILY_OUTSIDE' }),
    ...(extraTime === undefined && { extraTime: 'EXTRA_UNKNOWN' }),
  }
  const isWhole = reminderHour !== undefined && timeZone !== undefined && dailyQuestions !== undefined && extraTime !== undefined
  if (!isWhole || Object.keys(problems).length > 0) return { ok: false, problems }
  const emailNotifications = fields.emailNotifications !== ''
  const reminderDays = days.flatMap((day) => day ?? []).toSorted((a, b) => a - b)
  const settings = {
    emailNotifications,
    studyReminders,
    reminderDays,
    reminderHour,
    timeZone,
    isTimeZoneChosen: true,
    dailyQuestions,
    extraTime,
  }
  return { ok: true, settings }
}

/** A whole number within its bounds; `undefined` otherwise. */
export function parseDailyQuestions(text: string): number | undefined {
  return readWhole(text.trim(), dailyQuestionsMin, dailyQuestionsMax)
}

function readWhole(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : NaN
  return number >= min && number <= max ? number : undefined
}
