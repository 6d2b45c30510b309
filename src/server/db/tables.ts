/** Table types for Kysely. The schema is in `migrations/`. */
import type { Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { Completion } from '#exam/completion.ts'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { BankItem, Grounding } from '#exam/bank-file/index.ts'
import type { Objective } from '#exam/outline.ts'
import type { Pairs } from '#exam/question.ts'
import type { Attempt, Move } from '#exam/attempt.ts'
import type { AccountTables } from '#server/db/account-tables.ts'
import type { Instant } from '#server/db/instant.ts'
import type { QualityTables } from '#server/db/quality-tables.ts'

/** Dates are ISO text, `2026-06-30`. */
type MainTables = {
  certifications: {
    id: string
    name: string
    description: string
    family: string
    type: string
    status: string
    retired_on: string | null
    successor: string | null
    successor_id: string | null
    duration_minutes: number | null
    pass_score: number | null
    price_usd: number | null
    question_count: string | null
    languages: string | null
    in_french: string | null
    practice_assessment: string | null
    outline_of: string | null
    study_guide_url: string | null
    sources: JSONColumnType<Partial<Record<FactName, FactSource>>>
    position: number
    version: Generated<number>
    /** Set once an administrator saved the row. Loading content files does not change such a row. */
    updated_at: Instant | null
  }
  skill_areas: {
    certification_id: string
    position: number
    name: string
    weight_min: number
    weight_max: number
    skills: JSONColumnType<string[]>
  }
  outlines: {
    certification_id: string
    version: string
    effective_on: string | null
    source: JSONColumnType<FactSource>
    objectives: JSONColumnType<Objective[]>
    /** Set once an administrator saved the row. Loading content files does not change such a row. */
    updated_at: Instant | null
  }
  case_studies: { id: string; title: string; content: string; version: Generated<number>; updated_at: Instant | null }
  questions: {
    id: string
    exam_id: string
    question_type: string
    text: string
    options: JSONColumnType<string[]>
    /** A list, or one of the written forms of `exam/bank-file/index.ts`. */
    correct_answer: JSONColumnType<string[]>
    explanation: string
    option_explanations: JSONColumnType<(string | null)[]>
    reference: string
    pairs: JSONColumnType<Pairs> | null
    /** Only of drop-down questions. */
    completion: JSONColumnType<Completion> | null
    sequence: JSONColumnType<string[]> | null
    case_study_id: string | null
    skill_area: string
    skill: string
    objective: string | null
    difficulty: number | null
    grounding: JSONColumnType<Grounding> | null
    created_at: Instant
    state: Generated<string>
    version: Generated<number>
    /** Set once an administrator saved the row. Loading content files does not change such a row. */
    updated_at: Instant | null
    updated_by: string | null
  }
  /** A narrow row per question, for fast lists and searches. */
  question_entries: {
    question_id: string
    exam_id: string
    created_at: Instant
    question_type: string
    skill_area: string
    state: string
    updated_at: Instant | null
    /** Normalized by `foldText`. */
    search_text: string
  }
  /** A page of documentation that the operator indexed, see `server/tutor/retrieval`. */
  documents: {
    id: string
    folder: string
    path: string
    title: string
    address: string | null
    repository: string | null
    repository_path: string | null
    page_date: string | null
    language: string
    sha256: string
  }
  document_passages: {
    document_id: string
    position: number
    heading: string
    text: string
    first_line: number
    last_line: number
    /** Normalized by `foldText`. */
    search_text: string
  }
  /** Written by loading content files only. */
  glossary_terms: { certification_id: string; key: string; name: string; term: string; definition: string; address: string }
  question_versions: {
    question_id: string
    version: number
    item: JSONColumnType<BankItem>
    saved_at: Instant | null
    saved_by: string | null
  }
  /** A question in another language. The lists and objects have the shapes of those in `questions`. */
  question_translations: {
    question_id: string
    language: string
    /** `hashOriginal` of the question that was translated. If that of the question differs, the translation is out of date. */
    original_hash: string
    text: string
    options: JSONColumnType<string[]>
    pairs: JSONColumnType<Pairs> | null
    completion: JSONColumnType<Completion> | null
    explanation: string
    option_explanations: JSONColumnType<(string | null)[]>
    /** When it was imported; `null` for a translation from content files. */
    updated_at: Instant | null
  }
  case_study_translations: {
    case_study_id: string
    language: string
    /** `hashOriginalCaseStudy` of the case study that was translated. */
    original_hash: string
    title: string
    content: string
    updated_at: Instant | null
  }
  removals: { kind: string; id: string; removed_at: Instant }
  image_uses: { image: string; holder_kind: string; holder_id: string }
  content_files: { path: string; sha256: string; loaded_at: Instant; edition: number }
  secret_fingerprints: { name: string; sha256: string }
  content_versions: { name: string; version: number }

  attempts: {
    id: string
    user_id: string | null
    secret_hash: string | null
    certification_id: string
    question_set: string
    questions: JSONColumnType<PinnedQuestion[]>
    /** Without the latest `unfolded_moves` moves. Read it with `folded-state.ts`. */
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
    /** How many moves are in the archived journal: those with the numbers below it. */
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
    /** As the bank orders the options, also for a simulation. `null` for answers of earlier releases that were not scored again. */
    answer: JSONColumnType<string[]> | null
    /** The version that it was graded with; 0 when it is unknown, `null` for answers of earlier releases. */
    version: number | null
  }
  review_cards: {
    user_id: string
    question_id: string
    certification_id: string
    due_at: Instant
    card: JSONColumnType<object>
    /** Whether the latest final answer is correct. */
    is_correct: boolean
  }
  /** See `readiness/reported-results.ts`. */
  reported_results: {
    user_id: string
    certification_id: string
    exam_on: string
    has_passed: boolean
    pass_probability: number
    low: number
    high: number
    reported_at: Instant
  }
  question_notes: {
    user_id: string
    question_id: string
    certification_id: string
    /** Empty for a deleted note. */
    text: string
    changed_at: Instant
    saved_at: Instant
  }
  /** `outcome` is an `ExamOutcome`; `null` until the member says how the exam went. */
  exam_dates: { user_id: string; certification_id: string; exam_on: string; outcome: string | null }
  /** `reminded_days` is one of `renewalReminderDays`. */
  renewal_dates: { user_id: string; certification_id: string; ends_on: string; reminds: boolean; reminded_days: number | null }
  announced_statuses: { certification_id: string; status: string }
  announced_retirements: { user_id: string; certification_id: string }
  shared_results: {
    token: string
    attempt_id: string
    user_id: string
    name: string
    areas: JSONColumnType<SharedArea[]>
    created_at: Instant
  }
  contact_messages: {
    id: string
    user_id: string | null
    address: string
    text: string
    question_id: string | null
    created_at: Instant
    handled_at: Instant | null
  }
  question_reports: {
    id: string
    key: string
    question_id: string
    version: number
    reason: string
    text: string
    user_id: string | null
    email: string | null
    created_at: Instant
    /** When an administrator closed it, or when it joined a challenge. */
    closed_at: Instant | null
  }
  /** `month`: `2026-11`, UTC. */
  tutor_usage: { month: string; requests: number; input_tokens: number; output_tokens: number }
  /** `header`: SHA-256 of the names of the columns. */
  import_columns: { header: string; meanings: JSONColumnType<string[]>; has_header: boolean; changed_at: Instant }
  challenge_reports: { report_id: string; challenge_id: string; is_reply_due: Generated<boolean> }
  audit_log: {
    id: string
    at: Instant
    actor_id: string | null
    action: string
    subject_id: string
    detail: JSONColumnType<Record<string, string | number>> | null
  }
}

export type Tables = MainTables & AccountTables & QualityTables

/**
 * A question of an attempt with its pinned version; `null` when the bank did not have the question, or when it does not count. `imported`:
 * the row of `imported_questions` that has the question, whose `version` is `null`.
 */
export type PinnedQuestion = { id: string; version: number | null; imported?: string }

/** An attempt without its questions, which never change. Release 0.1.0 had no `guessed`. */
export type AttemptState = Omit<Attempt, 'certificationId' | 'set' | 'questionIds' | 'guessed'> & Partial<Pick<Attempt, 'guessed'>>

/** The result in one skill area of a shared result. */
export type SharedArea = { skillArea: string; correct: number; total: number }

/**
 * The terms of a simulation, fixed at its start. `seed` determines the order of options, and with `hasUnscored` the questions that do not
 * count; `extraTime` is a factor of at least 1, and `addedMinutes` are those for an exam in another language.
 */
export type SimulationTerms = { seed: string; minutes: number; extraTime: number; addedMinutes?: number; hasUnscored?: true }

/** The database or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>
