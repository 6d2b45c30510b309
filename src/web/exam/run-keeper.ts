/**
 * Keeps one run for the screen: shows a move at once, records it in the journal, and takes in what other tabs did.
 * "Saved" is only said of moves that are on disk.
 *
 * Everything that touches the journal goes through one queue, one task after the other: what this tab has read and
 * what it writes next can then never be out of step.
 */
import { foldJournal, goTo, makeMove, restart, start } from '#exam/run.ts'
import type { ExamRun, Move, RunSet } from '#exam/run.ts'
import type { Journal, StartMove } from '#web/exam/journal.ts'

/** `unavailable`: the browser keeps nothing; `full`: it has no room left. */
export type StorageProblem = 'unavailable' | 'full'

export type KeptRun = {
  readonly run: ExamRun
  /** `null` before the first move, when there is nothing to save. */
  readonly saved: 'saved' | 'saving' | null
  readonly problem: StorageProblem | null
  /** What another tab did to this run, if it did. */
  readonly elsewhere: 'changed' | 'restarted' | null
}

export type RunKeeper = {
  readonly current: () => KeptRun
  readonly subscribe: (onChange: () => void) => () => void
  readonly move: (move: Move) => void
  /** Begins a new run of the set with these questions; the old one stays in the journal. */
  readonly restart: (questionIds: readonly string[], now: number) => void
  /** Ends the listening to other tabs. Moves under way are still recorded. */
  readonly close: () => void
}

type Options = {
  journal: Journal
  /** Set when the journal lasts only as long as the page. */
  problem: StorageProblem | null
  certificationId: string
  set: RunSet
  /** Questions of a new run, should there be none yet. */
  questionIds: readonly string[]
  now: number
  /** Told once for each run that this tab has finished, when that is recorded. */
  onFinished: (run: ExamRun) => void
}

/** What one tab tells the others after it has written. */
type News = { id: string; certificationId: string; set: RunSet; hasBegun: boolean }

const channelName = 'praxam-runs'

/**
 * Goes on with the latest run of the set, or has a new one ready that is recorded with its first move.
 *
 * @throws when the journal cannot be read
 */
export async function keepRun({ journal, problem, certificationId, set, questionIds, now, onFinished }: Options): Promise<RunKeeper> {
  const recorded = await journal.latest(certificationId, set)
  const folded = recorded && foldJournal(recorded.moves)

  let id = folded ? recorded.id : undefined
  let next = folded ? recorded.next : 0
  let confirmed = folded ?? start(certificationId, set, questionIds, now)
  let replaces: string | undefined
  let pending: readonly Move[] = []
  let position = confirmed.current
  let elsewhere: KeptRun['elsewhere'] = null
  let shown: KeptRun
  let tasks = Promise.resolve()

  const listeners = new Set<() => void>()
  let channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)

  const show = () => {
    const run = foldOnto(confirmed, pending)
    const saved = pending.length > 0 ? 'saving' : id === undefined ? null : 'saved'
    // Where this tab looks is its own matter; another tab's turning of pages must not turn ours.
    shown = { run: goTo(run, position), saved: problem ? null : saved, problem, elsewhere }
    for (const listener of listeners) listener()
  }

  /** Reads what others wrote and writes `moves`, in one transaction. */
  const exchange = async (moves: readonly Move[]) => {
    const hasBegun = id === undefined
    const first: StartMove = { type: 'start', at: confirmed.startedAt, certificationId, set, questionIds: confirmed.questionIds }
    const recording = id === undefined ? await journal.begin(first, moves, replaces) : await journal.record(id, next, confirmed, moves)
    const all = [...recording.missed, ...recording.recorded]
    confirmed = hasBegun ? (foldJournal(all) ?? confirmed) : foldOnto(confirmed, all)
    id = recording.id
    next = recording.next
    if (recording.missed.some((move) => move.type !== 'go')) elsewhere = 'changed'
    if (recording.recorded.some((move) => move.type === 'finish')) onFinished(confirmed)
    if (moves.length > 0) channel?.postMessage({ id, certificationId, set, hasBegun } satisfies News)
  }

  const writePending = async () => {
    try {
      while (pending.length > 0) {
        const batch = pending
        await exchange(batch)
        pending = pending.slice(batch.length)
        if (problem === 'full') problem = null
        show()
      }
    } catch (error) {
      problem = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
      show()
    }
  }

  const enqueue = (task: () => Promise<void>) => {
    tasks = tasks.then(task).catch((error: unknown) => console.error('The journal could not be followed:', error))
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.certificationId !== certificationId || data.set !== set) return
    enqueue(async () => {
      // A run that others have begun, while this tab had none yet, is this tab's as well.
      if (data.id === id || (id === undefined && data.id !== replaces)) await exchange([])
      else if (data.hasBegun) elsewhere = 'restarted'
      show()
    })
  })

  show()
  return {
    current: () => shown,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    move: (move) => {
      if (makeMove(shown.run, move) === shown.run) return
      if (move.type === 'go') position = move.position
      pending = [...pending, move]
      show()
      enqueue(writePending)
    },
    restart: (ids, at) => {
      enqueue(async () => {
        replaces = id
        id = undefined
        next = 0
        position = 0
        elsewhere = null
        confirmed = restart(shown.run, ids, at)
        // A move that changes nothing: with it the new run is begun at once, so that a reload finds it.
        pending = [{ type: 'go', at, position: 0 }]
        show()
        await writePending()
      })
    },
    close: () => {
      channel?.close()
      channel = undefined
    },
  }
}

function foldOnto(run: ExamRun, moves: readonly Move[]): ExamRun {
  return moves.reduce((before, move) => makeMove(before, move) ?? before, run)
}
