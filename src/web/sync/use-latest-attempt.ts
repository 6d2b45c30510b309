/** The latest attempt at a question set on this device, as React state. */
import { useEffect, useState } from 'react'
import type { Attempt, QuestionSet } from '#exam/attempt.ts'
import { findLatestAttemptOnDevice } from '#web/sync/device-attempts.ts'

/** `undefined` until the journal has been read, and when it has no such attempt. */
export function useLatestAttempt(certificationId: string, set: QuestionSet): Attempt | undefined {
  const [attempt, setAttempt] = useState<Attempt>()
  useEffect(() => {
    let isOutdated = false
    findLatestAttemptOnDevice(certificationId, set).then(
      (latest) => !isOutdated && setAttempt(latest),
      () => undefined,
    )
    return () => {
      isOutdated = true
    }
  }, [certificationId, set])
  return attempt
}
