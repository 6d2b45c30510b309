/** The time zone of the browser, such as `Europe/Paris`. Unknown during server rendering. */
import { useEffect, useSyncExternalStore } from 'react'
import { useFetcher } from 'react-router'
import type { Settings } from '#exam/planning/settings.ts'

export function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(never, readTimeZone, () => undefined)
}

/** Saves the time zone of the browser, so that days and reminders start at the right hour. The page that opens after sign-in uses this hook. */
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

/** The time zone is read once per page load. */
function never(): () => void {
  return () => undefined
}
