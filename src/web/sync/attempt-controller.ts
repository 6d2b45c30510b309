/**
 * Runs the synchronization core of one open attempt: exchanges moves with the journal, and messages with other pages.
 * `exam/sync/attempt-sync.ts` has the rules.
 */
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import {
  openSync,
  reduceSync,
  viewSync,
  type AttemptEvent,
  type ControlledAttempt,
  type StorageProblem,
  type SyncEffect,
  type SyncEvent,
  type SyncOptions,
} from '#exam/sync/attempt-sync.ts'
import type { DeviceOwner } from '#exam/sync/device-journal.ts'
import { isFromThisPage, openAttemptChannel } from '#web/sync/attempt-channel.ts'
import { AttemptRemovedError, createMemoryJournal, storageProblemOf, withPageJournal, type Journal } from '#web/sync/journal.ts'
import { registerOpenAttempt } from '#web/sync/open-attempts.ts'

export type AttemptController = {
  readonly current: () => ControlledAttempt
  readonly subscribe: (onChange: () => void) => () => void
  readonly move: (move: Move) => void
  /** Starts a new attempt at the set with these questions; the old attempt stays in the journal. */
  readonly restart: (questionIds: readonly string[], now: number) => void
  /** Removes the conflicts that the user has read. */
  readonly dismissConflicts: () => void
  /** Stops listening to other pages. Moves already made are still recorded; the next attempt that this page opens waits for them. */
  readonly close: () => void
}

type AttemptSettings = Pick<SyncOptions, 'certificationId' | 'set' | 'questionIds' | 'now'> & {
  /** Called once for each attempt that this tab finished, after the finish was recorded, to count the answers. */
  onFinished?: (attempt: Attempt) => void
  /**
   * Called after each recording, with the journal that has the moves. Without this callback, the attempt cannot continue in memory when the
   * storage fails.
   */
  onRecorded?: (journal: Journal, id: string) => void
  /**
   * Called when the attempt is no longer on this device. `reason` is `signedOut` when its owner signed out in another tab, `moved`
   * when the attempt was a guest's or this page removed the owner's attempts, and `deleted` when the attempt is missing from the journal.
   */
  onRemoved?: (reason: 'signedOut' | 'moved' | 'deleted') => void
}

type JournalSettings = AttemptSettings & {
  journal: Journal
  /** Set when the journal is only kept until the page is closed. */
  problem: StorageProblem | null
}

/** Writes in progress of attempts that this page has closed. */
const lastWrites = new Set<Promise<void>>()

/** Opens the latest attempt of a set in the journal of this page. If the journal cannot be read, a new attempt starts in memory. */
export async function openPageAttempt(owner: DeviceOwner, settings: AttemptSettings): Promise<AttemptController> {
  const release = registerOpenAttempt(owner)
  try {
    return await withPageJournal(owner, (journal, problem) => openAttempt({ ...settings, journal, problem }))
  } finally {
    release()
  }
}

/**
 * Continues the latest attempt of the set, or prepares a new attempt that is recorded with its first move.
 *
 * @throws when the journal cannot be read
 */
export async function openAttempt(settings: JournalSettings): Promise<AttemptController> {
  const { certificationId, set, onFinished, onRecorded, onRemoved } = settings
  let { journal } = settings
  const { owner } = journal
  const release = registerOpenAttempt(owner)
  // Another page may add or remove the attempt while this page reads it. Messages from other pages wait until the attempt is open.
  const early: AttemptEvent[] = []
  let receive = (message: AttemptEvent): void => void early.push(message)
  const channel = openAttemptChannel((message) => receive(message))
  // These writes may contain the last moves of this attempt.
  await Promise.all(lastWrites)
  const recorded = await journal.latest(certificationId, set).catch((error: unknown) => {
    release()
    channel.close()
    throw error
  })
  let state = openSync({ ...settings, owner, countsAnswers: onFinished !== undefined }, recorded)
  let view = viewSync(state)
  const listeners = new Set<() => void>()
  let lastExchange = Promise.resolve()

  const dispatch = (event: SyncEvent) => {
    const { state: next, effects } = reduceSync(state, event)
    if (next !== state) {
      state = next
      view = viewSync(state)
      for (const listener of listeners) listener()
    }
    for (const effect of effects) run(effect)
  }

  const run = (effect: SyncEffect) => {
    switch (effect.type) {
      case 'exchange':
        lastExchange = exchange(effect).then(dispatch).catch(logFailure)
        break
      case 'clearConflicts':
        clearConflicts(journal, effect.id).catch(logFailure)
        break
      case 'post':
        channel.post(effect.message)
        break
      case 'finished':
        onFinished?.(effect.attempt)
        break
      case 'recorded':
        onRecorded?.(journal, effect.id)
        break
      case 'removed':
        onRemoved?.(removalReason(effect.message))
        break
    }
  }

  const exchange = async ({ position, base, start, replacedId, moves }: Extract<SyncEffect, { type: 'exchange' }>): Promise<SyncEvent> => {
    try {
      const result = position ? await journal.record(position, base, moves) : await journal.start(start, moves, replacedId)
      return { type: 'exchanged', result }
    } catch (error) {
      if (error instanceof AttemptRemovedError) return { type: 'exchangeFailed', reason: 'removed', isInMemory: false }
      if (moves.length === 0) logFailure(error)
      const isInMemory = moves.length > 0 && onRecorded !== undefined && journal === settings.journal && (await moveToMemory(position?.id))
      return { type: 'exchangeFailed', reason: storageProblemOf(error), isInMemory }
    }
  }

  /** Continues with a journal in memory, from which moves still reach the server. For that, it needs all recorded moves of the attempt. */
  const moveToMemory = async (id: string | undefined): Promise<boolean> => {
    const copy = await copyToMemory(journal, id).catch(() => undefined)
    journal = copy ?? journal
    return copy !== undefined
  }

  /** Waits for all exchanges. The end of an exchange starts the next one if moves are waiting. */
  const finishExchanges = async () => {
    let awaited: Promise<void> | undefined
    while (awaited !== lastExchange) {
      awaited = lastExchange
      await awaited
    }
  }

  receive = (message) => dispatch({ type: 'message', message })
  for (const message of early) receive(message)
  return {
    current: () => view,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    move: (move) => dispatch({ type: 'move', move }),
    restart: (questionIds, at) => dispatch({ type: 'restart', questionIds, at }),
    dismissConflicts: () => dispatch({ type: 'dismissConflicts' }),
    close: () => {
      release()
      channel.close()
      const writes: Promise<void> = finishExchanges().finally(() => lastWrites.delete(writes))
      lastWrites.add(writes)
    },
  }
}

async function copyToMemory({ owner, transact }: Journal, id: string | undefined): Promise<Journal> {
  const attempts = await transact('readonly', async (stores) => {
    const row = id === undefined ? undefined : await stores.getRow(id)
    return row ? [{ row, entries: await stores.listEntries(row.id, 0) }] : []
  })
  return createMemoryJournal(owner, attempts)
}

async function clearConflicts({ transact }: Journal, id: string): Promise<void> {
  await transact('readwrite', async (stores) => {
    const row = await stores.getRow(id)
    if (row) stores.putRow({ ...row, conflicts: [] })
  })
}

function removalReason(message: AttemptEvent | undefined): 'signedOut' | 'moved' | 'deleted' {
  if (!message) return 'deleted'
  return message.owner === null || isFromThisPage(message) ? 'moved' : 'signedOut'
}

function logFailure(error: unknown): void {
  console.error('The journal could not be read or written:', error)
}
