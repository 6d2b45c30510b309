/** Durations in US English. */
import { counted } from '#web/text/en/numbers.ts'

const locale = 'en-US'

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

/** The days until an exam: `0` → `MB-800 is today`, `27` → `27 days to MB-800`. */
export function daysTo(count: number, id: string): string {
  return count === 0 ? `${id} is today` : `${counted(count, 'day')} to ${id}`
}
