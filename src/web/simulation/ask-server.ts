/** What a page asks of the server about simulations. Everything here throws when the server cannot be reached. */
import type { ExtraTime, LengthName } from '#exam/simulation.ts'
import type { RunOwner } from '#web/account/known-member.ts'
import type { PrintedSheet } from '#web/api/attempt-sheet.ts'
import { openChannel } from '#web/exam/run-news.ts'
import { acknowledge, readBatch } from '#web/exam/sent-moves.ts'
import type { SentAnswer } from '#web/exam/sent-moves.ts'
import type { Journal } from '#web/exam/journal.ts'
import { serverTime } from '#web/simulation/server-time.ts'
import type { ServerTime } from '#web/simulation/server-time.ts'
import type { Entry } from '#exam/run.ts'

/** A sheet, and the clock by which its deadline counts. */
export type TimedSheet = { sheet: PrintedSheet; time: ServerTime }

export type Begun = ({ ok: true; secret: string | undefined } & TimedSheet) | { ok: false; problem: 'tooMany' | 'outdated' | 'startFailed' }

/** Begins a simulation; its time runs from then on. */
export async function askForSimulation(certificationId: string, length: LengthName, extraTime: ExtraTime): Promise<Begun> {
  const askedAt = performance.now()
  const response = await fetch('/api/simulations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ certification_id: certificationId, length, extra_time: extraTime }),
  })
  if (response.status === 429) return { ok: false, problem: 'tooMany' }
  if (response.status === 422) return { ok: false, problem: 'outdated' }
  if (!response.ok) return { ok: false, problem: 'startFailed' }
  const { secret, ...sheet } = (await response.json()) as PrintedSheet & { secret?: string }
  return { ok: true, secret, sheet, time: serverTime(sheet.now, askedAt) }
}

/** `undefined` when there is none that we may see. */
export async function askForSheet(id: string, secret: string | undefined): Promise<TimedSheet | undefined> {
  const askedAt = performance.now()
  const response = await fetch(`/api/attempts/${id}/sheet`, secret === undefined ? {} : { headers: { Authorization: `Bearer ${secret}` } })
  if (response.status === 404 || response.status === 401) return undefined
  if (!response.ok) throw new Error(`The sheet was answered with ${response.status}`)
  const sheet = (await response.json()) as PrintedSheet
  return { sheet, time: serverTime(sheet.now, askedAt) }
}

/** A member's latest simulation of a certification, and the extra time she is granted. */
export type LatestSimulation = { simulation: { id: string; finished: boolean } | null; extra_time: number }

/** `undefined` for guests. */
export async function askForLatest(certificationId: string): Promise<LatestSimulation | undefined> {
  const response = await fetch(`/api/simulations?${new URLSearchParams({ certification: certificationId })}`)
  return response.ok ? ((await response.json()) as LatestSimulation) : undefined
}

/** Every move of a member's attempt. */
export async function askForEntries(id: string): Promise<Entry[]> {
  const response = await fetch(`/api/attempts/${id}/moves`)
  if (!response.ok) throw new Error(`The moves were answered with ${response.status}`)
  return ((await response.json()) as { entries: Entry[] }).entries
}

const newsTimeoutMs = 3_000

/** Takes in what was done to a run elsewhere, and tells the time. `undefined` when the run is not here or not ours. */
export async function askForNews(journal: Journal, id: string): Promise<ServerTime | undefined> {
  const batch = await readBatch(journal, id)
  if (!batch) return undefined
  const { owner } = journal
  const askedAt = performance.now()
  const response = await fetch(`/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, batch.secret) },
    body: JSON.stringify({ base: batch.base, sent_at: Date.now(), entries: [] }),
    // Who waits for it may be waiting for the end.
    signal: AbortSignal.timeout(newsTimeoutMs),
  })
  if (!response.ok) return undefined
  const answer = (await response.json()) as SentAnswer & { now: number }
  if (answer.missed.length > 0) {
    await acknowledge(journal, { ...batch, entries: [] }, answer)
    const channel = openChannel(() => undefined)
    channel.tell({ type: 'sent', owner, id, certificationId: batch.certificationId, set: batch.set })
    channel.close()
  }
  return serverTime(answer.now, askedAt)
}

function ownerHeaders(owner: RunOwner, secret: string | undefined): Record<string, string> {
  if (secret !== undefined) return { Authorization: `Bearer ${secret}` }
  return owner === null ? {} : { 'Praxam-Member': owner }
}
