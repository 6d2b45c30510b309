/** Where this browser says it is: `Europe/Paris`. Not known before there are scripts. */
import { useSyncExternalStore } from 'react'

export function useBrowserTimeZone(): string | undefined {
  return useSyncExternalStore(never, readTimeZone, () => undefined)
}

function readTimeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Whoever travels opens the page again. */
function never(): () => void {
  return () => undefined
}
