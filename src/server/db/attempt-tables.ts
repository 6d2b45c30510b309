/** Types of the tables about attempts: their moves, their final answers, and shared results; see `tables.ts`. */
import type { Generated, JSONColumnType } from 'kysely'
import type { Attempt } from '#exam/attempt.ts'
import type { Move } from '#exam/moves.ts'
import type { BankItem } from '#exam/bank-file/index.ts'
import type { Instant } from '#server/db/instant.ts'

export type AttemptTables = {
  attempts: {
    id: string
    user_id: string | null
    secret_hash: string | null
    certification_id: string
    question_set: string
    questions: JSONColumnType<PinnedQuestion[]>
    /** The state without the latest `unfolded_moves` moves. Read it with `folded-state.ts`. */
    state: JSONColumnType<AttemptState>
    next: number
    /** How many moves `state` contains; `null` for all. */
    folded_moves: number | null
    unfolded_moves: number | null
    started_at: Instant
    changed_at: Instant
    finished_at: Instant | null
    correct: number | null
    total: number | null
    simulation: JSONColumnType<SimulationTerms> | null
    deadline_at: Instant | null
    /** How many moves are in the archived journal: the moves with numbers below this one. */
    archived_moves: Generated<number>
    was_counted_for_guest: Generated<boolean>
    /** Set for an attempt that its member imported. */
    imported_at: Instant | null
  }
  /** See `practice/imported-questions.ts`. */
  imported_questions: { id: string; user_id: string; item: JSONColumnType<BankItem>; length: number }
  attempt_moves: { attempt_id: string; number: number; key: string; move: JSONColumnType<Move>; user_id: string | null; made_at: Instant }
  /** `entries` is a compressed list of journal entries, see `practice/archive.ts`. */
  archived_journals: { attempt_id: string; user_id: string; active_ms: number; entries: Buffer }
  final_answers: {
    attempt_id: string
    question_id: string
    user_id: string
    certification_id: string
    skill_area: string
    is_correct: boolean
    is_guess: Generated<boolean>
    finalized_at: Instant
    /** With the options in bank order, even for a simulation. `null` for answers from earlier releases that were not scored again. */
    answer: JSONColumnType<string[]> | null
    /** The version that the answer was graded with; 0 when it is unknown, `null` for answers from earlier releases. */
    version: number | null
  }
  shared_results: {
    token: string
    attempt_id: string
    user_id: string
    name: string
    areas: JSONColumnType<SharedArea[]>
    created_at: Instant
  }
}

/**
 * A question of an attempt. `version`: the pinned version; `null` when the bank did not have the question, or when the question does not
 * count. `imported`: the id of the row of `imported_questions` that has the question; `version` is then `null`.
 */
export type PinnedQuestion = { id: string; version: number | null; imported?: string }

/** An attempt without its questions, which never change. Release 0.1.0 had no `guessed`. */
export type AttemptState = Omit<Attempt, 'certificationId' | 'set' | 'questionIds' | 'guessed'> & Partial<Pick<Attempt, 'guessed'>>

/** The part of a shared result for one skill area. */
export type SharedArea = { skillArea: string; correct: number; total: number }

/**
 * The terms of a simulation, fixed at its start. `seed` determines the order of options, and with `hasUnscored` the questions that do not
 * count; `extraTime` is a factor of at least 1, and `addedMinutes` is extra time for an exam in another language.
 */
export type SimulationTerms = { seed: string; minutes: number; extraTime: number; addedMinutes?: number; hasUnscored?: true }
