/**
 * Keeps one run for the screen: shows a move at once, records it in the journal, and takes in what other tabs did.
 * "Saved" is only said of moves that are on disk.
 */
import { foldJournal, goTo, makeMove, restart, start } from '#exam/run.ts'
import type { ExamRun, Move, RunSet } from '#exam/run.ts'
import type { Journal, Recording, StartMove } from '#web/exam/journal.ts'

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

/** What one tab tells the others. */
type News = { id: string; certificationId: string; set: RunSet; hasBegun: boolean }

export type RunKeeper = {
  readonly current: () => KeptRun
  readonly subscribe: (onChange: () => void) => () => void
  readonly move: (move: Move) => void
  /** Begins a new run with the same questions; the old one stays in the journal. */
  readonly restart: (now: number) => void
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
}

const channelName = 'praxam-runs'

/** Goes on with the latest run of the set, or has a new one ready that is recorded with its first move. */
export async function keepRun({ journal, problem, certificationId, set, questionIds, now }: Options): Promise<RunKeeper> {
  const recorded = await journal.latest(certificationId, set)
  const folded = recorded && foldJournal(recorded.moves)

  let id = folded ? recorded.id : undefined
  let replaces: string | undefined
  let confirmed = folded ?? start(certificationId, set, questionIds, now)
  let known = folded ? recorded.moves.length : 0
  let pending: Move[] = []
  let position = confirmed.current
  let writing = Promise.resolve()
  let elsewhere: KeptRun['elsewhere'] = null
  let shown: KeptRun

  const listeners = new Set<() => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)

  const show = () => {
    const run = pending.reduce((before, move) => makeMove(before, move) ?? before, confirmed)
    const saved = pending.length > 0 ? 'saving' : id === undefined ? null : 'saved'
    // Where this tab looks is its own matter; another tab's turning of pages must not turn ours.
    shown = { run: goTo(run, position), saved: problem ? null : saved, problem, elsewhere }
    for (const listener of listeners) listener()
  }

  const takeIn = (moves: readonly Move[]) => {
    confirmed = moves.reduce((before, move) => makeMove(before, move) ?? before, confirmed)
    known += moves.length
    if (moves.some((move) => move.type !== 'go' && move.type !== 'start')) elsewhere = 'changed'
  }

  const write = (moves: readonly Move[]): Promise<Recording> => {
    if (id !== undefined) return journal.record(id, known, confirmed, moves)
    const first: StartMove = { type: 'start', at: confirmed.startedAt, certificationId, set, questionIds: confirmed.questionIds }
    return journal.begin(first, moves, replaces)
  }

  const flush = async () => {
    try {
      while (pending.length > 0) {
        const batch = [...pending]
        const hasBegun = id === undefined
        const recording = await write(batch)
        if (hasBegun) {
          // Everything is in the journal now, whoever began the run; the fold starts from it.
          const all = await journal.since(recording.id, 0)
          const others = foldJournal(recording.missed)
          confirmed = foldJournal(all) ?? confirmed
          known = all.length
          if (others) elsewhere = 'changed'
        } else {
          takeIn(recording.missed)
          confirmed = recording.recorded.reduce((before, move) => makeMove(before, move) ?? before, confirmed)
          known += recording.recorded.length
        }
        id = recording.id
        pending = pending.slice(batch.length)
        if (problem === 'full') problem = null
        channel?.postMessage({ id, certificationId, set, hasBegun } satisfies News)
        show()
      }
    } catch (error) {
      problem = error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
      show()
    }
  }

  /** One after the other: a restart and news from another tab, too, wait until the moves before them are on disk. */
  const afterWriting = (next: () => Promise<void>) => {
    writing = writing.then(next).catch((error: unknown) => console.error('The journal could not be followed:', error))
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.certificationId !== certificationId || data.set !== set) return
    if (data.id !== id) {
      if (id !== undefined && data.hasBegun) elsewhere = 'restarted'
      return show()
    }
    afterWriting(async () => {
      if (data.id !== id) return
      takeIn(await journal.since(data.id, known))
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
      afterWriting(flush)
    },
    restart: (at) => {
      afterWriting(() => {
        replaces = id
        id = undefined
        known = 0
        position = 0
        elsewhere = null
        confirmed = restart(shown.run, at)
        // A move that changes nothing: with it the new run is begun at once, so that a reload finds it.
        pending = [{ type: 'go', at, position: 0 }]
        show()
        return flush()
      })
    },
    close: () => channel?.close(),
  }
}
