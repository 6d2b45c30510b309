/** The time zone of the browser, such as `Europe/Paris`. Unknown during server rendering. */
import { useSyncExternalStore } from 'react'

export function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(never, readTimeZone, () => undefined)
}

function readTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The time zone is read once per page load. */
function never(): () => void {
  return () => undefined
}
