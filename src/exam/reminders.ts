/** When reminder mail is due, by the member's local time. */
import { hourMs } from '#exam/duration.ts'
import { addDays, toInstant, toLocalTime } from '#exam/planning/local-day.ts'

/** The maximum delay with which mail is still sent, for example after server downtime. Mail is never sent on a later day. */
const reminderLateMs = 3 * hourMs
const summaryLateMs = 12 * hourMs
const summaryHour = 8
const monday = 1

/** A reminder hour, 0–23. Reminders for this hour are due today if they were set before the instant `setBefore`. */
export type ReminderHour = { hour: number; setBefore: number }

/** The reminder hours that are due now in a time zone, with the local day and weekday, 1 for Monday to 7 for Sunday. */
export function reminderTime(now: number, timeZone: string): { day: string; weekday: number; hours: ReminderHour[] } {
  const { day, weekday, hour } = toLocalTime(now, timeZone)
  const hours = hoursUpTo(hour).map((each) => ({ hour: each, at: toInstant(day, each, timeZone) }))
  const due = hours.filter(({ at }) => isWithin(now, at, reminderLateMs))
  return { day, weekday, hours: due.map(({ hour, at }) => ({ hour, setBefore: at + hourMs })) }
}

/** If weekly summaries are due now in a time zone: the day, a Monday, and the start and end of the week before, as instants. */
export function summaryTime(now: number, timeZone: string): { day: string; from: number; to: number } | undefined {
  const { day, weekday } = toLocalTime(now, timeZone)
  if (weekday !== monday || !isWithin(now, toInstant(day, summaryHour, timeZone), summaryLateMs)) return undefined
  return { day, from: toInstant(addDays(day, -7), 0, timeZone), to: toInstant(day, 0, timeZone) }
}

function isWithin(now: number, from: number, lengthMs: number): boolean {
  return from <= now && now < from + lengthMs
}

function hoursUpTo(hour: number): number[] {
  return Array.from({ length: hour + 1 }, (_, each) => each)
}
