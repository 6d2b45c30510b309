/** The time zone of the browser, such as `Europe/Paris`. Unknown during server rendering. */
import { useEffect, useSyncExternalStore } from 'react'
import { useFetcher } from 'react-router'
import type { Settings } from '#exam/planning/settings.ts'

export function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(never, readTimeZone, () => undefined)
}

/** Saves the browser's time zone, which days and reminders depend on, unless the member chose one. Used on the page that opens after sign-in. */
export function useBrowserTimeZoneSaved({ timeZone, isTimeZoneChosen }: Pick<Settings, 'timeZone' | 'isTimeZoneChosen'>): void {
  const { submit, data } = useFetcher()
  const browserZone = useBrowserTimeZone()
  // The server may store the zone under another name, so it is sent only once.
  const isNew = browserZone !== undefined && browserZone !== timeZone && !isTimeZoneChosen && data === undefined
  useEffect(() => {
    if (isNew) void submit({ timeZone: browserZone }, { method: 'post', action: '/profile' })
  }, [isNew, browserZone, submit])
}

function readTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Subscribes to nothing, because browsers do not report a change of the time zone. */
function never(): () => void {
  return () => undefined
}
