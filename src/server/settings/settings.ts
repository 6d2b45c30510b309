/** What members have set. Their form and bounds are in `exam/settings.ts`; nothing is stored before somebody sets something. */
import type { Kysely } from 'kysely'
import { defaultSettings } from '#exam/settings.ts'
import type { Settings } from '#exam/settings.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { transact } from '#server/db/transact.ts'
import { reschedule } from '#server/review/index.ts'

export type MailSettings = Pick<Settings, 'emailNotifications' | 'studyReminders'>

/** The names one can choose from, in their order. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].toSorted()
}

export async function readSettings(db: Db, userId: string): Promise<Settings> {
  const row = await settingsOf(db, userId).executeTakeFirst()
  return row ?? defaultSettings
}

/** Keeps them, and when reminders were moved: one whose hour is over by then comes on the next day that is chosen. */
export async function saveSettings(db: Kysely<Tables>, userId: string, settings: Settings, now: Date): Promise<void> {
  await change(db, userId, () => settings, now)
}

/** Keeps the two switches of the profile and leaves the rest as it is. */
export async function saveMailSettings(db: Kysely<Tables>, userId: string, switches: MailSettings, now: Date): Promise<void> {
  await change(db, userId, (before) => ({ ...before, ...switches }), now)
}

/** Takes the time zone of a browser, unless the member has chosen one. */
export async function recordBrowserTimeZone(db: Kysely<Tables>, userId: string, timeZone: string, now: Date): Promise<void> {
  await change(db, userId, (before) => (before.isTimeZoneChosen ? before : { ...before, timeZone }), now)
}

/** Switches one of the two kinds of mail off. Nothing happens for somebody who is not there any more. */
export async function disableMail(db: Db, userId: string, kind: keyof MailSettings): Promise<void> {
  const column = kind === 'emailNotifications' ? 'email_notifications' : 'study_reminders'
  await db
    .updateTable('user_profiles')
    .set({ [column]: false })
    .where('id', '=', userId)
    .execute()
}

function settingsOf(db: Db, userId: string) {
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
    ])
    .where('id', '=', userId)
}

async function change(db: Kysely<Tables>, userId: string, make: (before: Settings) => Settings, now: Date): Promise<void> {
  await transact(db, async (transaction) => {
    await transaction
      .insertInto('user_profiles')
      .values({ id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Of two changes at once the second sees the first.
    const before = await settingsOf(transaction, userId).forUpdate().executeTakeFirstOrThrow()
    const settings = make(before)
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
        ...(planOf(before) !== planOf(settings) && { reminders_set_at: now }),
      })
      .where('id', '=', userId)
      .execute()
    // What is planned for a day begins where the member is.
    if (before.timeZone !== settings.timeZone) await reschedule(transaction, userId, undefined, now)
  })
}

function planOf({ studyReminders, reminderDays, reminderHour, timeZone }: Settings): string {
  return JSON.stringify([studyReminders, reminderDays, reminderHour, timeZone])
}
