import { describe, expect, test } from 'vitest'
import { parseDailyQuestions, parseSettingsFields, type SettingsFields } from '#exam/planning/settings.ts'

const fields = (values: Partial<SettingsFields> = {}): SettingsFields => ({
  emailNotifications: 'on',
  studyReminders: 'on',
  reminderDays: ['1', '3'],
  reminderHour: '7',
  timeZone: 'Europe/Paris',
  dailyQuestions: '30',
  extraTime: '1.25',
  dailyGoal: '30',
  language: 'fr',
  ...values,
})

const problemsOf = (values: Partial<SettingsFields>) => {
  const read = parseSettingsFields(fields(values))
  return read.ok ? {} : read.problems
}

describe('the settings form', () => {
  test('is parsed', () => {
    expect(parseSettingsFields(fields())).toEqual({
      ok: true,
      settings: {
        emailNotifications: true,
        studyReminders: true,
        reminderDays: [1, 3],
        reminderHour: 7,
        timeZone: 'Europe/Paris',
        isTimeZoneChosen: true,
        dailyQuestions: 30,
        extraTime: 1.25,
        dailyGoal: 30,
        language: 'fr',
      },
    })
  })

  test('treats missing switches as off, and accepts unordered and repeated days', () => {
    const read = parseSettingsFields(fields({ emailNotifications: '', studyReminders: '', reminderDays: ['7', '2', '7'] }))
    expect(read).toMatchObject({ settings: { emailNotifications: false, studyReminders: false, reminderDays: [2, 7] } })
  })

  test('reports problems by field', () => {
    const wrong = {
      reminderDays: ['8'],
      reminderHour: '24',
      timeZone: 'Mars/Olympus',
      dailyQuestions: '4',
      extraTime: '3',
      dailyGoal: '31',
      language: 'xx',
    }
    expect(problemsOf(wrong)).toEqual({
      reminderDays: 'DAYS_UNKNOWN',
      reminderHour: 'HOUR_UNKNOWN',
      timeZone: 'ZONE_UNKNOWN',
      dailyQuestions: 'DAILY_OUTSIDE',
      extraTime: 'EXTRA_UNKNOWN',
      dailyGoal: 'GOAL_UNKNOWN',
      language: 'LANGUAGE_UNKNOWN',
    })
  })

  test('requires a day for reminders, unless they are off', () => {
    expect(problemsOf({ reminderDays: [] })).toEqual({ reminderDays: 'DAYS_NONE' })
    expect(problemsOf({ reminderDays: [], studyReminders: '' })).toEqual({})
  })

  test.each(['', '-1', '1e1', '7.5', ' 7', '007x'])('does not accept %j as an hour', (reminderHour) =>
    expect(problemsOf({ reminderHour })).toEqual({ reminderHour: 'HOUR_UNKNOWN' }),
  )
})

describe('the daily limit', () => {
  test.each([
    ['5', 5],
    ['200', 200],
    [' 20 ', 20],
    ['4', undefined],
    ['201', undefined],
    ['20.5', undefined],
    ['', undefined],
    ['1e2', undefined],
  ])('%j is %j', (text, number) => expect(parseDailyQuestions(text)).toBe(number))
})
