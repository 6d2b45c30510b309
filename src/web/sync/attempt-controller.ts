/**
 * Keeps one run for the screen: shows a move at once, records it in the journal, and takes in what other tabs and devices
 * did. "Saved" is only said of moves that are on disk, and of the server only what it has confirmed.
 *
 * Everything that touches the journal goes through one queue, one task after the other: what this tab has read and
 * what it writes next can then never be out of step.
 */
import { foldJournal, goTo, applyMove, restart, start } from '#exam/attempt.ts'
import type { Attempt, Move, QuestionSet } from '#exam/attempt.ts'
import { dropResolvedConflicts } from '#exam/merge.ts'
import { RunIsGone, createMemoryJournal } from '#web/sync/journal.ts'
import type { Journal, KeptRows, Recording, StartMove } from '#web/sync/journal.ts'
import { openAttemptChannel } from '#web/sync/attempt-channel.ts'
import type { AttemptEvent } from '#web/sync/attempt-channel.ts'

/** `unavailable`: the browser keeps nothing; `full`: it has no room left. */
export type StorageProblem = 'unavailable' | 'full'

export type ControlledAttempt = {
  readonly attempt: Attempt
  /** `undefined` before the first move, when there is nothing to save. */
  readonly id: string | undefined
  /** On this device; `null` when there is nothing to save or nothing can be. */
  readonly saved: 'saved' | 'saving' | null
  /** Whether the server has all of it. */
  readonly isSent: boolean
  readonly problem: StorageProblem | null
  /** What another tab or device did to this run, if it did. */
  readonly elsewhere: 'changed' | 'changedOnDevice' | 'restarted' | null
  /** Questions whose answer could not be kept, because they had been answered elsewhere. */
  readonly conflicts: readonly string[]
}

export type AttemptController = {
  readonly current: () => ControlledAttempt
  readonly subscribe: (onChange: () => void) => () => void
  readonly move: (move: Move) => void
  /** Begins a new run of the set with these questions; the old one stays in the journal. */
  readonly restart: (questionIds: readonly string[], now: number) => void
  /** The conflicts have been read. */
  readonly dismissConflicts: () => void
  /** Ends the listening to other tabs. Moves under way are still recorded. */
  readonly close: () => void
}

type Options = {
  journal: Journal
  /** Set when the journal lasts only as long as the page. */
  problem: StorageProblem | null
  certificationId: string
  set: QuestionSet
  /** Questions of a new run, should there be none yet. */
  questionIds: readonly string[]
  now: number
  /** Told once for each run that this tab has finished, when that is recorded, to count its answers. */
  onFinished?: (run: Attempt) => void
  /** Told after each writing, with the journal that has it. */
  onRecorded?: (journal: Journal, id: string) => void
  /** The run is no longer on this device; `hasLeft`: because its owner signed out. */
  onGone?: (hasLeft: boolean) => void
}

/**
 * Goes on with the latest run of the set, or has a new one ready that is recorded with its first move.
 *
 * @throws when the journal cannot be read
 */
export async function openAttempt(options: Options): Promise<AttemptController> {
  const { certificationId, set, questionIds, now, onFinished, onRecorded, onGone } = options
  let { journal, problem } = options
  const { owner } = journal
  const recorded = await journal.latest(certificationId, set)
  const folded = recorded && foldJournal(recorded.moves)

  let known = folded ? recorded : undefined
  let confirmed = folded ?? start(certificationId, set, questionIds, now)
  let replaces: string | undefined
  let pending: readonly Move[] = []
  let position = confirmed.current
  let elsewhere: ControlledAttempt['elsewhere'] = null
  let lost: readonly string[] = []
  let shown: ControlledAttempt
  let tasks = Promise.resolve()

  const listeners = new Set<() => void>()

  const show = () => {
    const run = foldOnto(confirmed, pending)
    const saved = pending.length > 0 ? 'saving' : known ? 'saved' : null
    const conflicts = [...new Set([...(known?.conflicts ?? []), ...lost])].filter((id) => confirmed.questionIds.includes(id))
    shown = {
      // Where this tab looks is its own matter; another tab's turning of pages must not turn ours.
      attempt: goTo(run, position),
      id: known?.id,
      saved: problem ? null : saved,
      isSent: known !== undefined && pending.length === 0 && known.sent >= known.next,
      problem,
      elsewhere,
      conflicts,
    }
    for (const listener of listeners) listener()
  }

  const takeIn = (recording: Recording) => {
    const { missed, recorded, isAnew } = recording
    const all = [...missed, ...recorded]
    const before = confirmed
    confirmed = isAnew ? (foldJournal(all) ?? confirmed) : foldOnto(confirmed, all)
    if (!known || !isAnew) {
      if (missed.some((move) => move.type !== 'go')) elsewhere = 'changed'
    } else if (progressOf(foldOnto(before, recorded)) !== progressOf(confirmed)) elsewhere = 'changedOnDevice'
    known = { ...recording, moves: [] }
    lost = [...dropResolvedConflicts(lost, recorded), ...recording.lost]
  }

  /** Reads what others wrote and writes `moves`, in one transaction. */
  const exchange = async (moves: readonly Move[]) => {
    const hasBegun = known === undefined
    const first: StartMove = { type: 'start', at: confirmed.startedAt, certificationId, set, questionIds: confirmed.questionIds }
    const recording = known ? await journal.record(known, confirmed, moves) : await journal.begin(first, moves, replaces)
    takeIn(recording)
    if (recording.recorded.some((move) => move.type === 'finish')) onFinished?.(confirmed)
    if (moves.length === 0) return recording
    channel.post({ type: hasBegun ? 'begun' : 'added', owner, id: recording.id, certificationId, set })
    onRecorded?.(journal, recording.id)
    return recording
  }

  const writePending = async () => {
    while (pending.length > 0) {
      const batch = pending
      try {
        const refused = new Set((await exchange(batch)).lost)
        // What was answered here before the screen could show the other answer is no answer to it.
        pending = pending.slice(batch.length).filter((move) => move.type !== 'answer' || !refused.has(move.questionId))
        if (journal === options.journal) problem = options.problem
        show()
      } catch (error) {
        if (error instanceof RunIsGone) return onGone?.(false)
        problem = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
        show()
        if (!onRecorded || !(await goOnInMemory())) return
      }
    }
  }

  /** A member's answers still reach the server. What the journal has of the run so far is needed for that. */
  const goOnInMemory = async (): Promise<boolean> => {
    if (journal !== options.journal) return false
    const id = known?.id
    try {
      const rows = await journal.within('readonly', async (stores): Promise<KeptRows[]> => {
        const row = id === undefined ? undefined : await stores.row(id)
        return row ? [{ row, entries: await stores.entries(row.id, 0) }] : []
      })
      journal = createMemoryJournal(owner, rows)
      return true
    } catch {
      return false
    }
  }

  const enqueue = (task: () => Promise<void>) => {
    tasks = tasks.then(task).catch((error: unknown) => {
      if (error instanceof RunIsGone) onGone?.(false)
      else console.error('The journal could not be followed:', error)
    })
  }

  const hear = (news: AttemptEvent) => {
    if (news.owner !== owner) return
    if (news.type === 'gone') return onGone?.(true)
    if (news.certificationId !== certificationId || news.set !== set) return
    enqueue(async () => {
      // A run that others have begun, while this tab had none yet, is this tab's as well.
      if (known ? news.id === known.id : news.id !== replaces) await exchange([])
      else if (news.type === 'begun') elsewhere = 'restarted'
      show()
    })
  }
  const channel = openAttemptChannel(hear)

  show()
  return {
    current: () => shown,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    move: (made) => {
      const move: Move = made.type === 'finish' && onFinished ? { ...made, isCounted: true } : made
      if (applyMove(shown.attempt, move) === shown.attempt) return
      if (move.type === 'go') position = move.position
      pending = [...pending, move]
      show()
      enqueue(writePending)
    },
    restart: (ids, at) => {
      enqueue(async () => {
        replaces = known?.id
        known = undefined
        position = 0
        elsewhere = null
        lost = []
        confirmed = restart(shown.attempt, ids, at)
        // A move that changes nothing: with it the new run is begun at once, so that a reload finds it.
        pending = [{ type: 'go', at, position: 0 }]
        show()
        await writePending()
      })
    },
    dismissConflicts: () => {
      enqueue(async () => {
        lost = []
        const id = known?.id
        if (known) known = { ...known, conflicts: [] }
        show()
        await journal.within('readwrite', async (stores) => {
          const row = id === undefined ? undefined : await stores.row(id)
          if (row) stores.keepRow({ ...row, conflicts: [] })
        })
      })
    },
    close: () => channel.close(),
  }
}

function foldOnto(run: Attempt, moves: readonly Move[]): Attempt {
  return moves.reduce((before, move) => applyMove(before, move) ?? before, run)
}

/** What somebody would notice if it changed. */
function progressOf({ answers, revealed, flagged, finishedAt }: Attempt): string {
  const sorted = Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted, revealed.toSorted(), flagged.toSorted(), finishedAt])
}
