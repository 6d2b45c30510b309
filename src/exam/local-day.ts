/**
 * Days and hours where somebody is. A day is ISO text without a time, `2026-11-23`; a time zone is named as `Intl` names
 * it, `Europe/Paris`. Instants are milliseconds since 1970, UTC.
 */

const dayMs = 24 * 60 * 60_000

/** `weekday` is 1 for Monday to 7. */
export type LocalTime = { day: string; weekday: number; hour: number }

/** What calendar and clock show in a time zone. */
export function toLocalTime(at: number, timeZone: string): LocalTime {
  const shown = shownTime(at, timeZone)
  const day = dayOf(shown)
  return { day, weekday: weekdayOf(day), hour: new Date(shown).getUTCHours() }
}

/** The same as text, to the minute: `{ day: '2026-11-23', time: '14:05' }`. */
export function toLocalMoment(at: number, timeZone: string): { day: string; time: string } {
  const [day = '', time = ''] = new Date(shownTime(at, timeZone)).toISOString().split('T')
  return { day, time: time.slice(0, 5) }
}

/**
 * When a full hour of a day begins in a time zone. Of an hour that the clocks show twice, the first; of one that they
 * leave out, the moment in which they are put forward.
 */
export function toInstant(day: string, hour: number, timeZone: string): number {
  const shown = Date.parse(day) + hour * 60 * 60_000
  const [before, after] = [shown - dayMs, shown + dayMs].map((near) => shown - (shownTime(near, timeZone) - near))
  const found = [before, after].find((at) => at !== undefined && shownTime(at, timeZone) === shown)
  return found ?? before ?? shown
}

/** The day so many days later, or earlier for a negative number. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * dayMs)
}

/** How many days lie between: 1 from a day to the next one. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** 1 for Monday to 7. */
export function weekdayOf(day: string): number {
  // The first day of 1970 was a Thursday.
  return ((((Date.parse(day) / dayMs + 3) % 7) + 7) % 7) + 1
}

/** A day of the calendar as ISO text; `undefined` for anything else, such as `2026-02-30`. */
export function parseDay(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) || dayOf(at) !== text ? undefined : text
}

/** The usual name of a time zone, `Europe/Paris`; `undefined` for what is none, an offset such as `+05:30` among it. */
export function parseTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Making one takes longer than using it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Calendar and clock of the time zone, to the second, as if it were that time in UTC. */
function shownTime(at: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en', { ...numbers, timeZone })
  clocks.set(timeZone, clock)
  const shown = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const numbers = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
