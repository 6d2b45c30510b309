/** Settings of members. Until one is saved, a member has no row, and the defaults of `exam/planning/settings.ts` apply. */
import type { Kysely } from 'kysely'
import { isLanguage } from '#exam/languages.ts'
import { dailyGoals, defaultSettings, type ParsedSettings, type Settings } from '#exam/planning/settings.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { reschedule } from '#server/review/index.ts'

export type MailSettings = Pick<Settings, 'emailNotifications' | 'studyReminders'>

/** Names of the time zones to choose from, sorted. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].toSorted()
}

/** The member's settings, or the defaults. */
export async function readSettings(db: Db, userId: string): Promise<Settings> {
  const row = await selectSettings(db, userId).executeTakeFirst()
  return row ? parseRow(row) : defaultSettings
}

/** Saves all settings. When reminders change to an hour that has already passed today, the first reminder comes on the next chosen day. */
export async function saveSettings(db: Kysely<Tables>, userId: string, settings: Settings, now: Date): Promise<void> {
  await updateSettings(db, userId, () => settings, now)
}

/**
 * Saves the settings that `change` computes from the stored ones, so that a form can send only some fields. If `change` returns
 * problems, nothing is saved.
 */
export async function changeSettings(
  db: Kysely<Tables>,
  userId: string,
  change: (before: Settings) => ParsedSettings,
  now: Date,
): Promise<ParsedSettings> {
  let parsed: ParsedSettings | undefined
  await updateSettings(
    db,
    userId,
    (before) => {
      parsed = change(before)
      return parsed.ok ? parsed.settings : before
    },
    now,
  )
  if (!parsed) throw new Error('The settings were not read')
  return parsed
}

/** Saves the two mail settings. */
export async function saveMailSettings(db: Kysely<Tables>, userId: string, switches: MailSettings, now: Date): Promise<void> {
  await updateSettings(db, userId, (before) => ({ ...before, ...switches }), now)
}

/** Uses the browser's time zone, unless the member chose one. */
export async function recordBrowserTimeZone(db: Kysely<Tables>, userId: string, timeZone: string, now: Date): Promise<void> {
  await updateSettings(db, userId, (before) => (before.isTimeZoneChosen ? before : { ...before, timeZone }), now)
}

/** Turns off one kind of mail. Does nothing for a member without stored settings, whose mail is off, or a deleted member. */
export async function disableMail(db: Db, userId: string, kind: keyof MailSettings): Promise<void> {
  const column = kind === 'emailNotifications' ? 'email_notifications' : 'study_reminders'
  await db
    .updateTable('user_profiles')
    .set({ [column]: false })
    .where('id', '=', userId)
    .execute()
}

function selectSettings(db: Db, userId: string) {
  return db
    .selectFrom('user_profiles')
    .select([
      'email_notifications as emailNotifications',
      'study_reminders as studyReminders',
      'reminder_days as reminderDays',
      'reminder_hour as reminderHour',
      'time_zone as timeZone',
      'time_zone_chosen as isTimeZoneChosen',
      'daily_questions as dailyQuestions',
      'extra_time as extraTime',
      'daily_goal as dailyGoal',
      'language',
    ])
    .where('id', '=', userId)
}

type SettingsRow = Omit<Settings, 'dailyGoal' | 'language'> & { dailyGoal: number | null; language: string }

/**
 * A later release may have saved a goal or language that this one does not know. An unknown goal counts as no goal, and an unknown language
 * as English.
 */
function parseRow(row: SettingsRow): Settings {
  const language = isLanguage(row.language) ? row.language : defaultSettings.language
  return { ...row, language, dailyGoal: dailyGoals.find((goal) => goal === row.dailyGoal) ?? null }
}

async function updateSettings(db: Kysely<Tables>, userId: string, update: (before: Settings) => Settings, now: Date): Promise<void> {
  await transact(db, async (transaction) => {
    await transaction
      .insertInto('user_profiles')
      .values({ id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // The row lock serializes concurrent changes.
    const before = parseRow(await selectSettings(transaction, userId).forUpdate().executeTakeFirstOrThrow())
    const settings = update(before)
    await transaction
      .updateTable('user_profiles')
      .set({
        email_notifications: settings.emailNotifications,
        study_reminders: settings.studyReminders,
        reminder_days: JSON.stringify(settings.reminderDays),
        reminder_hour: settings.reminderHour,
        time_zone: settings.timeZone,
        time_zone_chosen: settings.isTimeZoneChosen,
        daily_questions: settings.dailyQuestions,
        extra_time: settings.extraTime,
        daily_goal: settings.dailyGoal,
        language: settings.language,
        ...(reminderPlanOf(before) !== reminderPlanOf(settings) && { reminders_set_at: now }),
      })
      .where('id', '=', userId)
      .execute()
    // Reviews are due when a day begins in the member's time zone.
    if (before.timeZone !== settings.timeZone) await reschedule(transaction, userId, undefined, now)
  })
}

function reminderPlanOf({ studyReminders, reminderDays, reminderHour, timeZone }: Settings): string {
  return JSON.stringify([studyReminders, reminderDays, reminderHour, timeZone])
}
