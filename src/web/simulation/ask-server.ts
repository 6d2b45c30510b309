/** What a page asks of the server about simulations. Everything here throws when the server cannot be reached, or does not answer. */
import type { ExtraTime, LengthName } from '#exam/simulation.ts'
import { serverTime } from '#web/simulation/server-time.ts'
import type { ServerTime } from '#web/simulation/server-time.ts'
import type { JournalEntry } from '#exam/attempt.ts'
import type { LatestSimulationResponse, MoveBatchResponse, SimulationSheetResponse, StartedSimulationResponse } from '#exam/contract.ts'
import { acknowledge, responseTimeoutMs, ownerHeaders, openAttemptChannel, readBatch } from '#web/sync/index.ts'
import type { DeviceOwner, Journal } from '#web/sync/index.ts'

/** A sheet, and the clock by which its deadline counts. */
export type TimedSheet = { sheet: SimulationSheetResponse; time: ServerTime }

/** `underWay`: a member has one already, perhaps in another tab. */
export type StartProblem = 'tooMany' | 'outdated' | 'alreadyInProgress' | 'signedOut' | 'startFailed'

/** `owner`: whose the server says it is. */
export type StartResult = ({ ok: true; owner: DeviceOwner; secret: string | undefined } & TimedSheet) | { ok: false; problem: StartProblem }

/** Begins a simulation; its time runs from then on. `owner`: who is thought to be signed in. */
export async function startSimulation(
  owner: DeviceOwner,
  certificationId: string,
  length: LengthName,
  extraTime: ExtraTime,
): Promise<StartResult> {
  const askedAt = performance.now()
  const response = await fetch('/api/simulations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, undefined) },
    body: JSON.stringify({ certificationId, length, extraTime }),
    // Other tabs wait for it, too.
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (response.status === 409) return { ok: false, problem: 'alreadyInProgress' }
  if (response.status === 429) return { ok: false, problem: 'tooMany' }
  if (response.status === 422) return { ok: false, problem: 'outdated' }
  if (response.status === 401) return { ok: false, problem: 'signedOut' }
  if (!response.ok) return { ok: false, problem: 'startFailed' }
  const { secret, member, ...sheet } = (await response.json()) as StartedSimulationResponse
  return { ok: true, owner: member, secret, sheet, time: serverTime(sheet.now, askedAt) }
}

/** `undefined` when there is none that we may see. */
export async function fetchSheet(owner: DeviceOwner, id: string, secret: string | undefined): Promise<TimedSheet | undefined> {
  const askedAt = performance.now()
  const response = await fetch(`/api/attempts/${id}/sheet`, {
    headers: ownerHeaders(owner, secret),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (response.status === 404 || response.status === 401) return undefined
  if (!response.ok) throw new Error(`The sheet was answered with ${response.status}`)
  const sheet = (await response.json()) as SimulationSheetResponse
  return { sheet, time: serverTime(sheet.now, askedAt) }
}

/** `undefined` when the member is signed out by now. */
export async function fetchLatestSimulation(owner: DeviceOwner, certificationId: string): Promise<LatestSimulationResponse | undefined> {
  const asked = new URLSearchParams({ certification: certificationId })
  const response = await fetch(`/api/simulations?${asked}`, {
    headers: ownerHeaders(owner, undefined),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  return response.ok ? ((await response.json()) as LatestSimulationResponse) : undefined
}

/** Every move of a member's attempt. */
export async function fetchEntries(owner: DeviceOwner, id: string): Promise<JournalEntry[]> {
  const response = await fetch(`/api/attempts/${id}/moves`, {
    headers: ownerHeaders(owner, undefined),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (!response.ok) throw new Error(`The moves were answered with ${response.status}`)
  return ((await response.json()) as { entries: JournalEntry[] }).entries
}

const newsTimeoutMs = 3_000

/** Takes in what was done to a run elsewhere, and tells the time. `undefined` when the run is not here or not ours. */
export async function fetchMissedMoves(journal: Journal, id: string): Promise<ServerTime | undefined> {
  const batch = await readBatch(journal, id)
  if (!batch) return undefined
  const { owner } = journal
  if (owner === null && batch.secret === undefined) return undefined
  const askedAt = performance.now()
  const response = await fetch(`/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, batch.secret) },
    body: JSON.stringify({ base: batch.base, sentAt: Date.now(), entries: [] }),
    // Who waits for it may be waiting for the end.
    signal: AbortSignal.timeout(newsTimeoutMs),
  })
  if (!response.ok) return undefined
  const answer = (await response.json()) as MoveBatchResponse
  if (answer.missed.length > 0) {
    await acknowledge(journal, { ...batch, entries: [] }, answer)
    const channel = openAttemptChannel(() => undefined)
    channel.post({ type: 'sent', owner, id, certificationId: batch.certificationId, set: batch.set })
    channel.close()
  }
  return serverTime(answer.now, askedAt)
}
