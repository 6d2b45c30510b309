/**
 * The synchronization core of a page: a reducer for the state of one open attempt. Pure: a driver
 * (`web/sync/attempt-controller.ts`) runs the effects and reports their outcome as the next event.
 *
 * A move is shown immediately and stays pending until it is in the journal. Only one exchange with the journal runs at a time, and
 * other tasks wait in `tasks`. Each exchange starts only after the page has applied the result of the one before.
 */
import { followedRulesOf, restart, start, type Attempt, type QuestionSet } from '#exam/attempt.ts'
import { foldJournal, applyMove, applyMoves, type Move } from '#exam/moves.ts'
import { dropResolvedConflicts } from '#exam/merge.ts'
import type { DeviceOwner, JournalPosition, RecordResult } from '#exam/sync/device-journal.ts'

/** A message that pages on one device send each other about the attempts on the device. */
export type AttemptEvent =
  /** `started`: the set has a new latest attempt; `added`: the attempt has more moves; `sent`: the server has more of its moves. */
  | { type: 'started' | 'added' | 'sent'; owner: DeviceOwner; id: string; certificationId: string; set: QuestionSet }
  /** The owner's attempts were removed from this device or now have another owner. `page`: the id of the page that did so. */
  | { type: 'gone'; owner: DeviceOwner; page?: string }

/** `unavailable`: the browser's storage cannot be used; `full`: it has no space left. */
export type StorageProblem = 'unavailable' | 'full'

export type ControlledAttempt = {
  readonly attempt: Attempt
  /** `undefined` before the first move, when there is nothing to save. */
  readonly id: string | undefined
  /** Whether this device has all moves; `null` when there is nothing to save or saving fails. */
  readonly saved: 'saved' | 'saving' | null
  /** Whether the server has all moves. */
  readonly isSent: boolean
  readonly problem: StorageProblem | null
  /** `changed`: another tab changed the attempt. `changedOnDevice`: another device did. `restarted`: another tab started a new attempt. */
  readonly elsewhere: 'changed' | 'changedOnDevice' | 'restarted' | null
  /** Questions whose answer was lost, because another tab or device answered, revealed, or finished first. */
  readonly conflicts: readonly string[]
}

export type StartMove = Extract<Move, { type: 'start' }>

type Task =
  | { type: 'write' | 'dismissConflicts' }
  | { type: 'message'; message: Exclude<AttemptEvent, { type: 'gone' }> }
  | { type: 'restart'; questionIds: readonly string[]; at: number }

export type AttemptSync = {
  readonly owner: DeviceOwner
  /** Whether this device sends the answers of finished attempts to the question statistics. */
  readonly countsAnswers: boolean
  /** The problem to show even if the journal records moves: set if the journal is only in memory and is lost when the page closes. */
  readonly journalProblem: StorageProblem | null
  readonly problem: StorageProblem | null
  /**
   * The recorded part of the attempt, and the position up to which the journal was read. Without a position, the attempt is not
   * recorded yet.
   */
  readonly confirmed: Attempt
  readonly position: JournalPosition | undefined
  /** The attempt that a restart replaced. */
  readonly replacedId: string | undefined
  readonly pending: readonly Move[]
  /** The question this page shows. Each tab has its own. */
  readonly current: number
  readonly elsewhere: ControlledAttempt['elsewhere']
  readonly lost: readonly string[]
  readonly tasks: readonly Task[]
  /** The moves of the exchange in progress; an exchange without moves only reads. */
  readonly exchanged: readonly Move[] | undefined
}

export type SyncEvent =
  | { type: 'move'; move: Move }
  | { type: 'restart'; questionIds: readonly string[]; at: number }
  | { type: 'dismissConflicts' }
  | { type: 'message'; message: AttemptEvent }
  | { type: 'exchanged'; result: RecordResult }
  /** `removed`: the attempt is no longer on this device. `isInMemory`: a journal in memory now replaces the failed one. */
  | { type: 'exchangeFailed'; reason: StorageProblem | 'removed'; isInMemory: boolean }

export type SyncEffect =
  /**
   * Read the moves that other tabs recorded, and record `moves`, in one transaction. The result is `exchanged` or `exchangeFailed`.
   */
  | {
      type: 'exchange'
      position: JournalPosition | undefined
      base: Attempt
      start: StartMove
      replacedId: string | undefined
      moves: readonly Move[]
    }
  | { type: 'clearConflicts'; id: string }
  | { type: 'post'; message: AttemptEvent }
  /** This page finished the attempt, and the journal has recorded the end. Happens once for each attempt. */
  | { type: 'finished'; attempt: Attempt }
  | { type: 'recorded'; id: string }
  /** The attempt is no longer on this device. `message`: the message that reported it, if any. */
  | { type: 'removed'; message: Extract<AttemptEvent, { type: 'gone' }> | undefined }

export type SyncStep = { state: AttemptSync; effects: readonly SyncEffect[] }

export type SyncOptions = {
  owner: DeviceOwner
  certificationId: string
  set: QuestionSet
  /** Questions of the new attempt if no attempt is recorded. */
  questionIds: readonly string[]
  now: number
  problem: StorageProblem | null
  countsAnswers: boolean
}

/** Continues the recorded attempt, or prepares a new attempt that is recorded with its first move. */
export function openSync(options: SyncOptions, recorded: { position: JournalPosition; moves: readonly Move[] } | undefined): AttemptSync {
  const { owner, certificationId, set, questionIds, now, problem, countsAnswers } = options
  const folded = recorded && foldJournal(recorded.moves)
  const confirmed = folded ?? start(certificationId, set, questionIds, now)
  return {
    owner,
    countsAnswers,
    journalProblem: problem,
    problem,
    confirmed,
    position: folded && recorded?.position,
    replacedId: undefined,
    pending: [],
    current: confirmed.current,
    elsewhere: null,
    lost: [],
    tasks: [],
    exchanged: undefined,
  }
}

export function reduceSync(state: AttemptSync, event: SyncEvent): SyncStep {
  switch (event.type) {
    case 'move':
      return addPending(state, event.move)
    case 'restart':
    case 'dismissConflicts':
      return runTasks({ ...state, tasks: [...state.tasks, event] })
    case 'message':
      return receive(state, event.message)
    case 'exchanged':
      return finishExchange(state, event.result)
    case 'exchangeFailed':
      return failExchange(state, event.reason, event.isInMemory)
  }
}

/** The state to show on screen, including pending moves and this page's own current question. */
export function viewSync({ confirmed, position, pending, current, elsewhere, lost, problem }: AttemptSync): ControlledAttempt {
  const conflicts = new Set([...(position?.conflicts ?? []), ...lost])
  const saved = pending.length > 0 ? 'saving' : position ? 'saved' : null
  return {
    attempt: showAt(applyMoves(confirmed, pending), current),
    id: position?.id,
    saved: problem ? null : saved,
    isSent: position !== undefined && pending.length === 0 && position.sent >= position.next,
    problem,
    elsewhere,
    conflicts: [...conflicts].filter((id) => confirmed.questionIds.includes(id)),
  }
}

/**
 * The attempt, positioned at the question that this page shows. The stored position may differ, because of another tab or device.
 * Changing the position here is not a move, so no question is closed.
 */
function showAt(attempt: Attempt, current: number): Attempt {
  return attempt.current === current ? attempt : { ...attempt, current }
}

function addPending(state: AttemptSync, made: Move): SyncStep {
  const { attempt } = viewSync(state)
  if (applyMove(attempt, made) === attempt) return { state, effects: [] }
  const move: Move = made.type === 'finish' && state.countsAnswers ? { ...made, isCounted: true } : made
  const pending = [...state.pending, move]
  // A break goes to the first open question.
  const current = move.type === 'go' ? move.position : move.type === 'break' ? applyMoves(state.confirmed, pending).current : state.current
  return runTasks({ ...state, current, pending, tasks: [...state.tasks, { type: 'write' }] })
}

function receive(state: AttemptSync, message: AttemptEvent): SyncStep {
  if (message.owner !== state.owner) return { state, effects: [] }
  if (message.type === 'gone') return { state, effects: [{ type: 'removed', message }] }
  if (message.certificationId !== state.confirmed.certificationId || message.set !== state.confirmed.set) return { state, effects: [] }
  return runTasks({ ...state, tasks: [...state.tasks, { type: 'message', message }] })
}

/** Runs the waiting tasks up to the next exchange. */
function runTasks(state: AttemptSync, before: readonly SyncEffect[] = []): SyncStep {
  const [task, ...tasks] = state.tasks
  if (state.exchanged || !task) return { state, effects: before }
  const { state: next, effects } = runTask({ ...state, tasks }, task)
  return runTasks(next, [...before, ...effects])
}

function runTask(state: AttemptSync, task: Task): SyncStep {
  const { position, replacedId } = state
  switch (task.type) {
    case 'write':
      return state.pending.length > 0 ? exchange(state, state.pending) : { state, effects: [] }
    case 'message': {
      const { message } = task
      // An attempt that another tab started, while this tab had none, becomes the attempt of this tab too.
      if (position ? message.id === position.id : message.id !== replacedId) return exchange(state, [])
      return { state: message.type === 'started' ? { ...state, elsewhere: 'restarted' } : state, effects: [] }
    }
    case 'restart': {
      const confirmed = restart(viewSync(state).attempt, task.questionIds, task.at)
      // This move changes nothing, but because of it the new attempt is recorded immediately and survives a reload.
      const pending: Move[] = [{ type: 'go', at: task.at, position: 0 }]
      const restarted = { ...state, confirmed, position: undefined, replacedId: position?.id, pending, current: 0 }
      return { state: { ...restarted, elsewhere: null, lost: [], tasks: [{ type: 'write' }, ...state.tasks] }, effects: [] }
    }
    case 'dismissConflicts':
      return {
        state: { ...state, lost: [], position: position && { ...position, conflicts: [] } },
        effects: position ? [{ type: 'clearConflicts', id: position.id }] : [],
      }
  }
}

function exchange(state: AttemptSync, moves: readonly Move[]): SyncStep {
  const { position, confirmed: base, replacedId } = state
  const { certificationId, set, startedAt: at, questionIds, seed } = base
  const startMove: StartMove = {
    type: 'start',
    at,
    certificationId,
    set,
    questionIds,
    ...(seed !== undefined && { seed }),
    ...followedRulesOf(base),
  }
  return {
    state: { ...state, exchanged: moves },
    effects: [{ type: 'exchange', position, base, start: startMove, replacedId, moves }],
  }
}

function finishExchange(state: AttemptSync, result: RecordResult): SyncStep {
  const { exchanged = [], owner, journalProblem: problem } = state
  const applied = applyResult(state, result)
  const { certificationId, set } = applied.confirmed
  const { id } = result.position
  const effects: SyncEffect[] = []
  if (result.recorded.some(({ type }) => type === 'finish')) effects.push({ type: 'finished', attempt: applied.confirmed })
  if (exchanged.length === 0) return runTasks({ ...applied, exchanged: undefined }, effects)
  effects.push(
    { type: 'post', message: { type: state.position ? 'added' : 'started', owner, id, certificationId, set } },
    { type: 'recorded', id },
  )
  const lost = new Set(result.lost)
  // The candidate gave these answers before the screen could show the answers from elsewhere, so they must not replace the answers from elsewhere.
  const pending = state.pending.slice(exchanged.length).filter((move) => move.type !== 'answer' || !lost.has(move.questionId))
  return runTasks({ ...applied, exchanged: undefined, pending, problem }, effects)
}

function applyResult(state: AttemptSync, { position, missed, recorded, lost, isReread }: RecordResult): AttemptSync {
  const all = [...missed, ...recorded]
  const confirmed = isReread ? (foldJournal(all) ?? state.confirmed) : applyMoves(state.confirmed, all)
  let { elsewhere } = state
  if (state.position && isReread) {
    const isChanged = progressOf(applyMoves(state.confirmed, recorded)) !== progressOf(confirmed)
    if (isChanged) elsewhere = 'changedOnDevice'
    // If another tab only shows another question, nothing has changed.
  } else if (missed.some((move) => move.type !== 'go' || move.isGuess !== undefined)) elsewhere = 'changed'
  return { ...state, confirmed, position, elsewhere, lost: [...dropResolvedConflicts(state.lost, recorded), ...lost] }
}

function failExchange(state: AttemptSync, reason: StorageProblem | 'removed', isInMemory: boolean): SyncStep {
  const { exchanged = [] } = state
  const idle = { ...state, exchanged: undefined }
  if (reason === 'removed') return runTasks(idle, [{ type: 'removed', message: undefined }])
  if (exchanged.length === 0) return runTasks(idle)
  // The moves stay pending. Without a journal in memory, the next move tries to record them again.
  const tasks: readonly Task[] = isInMemory ? [{ type: 'write' }, ...state.tasks] : state.tasks
  return runTasks({ ...idle, problem: reason, journalProblem: isInMemory ? reason : state.journalProblem, tasks })
}

/** The parts of an attempt whose changes the candidate would notice, as one string. */
function progressOf({ answers, revealed, flagged, guessed, finishedAt }: Attempt): string {
  const sorted = Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([sorted, revealed.toSorted(), flagged.toSorted(), guessed.toSorted(), finishedAt])
}
