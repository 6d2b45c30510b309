/** Remembers the attempts to resume while one is open, so that the next page reserves space for its strip. */
import { useEffect, useRef } from 'react'
import { canResume, listAttemptsToResume } from '#exam/planning/resume.ts'
import { rememberUnfinished } from '#web/layout/remember-unfinished.ts'
import type { OpenedAttempt } from '#web/practice/attempt/use-attempt.ts'
import { listRecentAttempts } from '#web/sync/index.ts'

export function useRememberedUnfinished(opened: OpenedAttempt | undefined): void {
  const isSaved = opened?.state.saved === 'saved'
  const isResumable = opened !== undefined && canResume(opened.state.attempt)
  const owner = opened?.owner
  /** What was remembered last, so that not every answer reads the journals again. */
  const remembered = useRef<boolean>(undefined)
  useEffect(() => {
    if (!isSaved || owner === undefined || remembered.current === isResumable) return
    remembered.current = isResumable
    listRecentAttempts(owner).then(
      (recent) => rememberUnfinished(listAttemptsToResume(recent, undefined)),
      // Without storage there is nothing to resume.
      () => undefined,
    )
  }, [isSaved, isResumable, owner])
}
