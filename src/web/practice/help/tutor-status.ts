/** Which tutor is connected. Requested once per page, when help is first needed. */
import { useEffect, useState } from 'react'
import type { TutorStatus, TutorStatusResponse } from '#exam/tutor/tutor-contract.ts'

const timeoutMs = 4_000

let reading: Promise<TutorStatus | null> | undefined

/** `null` if none is connected, or the server cannot be reached; it is then asked again next time. */
export function readTutorStatus(): Promise<TutorStatus | null> {
  reading ??= requestStatus().catch(() => {
    reading = undefined
    return null
  })
  return reading
}

async function requestStatus(): Promise<TutorStatus | null> {
  const response = await fetch('/api/tutor', { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The server answered with ${response.status}`)
  return ((await response.json()) as TutorStatusResponse).tutor
}

/** `null` until it is known. */
export function useTutorStatus(): TutorStatus | null {
  const [status, setStatus] = useState<TutorStatus | null>(null)
  useEffect(() => {
    let isShown = true
    void readTutorStatus().then((read) => isShown && setStatus(read))
    return () => {
      isShown = false
    }
  }, [])
  return status
}
