/**
 * An attempt: one pass through a set of questions, as a value. Moves are recorded in a journal, and replaying the journal gives the
 * attempt. Every reader of the journal (this tab, another tab, a later page load, the server) gets the same attempt.
 *
 * A move that is not allowed changes nothing: the functions return the same object, and the move is not recorded.
 */
import { close, closeBefore, closeQuestion, findOpenPosition, isClosed, type Series } from '#exam/series.ts'
import { isBlank, isSameSequence, type AnswerInput } from '#exam/question.ts'

/**
 * Which questions an attempt has: the whole bank of a certification, one skill area by its number, mixed practice, earlier
 * mistakes, a custom set, the questions due for review, renewal practice, or a simulated exam. The bank determines the questions of the
 * first two sets; the questions of the other sets are chosen for each attempt.
 */
export type QuestionSet = 'all' | `area-${number}` | 'mixed' | 'mistakes' | 'chosen' | 'review' | 'renewal' | 'simulation'

export type Attempt = {
  readonly certificationId: string
  readonly set: QuestionSet
  /**
   * Solution series of a simulation, as lists of question ids. A question of a series is closed once the candidate has left it, see
   * `series.ts`. Practice has none.
   */
  readonly series?: Series
  /** Sections in order, if the simulation follows the exam rule about sections. Opening a question of one section closes all sections before it. */
  readonly sections?: Series
  /** Whether the candidate can take breaks. A break closes every question that the candidate has seen. */
  readonly hasBreaks?: true
  /** The questions that the candidate has left or answered. Only set if the attempt has breaks. */
  readonly seen?: readonly string[]
  /** Whether the candidate can open the documentation while the clock runs. */
  readonly hasDocumentation?: true
  /** Milliseconds spent in other windows since a documentation page was opened. */
  readonly awayMs?: number
  /** When the last break began. */
  readonly breakAt?: number
  /** Questions that can no longer be opened or answered. */
  readonly closed?: readonly string[]
  /** Questions that do not count. Known only once the attempt is finished. */
  readonly unscored?: readonly string[]
  /** In display order; fixed at the start, so later changes to the bank do not affect the list. */
  readonly questionIds: readonly string[]
  /** Fixes the order of options on screen, see `option-order.ts`. Without a seed, options are in bank order. */
  readonly seed?: string
  /** Position of the question on screen, from 0. */
  readonly current: number
  readonly answers: Readonly<Record<string, AnswerInput>>
  /** Questions whose answer key was shown at least once: their answers are locked. */
  readonly revealed: readonly string[]
  /** Questions whose answer key and explanation are shown now. */
  readonly shown: readonly string[]
  readonly flagged: readonly string[]
  /** Questions whose answer the candidate marked as a guess. */
  readonly guessed: readonly string[]
  /** Milliseconds since 1970, UTC. */
  readonly startedAt: number
  readonly finishedAt: number | null
}

/**
 * One recorded step. `at` is milliseconds since 1970, UTC, by the device's clock. `isCounted`: a guest's browser reports
 * the answers for the question statistics, so the server must not count them again. `from`: the position that the page showed, see `goTo`.
 * `unscored`: added by the server, so the page does not know these questions before the end. `isGuess`: the move also marks or unmarks
 * the question as a guess. This is not a separate move type, because tabs that run an earlier release would not know it; with `isGuess`,
 * they just go to the question.
 */
export type Move =
  | {
      type: 'start'
      at: number
      certificationId: string
      set: QuestionSet
      questionIds: readonly string[]
      seed?: string
      series?: Series
      sections?: Series
      hasBreaks?: true
      hasDocumentation?: true
    }
  | { type: 'answer'; at: number; questionId: string; answer: AnswerInput }
  | { type: 'reveal' | 'hide' | 'flag' | 'unflag'; at: number; questionId: string }
  | { type: 'go'; at: number; position: number; isGuess?: boolean; from?: number }
  | { type: 'break'; at: number }
  | { type: 'away'; at: number; ms: number }
  | { type: 'finish'; at: number; isCounted?: true; unscored?: readonly string[] }

/** The exam rules that an attempt follows, as listed in its start move. */
export type FollowedRules = Pick<Attempt, 'series' | 'sections' | 'hasBreaks' | 'hasDocumentation'>

/** Only the rules that are set, for the start move of an attempt. */
export function followedRulesOf({ series, sections, hasBreaks, hasDocumentation }: FollowedRules): FollowedRules {
  return {
    ...(series && { series }),
    ...(sections && { sections }),
    ...(hasBreaks && { hasBreaks }),
    ...(hasDocumentation && { hasDocumentation }),
  }
}

/** A new attempt at question 1: no answers, nothing revealed. Source: spec §4, exam run. */
export function start(
  certificationId: string,
  set: QuestionSet,
  questionIds: readonly string[],
  now: number,
  { seed, ...rules }: { seed?: string | undefined } & FollowedRules = {},
): Attempt {
  return {
    certificationId,
    set,
    questionIds,
    ...(seed !== undefined && { seed }),
    ...followedRulesOf(rules),
    current: 0,
    answers: {},
    revealed: [],
    shown: [],
    flagged: [],
    guessed: [],
    startedAt: now,
    finishedAt: null,
  }
}

/**
 * Records an answer; a blank answer removes the entry. Revealed and closed questions are locked. An answer means that the candidate has opened
 * the question, so earlier questions of its series and earlier sections are closed. Source: spec §4, exam run.
 *
 * @param isOwnCopy whether nothing else uses the answers of the attempt, so that they may be changed instead of copied
 */
export function recordAnswer(attempt: Attempt, questionId: string, answer: AnswerInput, isOwnCopy = false): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.revealed.includes(questionId)) return attempt
  if (isClosed(attempt, questionId)) return attempt
  const opened = see(closeBefore(attempt, questionId), [questionId])
  const before = attempt.answers[questionId]
  if (isBlank(answer) ? !before : before && isSameSequence(before, answer)) return attempt
  const answers: Record<string, AnswerInput> = isOwnCopy ? attempt.answers : { ...attempt.answers }
  if (isBlank(answer)) delete answers[questionId]
  else answers[questionId] = answer
  return { ...opened, answers }
}

/** Shows the answer key and explanation, and locks the answer for the rest of the attempt. */
export function reveal(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.shown.includes(questionId)) return attempt
  const revealed = attempt.revealed.includes(questionId) ? attempt.revealed : [...attempt.revealed, questionId]
  return { ...attempt, revealed, shown: [...attempt.shown, questionId] }
}

/** Hides the answer key and explanation. The answer stays locked, because the candidate has seen the key. */
export function hide(attempt: Attempt, questionId: string): Attempt {
  if (!attempt.shown.includes(questionId)) return attempt
  return { ...attempt, shown: without(attempt.shown, questionId) }
}

export function flag(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || attempt.flagged.includes(questionId)) return attempt
  return { ...attempt, flagged: [...attempt.flagged, questionId] }
}

export function unflag(attempt: Attempt, questionId: string): Attempt {
  if (hasFinished(attempt) || !attempt.flagged.includes(questionId)) return attempt
  return { ...attempt, flagged: without(attempt.flagged, questionId) }
}

/**
 * Marks or unmarks a question as a guess, before or after it is answered or revealed. The mark does not affect the score; reviews
 * and mixed practice bring a guessed question back sooner.
 */
export function markGuess(attempt: Attempt, questionId: string, isGuess: boolean): Attempt {
  const { guessed } = attempt
  if (hasFinished(attempt) || !attempt.questionIds.includes(questionId) || guessed.includes(questionId) === isGuess) return attempt
  return { ...attempt, guessed: isGuess ? [...guessed, questionId] : without(guessed, questionId) }
}

/**
 * Goes to another question, which can close other questions (see `series.ts`). `from`: the position that the page showed. Does nothing if the
 * position is outside the attempt, or if the question at the position is closed and the attempt is in progress.
 */
export function goTo(attempt: Attempt, position: number, from = attempt.current): Attempt {
  if (!Number.isInteger(position) || position < 0 || position >= attempt.questionIds.length) return attempt
  const questionId = attempt.questionIds[position] ?? ''
  if (isClosed(attempt, questionId) && !hasFinished(attempt)) return attempt
  if (hasFinished(attempt)) return position === attempt.current ? attempt : { ...attempt, current: position }
  // Each tab shows its own question, but the attempt stores only the position of the latest move. The candidate leaves both questions.
  const left = [from, attempt.current].filter((one) => one !== position).map((one) => attempt.questionIds[one] ?? '')
  const next = closeBefore(left.reduce(closeQuestion, see(attempt, left)), questionId)
  return position === next.current ? next : { ...next, current: position }
}

/** Adds questions to the list of questions that a break closes. */
function see(attempt: Attempt, ids: readonly string[]): Attempt {
  const { hasBreaks, seen = [] } = attempt
  const added = [...new Set(ids)].filter((id) => !seen.includes(id))
  return hasBreaks && added.length > 0 ? { ...attempt, seen: [...seen, ...added] } : attempt
}

/** The questions that a break would close: those that the candidate has seen and that are still open. Empty if the attempt has no breaks. */
export function listSeenOpen(attempt: Attempt): string[] {
  const { hasBreaks, seen = [], questionIds, current } = attempt
  if (!hasBreaks) return []
  return questionIds.filter((id, position) => (position === current || seen.includes(id)) && !isClosed(attempt, id))
}

/** Takes a break: closes every question that the candidate has seen, and goes to the first open question. The clock keeps running. */
export function takeBreak(attempt: Attempt, now: number): Attempt {
  if (!attempt.hasBreaks || hasFinished(attempt)) return attempt
  const closed = close(attempt, listSeenOpen(attempt))
  const first = closed.questionIds.findIndex((id) => !isClosed(closed, id))
  return { ...closed, breakAt: now, current: first < 0 ? closed.current : first }
}

/** Adds time that the candidate spent in other windows. */
function addTimeAway(attempt: Attempt, ms: number): Attempt {
  if (!attempt.hasDocumentation || hasFinished(attempt) || ms <= 0) return attempt
  return { ...attempt, awayMs: (attempt.awayMs ?? 0) + ms }
}

/**
 * Prepares a move for recording. If the attempt has series, sections, or breaks, a `go` move is redirected to an open question, and `from` is
 * set; returns `undefined` if the question is closed. Other moves stay the same.
 */
export function prepareMove(attempt: Attempt, move: Move): Move | undefined {
  const { series, sections, hasBreaks } = attempt
  if (move.type !== 'go' || move.isGuess !== undefined || !(series || sections || hasBreaks)) return move
  const position = findOpenPosition(attempt, move.position)
  return position === undefined ? undefined : { ...move, position, from: attempt.current }
}

/** Ends the attempt, which is read-only from then on. `unscored`: the questions that do not count. Source: spec §4, 'Finish Exam'. */
export function finish(attempt: Attempt, now: number, unscored?: readonly string[]): Attempt {
  return hasFinished(attempt) ? attempt : { ...attempt, finishedAt: now, ...(unscored && { unscored }) }
}

/**
 * A new attempt at the same set; the old attempt does not change. `questionIds` are the current questions of the set, which may
 * differ from those of the old attempt. Shuffled options get a different order. Source: spec §4, 'Restart Exam'.
 */
export function restart({ certificationId, set, seed }: Attempt, questionIds: readonly string[], now: number): Attempt {
  return start(certificationId, set, questionIds, now, { seed: seed === undefined ? undefined : String(now) })
}

export function hasFinished(attempt: Attempt): boolean {
  return attempt.finishedAt !== null
}

/** Whether there is something to resume: the attempt is in progress and has an answer. */
export function canResume(attempt: Attempt): boolean {
  return !hasFinished(attempt) && Object.keys(attempt.answers).length > 0
}

/**
 * The attempt after several more moves. The answers are copied once, not for each move, so that the time does not grow with the square of the
 * number of answers.
 */
export function applyMoves(attempt: Attempt, moves: readonly Move[]): Attempt
export function applyMoves(attempt: Attempt | undefined, moves: readonly Move[]): Attempt | undefined
export function applyMoves(attempt: Attempt | undefined, moves: readonly Move[]): Attempt | undefined {
  return moves.reduce((before, move) => applyMove(before, move, before?.answers !== attempt?.answers), attempt)
}

/**
 * The attempt after one more move. An attempt that has not started is `undefined`, and only a start move changes that.
 *
 * @param isOwnCopy see `recordAnswer`
 */
export function applyMove(attempt: Attempt | undefined, move: Move, isOwnCopy = false): Attempt | undefined {
  if (move.type === 'start') return attempt ?? start(move.certificationId, move.set, move.questionIds, move.at, move)
  if (!attempt) return attempt
  switch (move.type) {
    case 'answer':
      return recordAnswer(attempt, move.questionId, move.answer, isOwnCopy)
    case 'reveal':
      return reveal(attempt, move.questionId)
    case 'hide':
      return hide(attempt, move.questionId)
    case 'flag':
      return flag(attempt, move.questionId)
    case 'unflag':
      return unflag(attempt, move.questionId)
    case 'go': {
      const next = goTo(attempt, move.position, move.from)
      return move.isGuess === undefined ? next : markGuess(next, attempt.questionIds[move.position] ?? '', move.isGuess)
    }
    case 'break':
      return takeBreak(attempt, move.at)
    case 'away':
      return addTimeAway(attempt, move.ms)
    case 'finish':
      return finish(attempt, move.at, move.unscored)
    default:
      // A move of a later release. It stays in the journal, and the moves after it still count.
      return attempt
  }
}

/** A move with its idempotency key. The device assigns the key, so that a move sent twice is recorded once. */
export type JournalEntry = { readonly key: string; readonly move: Move }

/** The attempt that a journal describes, or `undefined` if it has no start move. Moves before the start move are ignored. */
export function foldJournal(journal: readonly Move[]): Attempt | undefined {
  return applyMoves(undefined, journal)
}

export function movesOf(entries: readonly JournalEntry[]): Move[] {
  return entries.map(({ move }) => move)
}

function without(list: readonly string[], entry: string): string[] {
  return list.filter((other) => other !== entry)
}
