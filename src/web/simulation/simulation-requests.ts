/** Requests to the server about simulations. All of them reject when the server cannot be reached in time. */
import type { JournalEntry } from '#exam/moves.ts'
import {
  attemptMovesMax,
  type AttemptMovesResponse,
  type LatestSimulationResponse,
  type MoveBatchResponse,
  type SimulationRequest,
  type SimulationSheetResponse,
  type StartedSimulationResponse,
} from '#exam/contract.ts'
import { serverTime, type ServerTime } from '#web/simulation/server-time.ts'
import {
  acknowledge,
  fetchJson,
  ownerHeaders,
  postAttemptEvent,
  postMoves,
  readBatch,
  responseTimeoutMs,
  type DeviceOwner,
  type Journal,
} from '#web/sync/index.ts'

/** A sheet, and the clock that its deadline refers to. */
export type TimedSheet = { sheet: SimulationSheetResponse; time: ServerTime }

/** `alreadyInProgress`: the member has a simulation in progress, perhaps in another tab. */
export type StartProblem = 'tooMany' | 'outdated' | 'alreadyInProgress' | 'signedOut' | 'startFailed'

/** `owner`: the owner according to the server. */
export type StartResult = ({ ok: true; owner: DeviceOwner; secret: string | undefined } & TimedSheet) | { ok: false; problem: StartProblem }

const problemByStatus: Record<number, StartProblem> = { 401: 'signedOut', 409: 'alreadyInProgress', 422: 'outdated', 429: 'tooMany' }

/** Starts a simulation and its clock. `owner`: the member who is signed in according to this page. */
export async function startSimulation(owner: DeviceOwner, simulation: SimulationRequest): Promise<StartResult> {
  const requestedAt = performance.now()
  const response = await fetch('/api/simulations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, undefined) },
    body: JSON.stringify(simulation),
    // Other tabs that start a simulation wait for this request.
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (!response.ok) return { ok: false, problem: problemByStatus[response.status] ?? 'startFailed' }
  const { secret, member, ...sheet } = (await response.json()) as StartedSimulationResponse
  return { ok: true, owner: member, secret, sheet, time: serverTime(sheet.now, requestedAt) }
}

/** `undefined` when there is no such simulation, or the owner may not see it. */
export async function fetchSheet(owner: DeviceOwner, id: string, secret: string | undefined): Promise<TimedSheet | undefined> {
  const requestedAt = performance.now()
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const response = await fetch(`/api/attempts/${id}/sheet`, { headers: ownerHeaders(owner, secret), signal })
  if (response.status === 404 || response.status === 401) return undefined
  if (!response.ok) throw new Error(`The request for the sheet failed with status ${response.status}`)
  const sheet = (await response.json()) as SimulationSheetResponse
  return { sheet, time: serverTime(sheet.now, requestedAt) }
}

/** `undefined` for any error status, such as when the member is no longer signed in. */
export function fetchLatestSimulation(owner: DeviceOwner, certification: string): Promise<LatestSimulationResponse | undefined> {
  return fetchJson<LatestSimulationResponse>(`/api/simulations?${new URLSearchParams({ certification })}`, owner)
}

/** All journal entries of a member's attempt. `undefined` for any error status, such as when the member may not see them. */
export async function fetchEntries(owner: DeviceOwner, id: string): Promise<JournalEntry[] | undefined> {
  return (await fetchJson<AttemptMovesResponse>(`/api/attempts/${id}/moves`, owner))?.entries
}

/** Correct answers of a finished simulation. `undefined` while it is in progress, and for any error status. */
export async function fetchResult(
  owner: DeviceOwner,
  id: string,
  secret: string | undefined,
): Promise<{ correct: number; total: number } | undefined> {
  // The result comes with the moves; none of them is needed.
  const response = await fetch(`/api/attempts/${id}/moves?from=${attemptMovesMax}`, {
    headers: ownerHeaders(owner, secret),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (!response.ok) return undefined
  const { correct, total } = (await response.json()) as AttemptMovesResponse
  return correct === null || total === null ? undefined : { correct, total }
}

/** Shorter than for other requests, because the end of the simulation may wait for the response. */
const missedMovesTimeoutMs = 3_000

/**
 * Adds the moves from other devices to the journal.
 *
 * @returns the server's time; `undefined` when the attempt is not on this device, and for any error status
 */
export async function fetchMissedMoves(journal: Journal, id: string): Promise<ServerTime | undefined> {
  const { owner } = journal
  const unsent = await readBatch(journal, id)
  if (!unsent || (owner === null && unsent.secret === undefined)) return undefined
  const batch = { ...unsent, entries: [] }
  const requestedAt = performance.now()
  const response = await postMoves(owner, batch, missedMovesTimeoutMs)
  if (!response.ok) return undefined
  const reply = (await response.json()) as MoveBatchResponse
  if (reply.missed.length > 0) {
    await acknowledge(journal, batch, reply)
    postAttemptEvent({ type: 'sent', owner, id, certificationId: batch.certificationId, set: batch.set })
  }
  return serverTime(reply.now, requestedAt)
}
