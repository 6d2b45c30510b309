/** A member's due questions of a certification, as React state. */
import { useEffect, useState } from 'react'
import { fetchDueReviews, readLocalReview } from '#web/review/due-questions.ts'
import type { DueReviews } from '#server/review/index.ts'

/** `due` is `undefined` when the server could not be reached or the session has ended. */
type LoadedReviews = { due: DueReviews | undefined; isInProgress: boolean }

const retryMs = 1500
const retriesMax = 8

/**
 * Loads the due questions; `reload` loads them again. Retries a few times while the server lists a question that was answered here just
 * now, because the answer has not arrived yet. `certificationId` must not change while the component is mounted.
 */
export function useDueReviews(certificationId: string): { loaded: LoadedReviews | undefined; reload: () => void } {
  const [loaded, setLoaded] = useState<LoadedReviews>()
  const isLoading = loaded === undefined
  useEffect(() => {
    if (!isLoading) return
    let isOutdated = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async (retries: number) => {
      const { isInProgress, recentIds } = await readLocalReview(certificationId, Date.now())
      const due = await fetchDueReviews(certificationId)
      if (isOutdated) return
      const isEarly = due?.questionIds.some((id) => recentIds.includes(id)) ?? false
      if (isEarly && retries < retriesMax) timer = setTimeout(() => void load(retries + 1), retryMs)
      else setLoaded({ due, isInProgress })
    }
    void load(0)
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [certificationId, isLoading])
  return { loaded, reload: () => setLoaded(undefined) }
}
