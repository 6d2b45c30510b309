/** What a member or a guest can do next: the summary of the account, and the attempts on this device. */
import { useEffect, useState } from 'react'
import type { OpenAttempt } from '#exam/planning/resume.ts'
import type { TodaySummary } from '#server/today/index.ts'
import { fetchJson, listRecentAttempts } from '#web/sync/index.ts'
import { loadToday } from '#web/today/load-today.ts'

/** `unreachable`: the account cannot be reached; then `unfinished` comes from this device. */
type TodayState = {
  status: 'loading' | 'ready' | 'unreachable'
  summary: TodaySummary | undefined
  /** The attempts to resume, the one that changed last first. */
  unfinished: readonly OpenAttempt[]
  /** Milliseconds since 1970. */
  loadedAt: number
}

/** The last summary, so that a page that opens again shows it without waiting. */
let last: { memberId: string; summary: TodaySummary } | undefined

/** Delay before loading the summary again while this device has unsent answers, which the account may have a moment later. */
const unsentRetryMs = 2_500
const unsentRetriesMax = 2

/** `reload` loads the summary again. `memberId` is `null` for a guest, and must not change while the component is mounted. */
export function useToday(memberId: string | null): TodayState & { reload: () => void } {
  const [state, setState] = useState<TodayState>(() => ({
    status: 'loading',
    summary: last?.memberId === memberId ? last?.summary : undefined,
    unfinished: [],
    loadedAt: 0,
  }))
  const [requests] = useState(() => new EventTarget())
  useEffect(() => {
    let latestLoad = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (retries: number) => {
      const ownLoad = ++latestLoad
      const { summary, unfinished, hasUnsent } = await loadToday(
        () => listRecentAttempts(memberId),
        () => fetchSummary(memberId),
      )
      // The page is closed, or a later request will have newer figures.
      if (ownLoad !== latestLoad) return
      if (summary && memberId !== null) last = { memberId, summary }
      setState({ status: summary || memberId === null ? 'ready' : 'unreachable', summary, unfinished, loadedAt: Date.now() })
      if (summary && hasUnsent && retries < unsentRetriesMax) timer = setTimeout(() => void load(retries + 1), unsentRetryMs)
    }
    const loadOnce = () => void load(unsentRetriesMax)
    const onReturn = () => {
      if (document.visibilityState === 'visible') loadOnce()
    }
    void load(0)
    requests.addEventListener('reload', loadOnce)
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('online', onReturn)
    return () => {
      latestLoad = 0
      clearTimeout(timer)
      requests.removeEventListener('reload', loadOnce)
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('online', onReturn)
    }
  }, [memberId, requests])
  return { ...state, reload: () => void requests.dispatchEvent(new Event('reload')) }
}

async function fetchSummary(memberId: string | null): Promise<TodaySummary | undefined> {
  if (memberId === null || !navigator.onLine) return undefined
  const summary = await fetchJson<TodaySummary | null>('/api/today', memberId).catch(() => undefined)
  return summary ?? undefined
}
