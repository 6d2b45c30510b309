/** Dates, durations, numbers and plurals in US English. An ISO day has no time, so it is printed in UTC and no time zone shifts it. */

const locale = 'en-US'
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const utcLongDay = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
const utcShortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const utcWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const utcMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const utcShortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat(locale)
const dollarAmounts = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const alternatives = new Intl.ListFormat(locale, { type: 'disjunction' })
const pluralRules = new Intl.PluralRules(locale)

/** `2026-06-30` → `June 30, 2026`. Accepts an ISO day or an ISO instant, of which it prints the day in UTC. */
export function day(date: string): string {
  return utcDay.format(new Date(date))
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

/** Milliseconds as hours and minutes: `1 hr 22 min`, `4 min`, `less than a minute`. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? unit(minutes, 'minute') : `${unit(hours, 'hour')} ${unit(minutes % 60, 'minute')}`
}

function unit(count: number, name: 'hour' | 'minute'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count)
}

/** `1234` → `1,234`. */
export function number(count: number): string {
  return numbers.format(count)
}

/** `165` → `$165`. */
export function dollars(amount: number): string {
  return dollarAmounts.format(amount)
}

/** `1` → `1 question`, `1200` → `1,200 questions`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${pluralRules.select(count) === 'one' ? one : many}`
}

/** The days until an exam: `0` → `MB-800 is today`, `27` → `27 days to MB-800`. */
export function daysTo(count: number, id: string): string {
  return count === 0 ? `${id} is today` : `${counted(count, 'day')} to ${id}`
}

/** Question numbers, at most twelve of them: `4, 5, 9` or `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, and 206 more`. */
export function someNumbers(questionNumbers: readonly number[]): string {
  const rest = questionNumbers.length - 12
  return `${questionNumbers.slice(0, 12).join(', ')}${rest > 0 ? `, and ${number(rest)} more` : ''}`
}

/** `['C', 'D']` → `C or D`, `['A', 'C', 'D']` → `A, C, or D`. */
export function anyOf(entries: readonly string[]): string {
  return alternatives.format(entries)
}
