/** Dates and times in French. An ISO day has no time, so it is printed in UTC and no time zone shifts it. */

const locale = 'fr-FR'
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const utcLongDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
const utcShortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const utcWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const utcTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
const utcMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const utcShortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Intl prints the first day of a month as `1`, French writes `1er`. */
const withOrdinal = (date: string) => date.replace(/(^|\s)1(?=\s)/, '$11er')

/** `2026-07-01` → `1er juillet 2026`. Accepts an ISO day or an ISO instant; for an instant, it prints the day in UTC. */
export function day(date: string): string {
  return withOrdinal(utcDay.format(new Date(date)))
}

/** An instant to the minute: `30 juin 2026 à 09:05 UTC`. */
export function instant(at: Date): string {
  return `${withOrdinal(utcDay.format(at))} à ${utcTime.format(at)} UTC`
}

/** `2026-06-30` → `mardi 30 juin 2026`. */
export function longDay(date: string): string {
  return withOrdinal(utcLongDay.format(new Date(date)))
}

/** `2026-06-30` → `mar.`. */
export function weekday(date: string): string {
  return utcWeekday.format(new Date(date))
}

/** `2026-09-02` → `2 sept.`. */
export function shortDay(date: string): string {
  return withOrdinal(utcShortDay.format(new Date(date)))
}

/** `2026-06-30` → `juin 2026`. */
export function monthOfYear(date: string): string {
  return utcMonth.format(new Date(date))
}

/** `2026-09-30` → `sept. 2026`. */
export function shortMonthOfYear(date: string): string {
  return utcShortMonth.format(new Date(date))
}

/** The calendar day on this device of a time in milliseconds since 1970: `18 novembre 2026`. */
export function dayOf(at: number): string {
  return withOrdinal(new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at))
}

/** The time on this device of an instant in milliseconds since 1970: `08:12`. */
export function timeOf(at: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

/** Weekday names, Monday first. */
export function weekdays(length: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' })
  // January 5, 1970 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(1970, 0, 5 + i)))
}
