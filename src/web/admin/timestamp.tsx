/** When something was done, to the minute; the same for everybody, whatever their time zone: `21 November 2026, 03:51 UTC`. */
import { admin } from '#web/text/en/admin/admin.ts'
import { day } from '#web/text/en/numbers.ts'

export function Timestamp({ at }: { at: Date }) {
  return (
    <time className="soft" dateTime={at.toISOString()}>
      {`${dayOf(at)}, ${at.toISOString().slice(11, 16)} UTC`}
    </time>
  )
}

/** The same day for everybody, whatever their time zone. */
export function dayOf(at: Date | null): string {
  return at ? day(at.toISOString()) : admin.never
}
