/** Remembers the attempts to resume while an attempt is open, so that the next page reserves space for the strip that offers them. */
import { useEffect, useRef } from 'react'
import { canResume } from '#exam/attempt.ts'
import type { OpenedAttempt } from '#web/practice/attempt/use-attempt.ts'

const load = () =>
  import('#web/practice/attempt/remember-attempts-to-resume.ts').then(({ rememberAttemptsToResume }) => rememberAttemptsToResume)

export function useRememberedUnfinished(opened: OpenedAttempt | undefined): void {
  const isSaved = opened?.state.saved === 'saved'
  const isResumable = opened !== undefined && canResume(opened.state.attempt)
  const owner = opened?.owner
  /** Whether the attempt could be resumed when the list was last stored, so that the journals are not read again after every answer. */
  const remembered = useRef<boolean>(undefined)
  useEffect(() => {
    if (!isSaved || owner === undefined || remembered.current === isResumable) return
    remembered.current = isResumable
    // Without storage there is nothing to resume, and without a network the next page only shifts a little.
    void load()
      .then((remember) => remember(owner))
      .catch(() => undefined)
  }, [isSaved, isResumable, owner])
}
