/** Requests the days on which the questions of a finished attempt come back for review. */
import { useEffect, useState } from 'react'
import { fetchJson, type DeviceOwner } from '#web/sync/index.ts'
import { useOnline } from '#web/ui/use-online.ts'

/** Part of the response of `/api/review/:certificationId?of=`. Days are ISO dates. */
export type ReviewState = { dueCount: number; leftToday: number; returns: { questionId: string; dueOn: string }[] }

/** `undefined` until the account has the answers and responds. */
export function useReviewState(
  certificationId: string,
  { attemptId, owner }: { attemptId: string | undefined; owner: DeviceOwner },
): ReviewState | undefined {
  const isOnline = useOnline()
  const [state, setState] = useState<ReviewState>()
  useEffect(() => {
    if (!isOnline || attemptId === undefined) return
    let isShown = true
    fetchJson<ReviewState>(`/api/review/${certificationId}?of=${attemptId}`, owner).then(
      (read) => isShown && setState(read),
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [certificationId, attemptId, owner, isOnline])
  return state
}
