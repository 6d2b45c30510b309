/** Requests to the server about the moves of attempts. All of them reject when the server cannot be reached in time. */
import type { QuestionSet } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import type { LatestAttemptResponse, MoveBatchRequest } from '#exam/contract.ts'
import type { DeviceOwner, UnsentBatch } from '#exam/sync/device-journal.ts'

/** An attempt as stored on the server. `startedAt` is by the server's clock, in milliseconds since 1970. */
export type ServerAttempt = { id: string; startedAt: number; entries: readonly JournalEntry[]; secret?: string }

/** Maximum wait for a response. After that, the server counts as unreachable. */
export const responseTimeoutMs = 20_000
/** Browsers send keepalive requests of up to 64 KiB even after the page was closed. This limit leaves room for headers. */
export const keepaliveMaxBytes = 60_000

/** Headers that name the owner: the secret of the attempt or the member's id, in case another member has signed in since. */
export function ownerHeaders(owner: DeviceOwner, secret: string | undefined): Record<string, string> {
  if (secret !== undefined) return { Authorization: `Bearer ${secret}` }
  return owner === null ? {} : { 'Praxam-Member': owner }
}

/** Sends a batch, which may be empty. The response has the moves from other devices, as `MoveBatchResponse`. */
export function postMoves(owner: DeviceOwner, batch: UnsentBatch, timeoutMs = responseTimeoutMs): Promise<Response> {
  const { id, secret, base, entries } = batch
  const body = JSON.stringify({ base, sentAt: Date.now(), entries } satisfies MoveBatchRequest)
  return fetch(`/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, secret) },
    body,
    keepalive: body.length < keepaliveMaxBytes,
    signal: AbortSignal.timeout(timeoutMs),
  })
}

/** Requests JSON for an owner. `undefined` for any error status. */
export async function fetchJson<Body>(path: string, owner: DeviceOwner): Promise<Body | undefined> {
  const response = await fetch(path, { headers: ownerHeaders(owner, undefined), signal: AbortSignal.timeout(responseTimeoutMs) })
  return response.ok ? ((await response.json()) as Body) : undefined
}

/** A member's latest attempt of a set on the server, if there is one. */
export async function fetchLatestAttempt(owner: DeviceOwner, certification: string, set: QuestionSet): Promise<ServerAttempt | undefined> {
  const query = new URLSearchParams({ certification, set })
  return (await fetchJson<LatestAttemptResponse>(`/api/attempts/latest?${query}`, owner))?.attempt ?? undefined
}
