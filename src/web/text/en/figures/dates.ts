/** Dates and times in US English. An ISO day has no time, so it is printed in UTC and no time zone shifts it. */

const locale = 'en-US'
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const utcLongDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
const utcShortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const utcWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const utcTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })
const utcMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const utcShortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-06-30` → `June 30, 2026`. Accepts an ISO day or an ISO instant; for an instant, it prints the day in UTC. */
export function day(date: string): string {
  return utcDay.format(new Date(date))
}

/** An instant to the minute: `June 30, 2026, 09:05 UTC`. */
export function instant(at: Date): string {
  return `${utcDay.format(at)}, ${utcTime.format(at)} UTC`
}

/** `2026-06-30` → `Tuesday, June 30, 2026`. */
export function longDay(date: string): string {
  return utcLongDay.format(new Date(date))
}

/** `2026-06-30` → `Tue`. */
export function weekday(date: string): string {
  return utcWeekday.format(new Date(date))
}

/** `2026-06-30` → `Jun 30`. */
export function shortDay(date: string): string {
  return utcShortDay.format(new Date(date))
}

/** `2026-06-30` → `June 2026`. */
export function monthOfYear(date: string): string {
  return utcMonth.format(new Date(date))
}

/** `2026-06-30` → `Jun 2026`. */
export function shortMonthOfYear(date: string): string {
  return utcShortMonth.format(new Date(date))
}

/** The calendar day on this device of a time in milliseconds since 1970: `November 18, 2026`. */
export function dayOf(at: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at)
}

/** The time on this device of an instant in milliseconds since 1970: `8:12 AM`. */
export function timeOf(at: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

/** Weekday names, Monday first. */
export function weekdays(length: 'long' | 'short'): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' })
  // January 5, 1970 was a Monday.
  return Array.from({ length: 7 }, (_, i) => format.format(Date.UTC(1970, 0, 5 + i)))
}
