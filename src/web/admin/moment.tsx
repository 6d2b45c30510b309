/** When something was done, to the minute; the same for everybody, whatever their time zone: `21 November 2026, 03:51 UTC`. */
import { dayOf } from '#web/admin/people-table.tsx'

export function Moment({ at }: { at: Date }) {
  return (
    <time className="soft" dateTime={at.toISOString()}>
      {`${dayOf(at)}, ${at.toISOString().slice(11, 16)} UTC`}
    </time>
  )
}
