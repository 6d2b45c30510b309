/** Days and times of day where somebody is. A day is an ISO date without a time, `2026-11-22`. */

/** What a clock on the wall shows: `{ day: '2026-11-22', time: '14:05' }`. */
export type WallTime = { readonly day: string; readonly time: string }

/**
 * Reads instants, in milliseconds since 1970, as a clock in this zone shows them. Zones are named as `Intl` does:
 * `Europe/Paris`. One that it does not know counts as UTC.
 */
export function wallClock(timeZone: string): (at: number) => WallTime {
  const format = formatIn(timeZone)
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    return { day: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` }
  }
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
  }
}
