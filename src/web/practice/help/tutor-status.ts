/**
 * Requests which tutor is connected: when help is first needed on a page and, if there is a tutor, again after each reply, to update the number of
 * replies left.
 */
import { useEffect, useRef, useState } from 'react'
import type { ConnectedTutor, TutorStatusResponse } from '#exam/tutor/tutor-contract.ts'
import { ownerHeaders, readKnownOwner } from '#web/sync/index.ts'

const timeoutMs = 4_000

let reading: Promise<ConnectedTutor | null> | undefined

/** The connected tutor; `null` if there is none. Also `null` if the server cannot be reached; the next call then asks again. */
export function readTutorStatus(): Promise<ConnectedTutor | null> {
  reading ??= requestStatus().catch(() => {
    reading = undefined
    return null
  })
  return reading
}

async function requestStatus(): Promise<ConnectedTutor | null> {
  const headers = ownerHeaders(readKnownOwner(), undefined)
  const response = await fetch('/api/tutor', { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The server answered with ${response.status}`)
  return ((await response.json()) as TutorStatusResponse).tutor
}

/** Requests the status again. The status stays as it is if there was no tutor, or the server cannot be reached. */
async function refreshStatus(): Promise<ConnectedTutor | null> {
  const known = await readTutorStatus()
  if (!known || !navigator.onLine) return known
  const latest = await requestStatus().catch(() => known)
  reading = Promise.resolve(latest)
  return latest
}

/** The connected tutor; `null` until it is known. The status is requested again when a reply has ended. */
export function useTutorStatus(isAsking: boolean): ConnectedTutor | null {
  const [status, setStatus] = useState<ConnectedTutor | null>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    let isCurrent = true
    const hasReply = wasAsking.current && !isAsking
    wasAsking.current = isAsking
    void (hasReply ? refreshStatus() : readTutorStatus()).then((read) => isCurrent && setStatus(read))
    return () => {
      isCurrent = false
    }
  }, [isAsking])
  return status
}
