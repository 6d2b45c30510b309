/**
 * Local days and hours. A day is an ISO date, `2026-11-23`; a time zone has its `Intl` name, `Europe/Paris`.
 * Instants are milliseconds since 1970, UTC.
 */
import { dayMs, hourMs } from '#exam/duration.ts'

/** `weekday` is 1 for Monday to 7 for Sunday. */
export type LocalTime = { day: string; weekday: number; hour: number }

/** Day and hour of an instant in a time zone. */
export function toLocalTime(at: number, timeZone: string): LocalTime {
  const local = shiftToLocal(at, timeZone)
  const day = formatDay(local)
  return { day, weekday: weekdayOf(day), hour: new Date(local).getUTCHours() }
}

/** Day and time of an instant in a time zone, to the minute: `{ day: '2026-11-23', time: '14:05' }`. */
export function toLocalMoment(at: number, timeZone: string): { day: string; time: string } {
  const [day = '', time = ''] = new Date(shiftToLocal(at, timeZone)).toISOString().split('T')
  return { day, time: time.slice(0, 5) }
}

/**
 * The instant at which an hour of a day begins in a time zone. When clocks go back, this is the first occurrence of the hour. When clocks
 * skip the hour, it is the moment of the change.
 */
export function toInstant(day: string, hour: number, timeZone: string): number {
  const local = Date.parse(day) + hour * hourMs
  const [before, after] = [local - dayMs, local + dayMs].map((near) => local - (shiftToLocal(near, timeZone) - near))
  const found = [before, after].find((at) => at !== undefined && shiftToLocal(at, timeZone) === local)
  return found ?? before ?? local
}

/** The day `days` days later, or earlier if the number is negative. */
export function addDays(day: string, days: number): string {
  return formatDay(Date.parse(day) + days * dayMs)
}

/** How many days `to` is after `from`: 1 for the next day, negative for an earlier day. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  // January 1, 1970 was a Thursday.
  return ((((Date.parse(day) / dayMs + 3) % 7) + 7) % 7) + 1
}

/** An ISO date that exists; `undefined` for other text, such as `2026-02-30`. */
export function parseDay(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) || formatDay(at) !== text ? undefined : text
}

/** The canonical name of a time zone, `Europe/Paris`; `undefined` for other text, including offsets such as `+05:30`. */
export function parseTimeZone(text: string): string | undefined {
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Formatters by time zone. Creating one takes longer than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The instant whose date and time in UTC, to the second, equal the local date and time of `at`. */
function shiftToLocal(at: number, timeZone: string): number {
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en', { ...numericFormat, timeZone })
  formatters.set(timeZone, formatter)
  const parts = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const numericFormat = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
