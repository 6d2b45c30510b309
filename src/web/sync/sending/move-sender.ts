/**
 * Sends the moves in the journal to the server soon after they are made: in order, one batch at a time, from one page at a
 * time. Moves that could not be sent wait for the network, a retry, or the user's return to the page.
 */
import type { QuestionSet } from '#exam/attempt.ts'
import type { MoveBatchResponse } from '#exam/contract.ts'
import type { DeviceOwner, UnsentBatch } from '#exam/sync/device-journal.ts'
import {
  batchDelayMs,
  canSend,
  emptySchedule,
  isDeferred,
  isFailing,
  reduceSchedule,
  refusalOf,
  type SendEvent,
  type SyncRefusal,
} from '#exam/sending/send-schedule.ts'
import { fetchLatestAttempt, postMoves, type ServerAttempt } from '#web/sync/attempt-api.ts'
import { openAttemptChannel } from '#web/sync/attempt-channel.ts'
import { findAttemptRow, importAttempt } from '#web/sync/planning/device-attempts.ts'
import type { Journal } from '#web/sync/journal.ts'
import { runExclusively } from '#web/sync/run-exclusively.ts'
import { acknowledge, listUnsent, readBatch, resetSent } from '#web/sync/sending/unsent-moves.ts'

export type MoveSender = {
  /**
   * Schedules sending the unsent moves of the journal. `id`: the attempt with a new move; without `id`, the member is now known to be
   * signed in.
   */
  enqueue: (journal: Journal, id?: string) => void
  /**
   * Sends all moves now, for at most `timeoutMs`.
   *
   * @returns how many moves the server still lacks
   * @throws when a journal cannot be read, because the number is then unknown
   */
  flush: (journal: Journal, timeoutMs: number) => Promise<number>
  /**
   * Loads the member's latest attempt of a set from the server. If the attempt is on this device, updates it here. If the device has no
   * attempt of the set, imports it. Otherwise returns the attempt, unless it is finished and older than the attempt on this device.
   */
  follow: (journal: Journal, certificationId: string, set: QuestionSet) => Promise<ServerAttempt | 'imported' | undefined>
  refusalOf: (id: string | undefined) => SyncRefusal | undefined
  /** Whether the last try failed, so moves wait for a retry. The browser may still report that it is online. */
  isFailing: () => boolean
  subscribe: (onChange: () => void) => () => void
  close: () => void
}

/** Time and randomness, which tests replace. `now` is a monotonic clock in milliseconds; `setTimer` returns a cancel function. */
export type SenderClock = { now: () => number; random: () => number; setTimer: (ring: () => void, ms: number) => () => void }

const browserClock: SenderClock = {
  now: () => performance.now(),
  random: () => Math.random(),
  setTimer: (ring, ms) => {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
}

/** The longest wait that a server may ask for. */
const retryAfterMaxSeconds = 3_600
/**
 * One page of the device sends at a time. Without the lock, moves may be sent twice, and the server records them once. Earlier releases use
 * the same name.
 */
const lockName = 'praxam-sending'

/** A request that should be retried. `afterMs`: the wait that the server asked for, or 0; `isAttemptOnly`: other attempts need not wait. */
class RetryLater extends Error {
  readonly afterMs: number
  readonly isAttemptOnly: boolean
  constructor(afterMs: number, isAttemptOnly: boolean) {
    super('The server did not accept the moves this time')
    this.afterMs = afterMs
    this.isAttemptOnly = isAttemptOnly
  }
}

const pageSenders = new Map<DeviceOwner, MoveSender>()

/** The sender of this page for an owner. A guest's simulation is still sent after a member has signed in. */
export function getMoveSender(owner: DeviceOwner): MoveSender {
  const sender = pageSenders.get(owner) ?? openMoveSender(owner)
  pageSenders.set(owner, sender)
  return sender
}

/** Stops sending for an owner who has signed out. */
export function closeMoveSender(owner: DeviceOwner): void {
  pageSenders.get(owner)?.close()
  pageSenders.delete(owner)
}

/** Runs the schedule of one owner: sets its timer, sends, and reports what happened as the next event. */
export function openMoveSender(owner: DeviceOwner, clock: SenderClock = browserClock): MoveSender {
  const journals = new Set<Journal>()
  /** The journal with the newest moves of an attempt: after the storage failed, that is a journal in memory. */
  const journalByAttempt = new Map<string, Journal>()
  const listeners = new Set<() => void>()
  const channel = openAttemptChannel(() => undefined)
  const closing = new AbortController()
  const { signal } = closing
  let schedule = emptySchedule
  let cancelTimer = () => {}
  let lastTask = Promise.resolve()
  /** Moves to send when the page closes, because the server may not have them yet. */
  let unsaved: UnsentBatch | undefined

  const dispatch = (event: SendEvent) => {
    const { schedule: next, timerMs } = reduceSchedule(schedule, event, clock.now())
    const isShown =
      next.refusals !== schedule.refusals || next.isSignedOut !== schedule.isSignedOut || isFailing(next) !== isFailing(schedule)
    schedule = next
    if (isShown) for (const listener of listeners) listener()
    if (timerMs === undefined || signal.aborted) return
    cancelTimer()
    cancelTimer = clock.setTimer(() => {
      dispatch({ type: 'fired' })
      void sendAll()
    }, timerMs)
  }

  /** Runs one task at a time among all pages of the device. A failed task is retried later. */
  const runTask = (work: () => Promise<unknown>): Promise<void> => {
    lastTask = lastTask
      .then(async () => {
        await runExclusively(lockName, work)
      })
      .catch((error: unknown) => {
        dispatch({ type: 'failed', afterMs: error instanceof RetryLater ? error.afterMs : undefined, random: clock.random() })
      })
    return lastTask
  }

  const sendAll = () =>
    runTask(async () => {
      if (schedule.isSignedOut || signal.aborted || !navigator.onLine) return
      const { attempts, failure: listFailure } = await listAll()
      let failure = listFailure
      for (const { id, journal } of attempts) {
        if (isDeferred(schedule, id, clock.now())) continue
        try {
          await sendAttempt(journal, id)
        } catch (error) {
          // One attempt that must wait, or that the device cannot store, does not delay the others.
          if (error instanceof RetryLater && error.isAttemptOnly) dispatch({ type: 'deferred', id, afterMs: error.afterMs })
          else failure = longestRetry(failure, error)
        }
      }
      if (failure !== undefined) throw failure
      dispatch({ type: 'succeeded' })
    })

  /** `failure`: the error of a journal that could not be read, if any. */
  const listAll = async () => {
    const read = async (journal: Journal) => (await listUnsent(journal)).map((attempt) => ({ ...attempt, journal }))
    const lists = await Promise.allSettled([...journals].map(read))
    const all = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    return {
      attempts: all.filter(({ id, journal }) => (journalByAttempt.get(id) ?? journal) === journal),
      failure: lists.find((list) => list.status === 'rejected')?.reason as unknown,
    }
  }

  const sendAttempt = async (journal: Journal, id: string) => {
    for (let batch = await readBatch(journal, id); batch && batch.entries.length > 0; batch = await readBatch(journal, id)) {
      const isFinish = batch.entries.some(({ move }) => move.type === 'finish')
      if (signal.aborted || !canSend(schedule, id, isFinish) || !(await sendBatch(journal, batch))) return
    }
  }

  /** @returns whether more of the attempt can be sent */
  const sendBatch = async (journal: Journal, batch: UnsentBatch): Promise<boolean> => {
    dispatch({ type: 'tried' })
    const { id, certificationId, set } = batch
    const reply = await readReply(await postMoves(owner, batch))
    // The server may have lost the attempt, for example after a restored backup. It gets all moves again, unless it refuses those too.
    if (reply === 'missing' && batch.base > 0 && set !== 'simulation') {
      await resetSent(journal, id)
      return true
    }
    if (typeof reply === 'string') {
      dispatch({ type: 'refused', id, refusal: reply })
      return false
    }
    await acknowledge(journal, batch, reply)
    dispatch({ type: 'accepted', id })
    if (unsaved?.entries.every(({ key }) => batch.entries.some((sent) => sent.key === key))) unsaved = undefined
    channel.post({ type: 'sent', owner, id, certificationId, set })
    return true
  }

  const sendWhenVisible = () => dispatch({ type: 'requested', delayMs: 0 })
  /** Sends without waiting for the response. The next request gets the moves that the server has by then. */
  const sendUnsaved = () => {
    if (unsaved && !schedule.isSignedOut) void postMoves(owner, unsaved).catch(() => undefined)
  }
  window.addEventListener('online', () => dispatch({ type: 'online' }), { signal })
  window.addEventListener('pagehide', sendUnsaved, { signal })
  document.addEventListener('visibilitychange', sendWhenVisible, { signal })

  return {
    enqueue: (journal, id) => {
      journals.add(journal)
      if (id === undefined) dispatch({ type: 'signedIn' })
      else {
        journalByAttempt.set(id, journal)
        readBatch(journal, id).then(
          // The server stores a guest's attempt only if it has a secret.
          (batch) => (unsaved = owner === null && !batch?.secret ? undefined : batch),
          () => undefined,
        )
      }
      dispatch({ type: 'requested', delayMs: batchDelayMs })
    },
    flush: async (journal, timeoutMs) => {
      journals.add(journal)
      dispatch({ type: 'flushed' })
      await Promise.race([sendAll(), new Promise<void>((resolve) => clock.setTimer(resolve, timeoutMs))])
      const { attempts, failure } = await listAll()
      if (failure !== undefined) throw failure
      return attempts.reduce((sum, { count }) => sum + count, 0)
    },
    follow: async (journal, certificationId, set) => {
      const attempt = await fetchLatestAttempt(owner, certificationId, set)
      if (!attempt) return undefined
      const { id, entries } = attempt
      const row = await findAttemptRow(journal, id)
      if (row) {
        if (row.owner !== owner || entries.length === row.sent) return undefined
        if (entries.length < row.sent) await resetSent(journal, id)
        const batch = await readBatch(journal, id)
        if (batch) await runTask(() => sendBatch(journal, batch))
        return undefined
      }
      if (await importAttempt(journal, attempt, true)) {
        channel.post({ type: 'started', owner, id, certificationId, set })
        return 'imported'
      }
      const latest = await journal.latest(certificationId, set)
      const isFinished = entries.some(({ move }) => move.type === 'finish')
      return isFinished && latest && latest.row.startedAt > attempt.startedAt ? undefined : attempt
    },
    refusalOf: (id) => refusalOf(schedule, id),
    isFailing: () => isFailing(schedule),
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    close: () => {
      closing.abort()
      cancelTimer()
      channel.close()
    },
  }
}

/** Of two failures, the one that asks for the longer wait. */
function longestRetry(failure: unknown, error: unknown): unknown {
  if (!(failure instanceof RetryLater)) return error
  return error instanceof RetryLater && error.afterMs > failure.afterMs ? error : failure
}

/** @throws {RetryLater} when the request should be sent again */
async function readReply(response: Response): Promise<MoveBatchResponse | SyncRefusal> {
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
      const seconds = Math.min(retryAfterMaxSeconds, Number(response.headers.get('Retry-After')) || 0)
      throw new RetryLater(1000 * seconds, code === 'TOO_MANY_ATTEMPTS')
    }
  }
}
