/** A time in UTC, to the minute. */
import { admin } from '#web/text/en/admin/admin.ts'
import { day, instant } from '#web/text/en/figures/dates.ts'

export function Timestamp({ at }: { at: Date }) {
  return (
    <time className="soft" dateTime={at.toISOString()}>
      {instant(at)}
    </time>
  )
}

export function dayOf(at: Date | null): string {
  return at ? day(at.toISOString()) : admin.never
}
