/**
 * The moves of an attempt. They are recorded in a journal, and replaying the journal gives the attempt. Every reader of the journal (this tab,
 * another tab, a later page load, the server) gets the same attempt. A move that is not allowed changes nothing.
 */
import {
  addTimeAway,
  finish,
  flag,
  goTo,
  hide,
  markGuess,
  recordAnswer,
  recordAnswerInPlace,
  reveal,
  start,
  takeBreak,
  unflag,
  type Attempt,
  type QuestionSet,
} from '#exam/attempt.ts'
import type { AnswerInput } from '#exam/question.ts'
import { findOpenPosition, type Series } from '#exam/series.ts'

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

/** A move with its idempotency key. The device assigns the key, so that a move sent twice is recorded once. */
export type JournalEntry = { readonly key: string; readonly move: Move }

/** The attempt after several more moves. The answers are copied once, not for each move. */
export function applyMoves(attempt: Attempt, moves: readonly Move[]): Attempt
export function applyMoves(attempt: Attempt | undefined, moves: readonly Move[]): Attempt | undefined
export function applyMoves(attempt: Attempt | undefined, moves: readonly Move[]): Attempt | undefined {
  return moves.reduce(
    (before, move) => applyWith(before?.answers === attempt?.answers ? recordAnswer : recordAnswerInPlace, before, move),
    attempt,
  )
}

/** The attempt after one more move. An attempt that has not started is `undefined`, and only a start move changes that. */
export function applyMove(attempt: Attempt | undefined, move: Move): Attempt | undefined {
  return applyWith(recordAnswer, attempt, move)
}

function applyWith(record: typeof recordAnswer, attempt: Attempt | undefined, move: Move): Attempt | undefined {
  if (move.type === 'start') return attempt ?? start(move.certificationId, move.set, move.questionIds, move.at, move)
  if (!attempt) return attempt
  switch (move.type) {
    case 'answer':
      return record(attempt, move.questionId, move.answer)
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

/** The attempt that a journal describes, or `undefined` if it has no start move. Moves before the start move are ignored. */
export function foldJournal(journal: readonly Move[]): Attempt | undefined {
  return applyMoves(undefined, journal)
}

export function movesOf(entries: readonly JournalEntry[]): Move[] {
  return entries.map(({ move }) => move)
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
