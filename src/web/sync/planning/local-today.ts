/** The current day in the browser's time zone: `2026-11-23`. */
import { toLocalTime } from '#exam/planning/local-day.ts'

export function localToday(): string {
  return toLocalTime(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone).day
}
