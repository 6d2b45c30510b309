/** The latest attempt at a question set on this device, as React state. */
import { useEffect, useState } from 'react'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { foldJournal } from '#exam/moves.ts'
import { openPageJournal } from '#web/sync/journal.ts'

/** `undefined` until the journal has been read, and when it has no such attempt. */
export function useLatestAttempt(certificationId: string, set: QuestionSet): Attempt | undefined {
  const [attempt, setAttempt] = useState<Attempt>()
  useEffect(() => {
    let isOutdated = false
    const read = async () => {
      const { journal } = await openPageJournal()
      const latest = await journal.latest(certificationId, set)
      if (!isOutdated) setAttempt(latest && foldJournal(latest.moves))
    }
    read().catch(() => undefined)
    return () => {
      isOutdated = true
    }
  }, [certificationId, set])
  return attempt
}
