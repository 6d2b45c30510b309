/**
 * Sends the moves of a member's runs to the server, soon after they were made: in order, one batch after the other, by one
 * page at a time. What could not be sent is sent when there is a network again, or somebody comes back to the page.
 */
import type { QuestionSet } from '#exam/attempt.ts'
import type { MoveBatchResponse } from '#exam/contract.ts'
import type { DeviceOwner } from '#web/sync/known-member.ts'
import type { Journal } from '#web/sync/journal.ts'
import { openAttemptChannel } from '#web/sync/attempt-channel.ts'
import {
  acknowledge,
  resetSent,
  findLatestAttemptRow,
  findAttemptRow,
  ownerHeaders,
  listUnsent,
  readBatch,
  importAttempt,
} from '#web/sync/sync.ts'
import type { ServerAttempt, Batch } from '#web/sync/sync.ts'

/** Why the server will not take a run, whenever it is asked. */
export type SyncRefusal = 'signedOut' | 'missing' | 'unreadable' | 'tooLong'

export type MoveSender = {
  /** Sends soon what the journal has for the server. `id`: the run in which a move was made; without it, whoever was signed out is back. */
  wake: (journal: Journal, id?: string) => void
  /**
   * Sends now what there is, for so long at most.
   *
   * @returns how many moves the server still lacks
   * @throws when that is not known, since a journal cannot be read
   */
  flush: (journal: Journal, timeoutMs: number) => Promise<number>
  /**
   * Asks for the member's latest run of a set. One that is on this device is brought up to date; where there is none, it is
   * taken over; another one that could be gone on with is returned.
   */
  follow: (journal: Journal, certificationId: string, set: QuestionSet) => Promise<ServerAttempt | 'taken' | undefined>
  refusalOf: (id: string | undefined) => SyncRefusal | undefined
  subscribe: (onChange: () => void) => () => void
  close: () => void
}

/** Long enough to take several moves along, short enough to be nobody's concern. */
const gatherMs = 300
/** After a failure; doubled with each further one. */
const retryMs = 2_000
const retryMsMax = 15_000
/** Longer no answer about a run is waited for: on a connection that stalls, it is as if there were none. */
export const responseTimeoutMs = 20_000
/** However long a server asks to be left alone. */
const retrySecondsMax = 3_600
/** What browsers still send for a page that is closed, in bytes, with some to spare. */
const keptBytesMax = 60_000

/** Said of a request that may go better later. `afterMs` when the server says when; `isOfRun`: others need not wait for it. */
class NotNow extends Error {
  readonly afterMs: number
  readonly isOfRun: boolean
  constructor(afterMs: number, isOfRun: boolean) {
    super('The server did not take it this time')
    this.afterMs = afterMs
    this.isOfRun = isOfRun
  }
}

const ofPage = new Map<DeviceOwner, MoveSender>()

/** The sender of this page for the runs of one owner. A guest's simulation goes on being sent when somebody signs in. */
export function getMoveSender(owner: DeviceOwner): MoveSender {
  const sender = ofPage.get(owner) ?? openMoveSender(owner)
  ofPage.set(owner, sender)
  return sender
}

/** Ends the sending for somebody whose session is over: what could not be sent by then is not sent later. */
export function closeMoveSender(owner: DeviceOwner): void {
  ofPage.get(owner)?.close()
  ofPage.delete(owner)
}

export function openMoveSender(owner: DeviceOwner): MoveSender {
  const journals = new Set<Journal>()
  /** The journal with the newest of a run: one in memory takes it over when there is no room on the disk. */
  const homes = new Map<string, Journal>()
  const refusals = new Map<string, SyncRefusal>()
  /** Runs that the server wants to be asked for again later, and when. */
  const resting = new Map<string, number>()
  const listeners = new Set<() => void>()
  const channel = openAttemptChannel(() => undefined)
  let isSignedOut = false
  let failures = 0
  // Times are those of a clock that nobody sets.
  let triedAt = 0
  let notBefore = 0
  /** Until then the server has asked to be left alone. */
  let toldUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer rings. */
  let dueAt = Infinity
  let sending: Promise<void> | undefined
  let isClosed = false
  /** What would be lost to the server if the page closed now. */
  let waiting: Batch | undefined

  const tellAll = () => {
    for (const listener of listeners) listener()
  }

  const refuse = (id: string, refusal: SyncRefusal) => {
    if (refusal === 'signedOut') isSignedOut = true
    else refusals.set(id, refusal)
    tellAll()
  }

  const allow = () => {
    isSignedOut = false
    tellAll()
  }

  /** @returns whether the run can go on to be sent */
  const sendBatch = async (journal: Journal, batch: Batch): Promise<boolean> => {
    triedAt = performance.now()
    const answer = await post(batch, owner)
    // It may have lost the run, as when a backup was restored. It has everything of it again, unless it refuses once more.
    if (answer === 'missing' && batch.base > 0 && batch.set !== 'simulation') {
      await resetSent(journal, batch.id)
      return true
    }
    if (typeof answer === 'string') {
      refuse(batch.id, answer)
      return false
    }
    await acknowledge(journal, batch, answer)
    if (refusals.delete(batch.id)) tellAll()
    if (waiting?.entries.every(({ key }) => batch.entries.some((sent) => sent.key === key))) waiting = undefined
    const { id, certificationId, set } = batch
    channel.post({ type: 'sent', owner, id, certificationId, set })
    return true
  }

  /** One that has too many moves still takes its end. */
  const canSend = ({ id, entries }: Batch): boolean => {
    const refusal = refusals.get(id)
    return refusal === undefined || (refusal === 'tooLong' && entries.some(({ move }) => move.type === 'finish'))
  }

  const sendRun = async (journal: Journal, id: string) => {
    for (let batch = await readBatch(journal, id); batch && batch.entries.length > 0; batch = await readBatch(journal, id)) {
      if (isSignedOut || isClosed || !canSend(batch) || !(await sendBatch(journal, batch))) return
    }
  }

  /** `failure`: why not all journals could be read, if so. */
  const listAll = async () => {
    const read = async (journal: Journal) => (await listUnsent(journal)).map((run) => ({ ...run, journal }))
    const lists = await Promise.allSettled([...journals].map(read))
    const runs = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    return {
      runs: runs.filter(({ id, journal }) => (homes.get(id) ?? journal) === journal),
      failure: lists.find((list) => list.status === 'rejected')?.reason as unknown,
    }
  }

  const sendAll = async () => {
    if (isSignedOut || isClosed || !navigator.onLine) return
    const listed = await listAll()
    let { failure } = listed
    for (const { id, journal } of listed.runs) {
      if ((resting.get(id) ?? 0) > performance.now()) continue
      try {
        await sendRun(journal, id)
      } catch (error) {
        // One that is to wait, or that this device cannot write, does not keep the others waiting.
        if (error instanceof NotNow && error.isOfRun) resting.set(id, performance.now() + error.afterMs)
        else failure = laterOf(failure, error)
      }
    }
    if (failure !== undefined) throw failure
    failures = 0
    notBefore = 0
  }

  /** One at a time, here and over all pages. A failure is tried again later. */
  const send = (work: () => Promise<void>): Promise<void> => {
    const task = (sending ?? Promise.resolve())
      .then(() => alone(work))
      .catch((error: unknown) => {
        failures += 1
        const pause = Math.min(retryMsMax, retryMs * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
        if (error instanceof NotNow) toldUntil = performance.now() + error.afterMs
        notBefore = performance.now() + pause
        schedule(pause)
      })
    sending = task
    return task
  }

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (isClosed) return
    const waitMs = Math.max(delayMs, toldUntil - performance.now())
    dueAt = performance.now() + waitMs
    timer = setTimeout(() => {
      dueAt = Infinity
      void send(sendAll)
    }, waitMs)
  }

  /** Soon, but after a failure no sooner than a try every two seconds. Moves that follow quickly do not put it off. */
  const hurry = (delayMs: number) => {
    const isFailing = notBefore > performance.now()
    const waitMs = isFailing ? Math.min(notBefore - performance.now(), Math.max(delayMs, triedAt + retryMs - performance.now())) : delayMs
    if (performance.now() + waitMs < dueAt) schedule(waitMs)
  }

  const onOnline = () => {
    notBefore = 0
    schedule(0)
  }
  const onVisibility = () => hurry(0)
  const onLeave = () => {
    // Nobody waits for the answer; what the server has by then it says next time.
    if (waiting && !isSignedOut) void post(waiting, owner).catch(() => undefined)
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('pagehide', onLeave)
  document.addEventListener('visibilitychange', onVisibility)

  return {
    wake: (journal, id) => {
      journals.add(journal)
      if (id === undefined) allow()
      else {
        homes.set(id, journal)
        readBatch(journal, id).then(
          // A guest's run without a secret is nobody's on the server.
          (batch) => (waiting = owner === null && !batch?.secret ? undefined : batch),
          () => undefined,
        )
      }
      hurry(gatherMs)
    },
    flush: async (journal, timeoutMs) => {
      journals.add(journal)
      refusals.clear()
      allow()
      await Promise.race([send(sendAll), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
      const { runs, failure } = await listAll()
      if (failure !== undefined) throw failure
      return runs.reduce((sum, { count }) => sum + count, 0)
    },
    follow: async (journal, certificationId, set) => {
      const attempt = await askLatest(owner, certificationId, set)
      if (!attempt) return undefined
      const here = await findAttemptRow(journal, attempt.id)
      if (here) {
        if (here.owner === owner && attempt.entries.length < here.sent) await resetSent(journal, here.id)
        const isBehind = here.owner === owner && attempt.entries.length !== here.sent
        const batch = isBehind ? await readBatch(journal, here.id) : undefined
        if (batch) await send(async () => void (await sendBatch(journal, batch)))
        return undefined
      }
      if (await importAttempt(journal, attempt, true)) {
        channel.post({ type: 'begun', owner, id: attempt.id, certificationId, set })
        return 'taken'
      }
      const local = await findLatestAttemptRow(journal, certificationId, set)
      const isOver = attempt.entries.some(({ move }) => move.type === 'finish')
      return isOver && local && local.startedAt > attempt.startedAt ? undefined : attempt
    },
    refusalOf: (id) => (isSignedOut ? 'signedOut' : id === undefined ? undefined : refusals.get(id)),
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onVisibility)
      channel.close()
    },
  }
}

/** Of two failures the one that asks for more patience. */
function laterOf(failure: unknown, error: unknown): unknown {
  if (!(failure instanceof NotNow)) return error
  return error instanceof NotNow && error.afterMs > failure.afterMs ? error : failure
}

/** Waits for the sending of other pages. Browsers that know no locks send twice at worst, and the server keeps it once. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('praxam-sending', work)
}

/** @throws when it should be tried again */
async function post({ id, secret, base, entries }: Batch, owner: DeviceOwner): Promise<MoveBatchResponse | SyncRefusal> {
  const body = JSON.stringify({ base, sentAt: Date.now(), entries })
  const response = await fetch(`/api/attempts/${id}/moves`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...ownerHeaders(owner, secret) },
    body,
    keepalive: body.length < keptBytesMax,
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  switch (response.status) {
    case 200:
      return (await response.json()) as MoveBatchResponse
    case 401:
      return 'signedOut'
    case 404:
      return 'missing'
    case 413:
      return 'tooLong'
    case 422:
      return 'unreadable'
    default: {
      const { code } = (await response.json().catch(() => ({}))) as { code?: string }
      const seconds = Math.min(retrySecondsMax, Number(response.headers.get('Retry-After')) || 0)
      throw new NotNow(1000 * seconds, code === 'TOO_MANY_ATTEMPTS')
    }
  }
}

async function askLatest(owner: DeviceOwner, certificationId: string, set: QuestionSet): Promise<ServerAttempt | undefined> {
  const asked = new URLSearchParams({ certification: certificationId, set })
  const response = await fetch(`/api/attempts/latest?${asked}`, {
    headers: ownerHeaders(owner, undefined),
    signal: AbortSignal.timeout(responseTimeoutMs),
  })
  if (!response.ok) return undefined
  return ((await response.json()) as { attempt: ServerAttempt | null }).attempt ?? undefined
}
