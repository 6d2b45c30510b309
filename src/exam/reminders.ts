/** When mail that a member asked for is due, by calendar and clock where the member is. */
import { addDays, toInstant, toLocalTime } from '#exam/local-day.ts'

const hourMs = 60 * 60_000

/** What was missed, as while the server was down, is made up for so long. Never on another day than its own. */
const reminderLateMs = 3 * hourMs
const summaryLateMs = 12 * hourMs
const summaryHour = 8
const monday = 1

/** An hour of the day, 0–23. Reminders that are set before `setBefore` for that hour come today; later ones mean tomorrow. */
export type ReminderHour = { hour: number; setBefore: number }

/** The hours whose reminders are due now in a time zone, and the day there with its place in the week, 1 for Monday to 7. */
export function reminderTime(now: number, timeZone: string): { day: string; weekday: number; hours: ReminderHour[] } {
  const { day, weekday, hour } = toLocalTime(now, timeZone)
  const hours = hoursUpTo(hour).map((each) => ({ hour: each, at: toInstant(day, each, timeZone) }))
  const due = hours.filter(({ at }) => isWithin(now, at, reminderLateMs))
  return { day, weekday, hours: due.map(({ hour, at }) => ({ hour, setBefore: at + hourMs })) }
}

/** The Monday on which a summary of the week before is due now in a time zone, and the instants between which that week lies. */
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
