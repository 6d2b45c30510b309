/** Table types for Kysely. The schema is in `migrations/`. */
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { BankItem, Grounding } from '#exam/bank-file/index.ts'
import type { ConfirmedPage, FreshnessReason, FreshnessSetter, FreshnessState, PageOutcome, PagePart } from '#exam/freshness.ts'
import type { Objective } from '#exam/outline.ts'
import type { Pairs } from '#exam/question.ts'
import type { ItemTally } from '#exam/statistics/item-tally.ts'
import type { Attempt, Move } from '#exam/attempt.ts'

/** Dates are ISO text, `2026-06-30`. */
export type Tables = {
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
  question_versions: {
    question_id: string
    version: number
    item: JSONColumnType<BankItem>
    saved_at: Instant | null
    saved_by: string | null
  }
  removals: { kind: string; id: string; removed_at: Instant }
  image_uses: { image: string; holder_kind: string; holder_id: string }
  /** A narrow row per question, see `server/freshness`. */
  question_freshness: {
    question_id: string
    exam_id: string
    objective: string | null
    state: FreshnessState
    reason: FreshnessReason | null
    since: Instant
    set_by: FreshnessSetter
    /** The administrator, if a person set the state. */
    actor_id: string | null
    /** The day on which a person last compared the question with its pages. */
    checked_on: string | null
    version: Generated<number>
    /** When an applied outline last changed the words of the question's objective; `null` also once the question has another one. */
    reworded_at: Instant | null
  }
  /** The latest comparison of a cited page by `check-sources`. Texts are only the cited lines that changed. */
  page_checks: {
    question_id: string
    part: PagePart
    repository: string
    path: string
    commit: string
    lines: string
    lines_sha256: string
    outcome: PageOutcome
    newest_commit: string
    newest_path: string | null
    newest_lines: string | null
    newest_lines_sha256: string | null
    old_text: string | null
    new_text: string | null
    checked_at: Instant
  }
  /** A person confirmed a question. `replaced_date` is the date in the grounding. */
  question_confirmations: {
    id: string
    question_id: string
    pages: JSONColumnType<ConfirmedPage[]>
    replaced_date: string | null
    confirmed_at: Instant
    confirmed_by: string | null
  }
  question_statistics: { question_id: string; answered: number; correct: number; needs_review: Generated<boolean> }
  item_tallies: { question_id: string; version: number; pass: number; tally: JSONColumnType<ItemTally> }
  item_recounts: { id: number; current_pass: number; next_pass: number | null; counted_until: string | null }
  content_files: { path: string; sha256: string; loaded_at: Instant; edition: number }
  secret_fingerprints: { name: string; sha256: string }
  content_versions: { name: string; version: number }

  users: {
    id: string
    name: string
    /** Lower case. */
    email: string
    email_verified: boolean
    image: string | null
    created_at: Instant
    updated_at: Instant
    two_factor_enabled: boolean | null
    disabled_at: Instant | null
  }
  sessions: {
    id: string
    expires_at: Instant
    token: string
    created_at: Instant
    updated_at: Instant
    /** Only the network prefix, `203.0.113.0/24`. */
    ip_address: string | null
    user_agent: string | null
    user_id: string
  }
  identities: {
    id: string
    account_id: string
    /** `credential` for a password, otherwise an identity provider's id. */
    provider_id: string
    user_id: string
    scope: string | null
    password: string | null
    created_at: Instant
    updated_at: Instant
  }
  verifications: { id: string; identifier: string; value: string; expires_at: Instant; created_at: Instant; updated_at: Instant }
  second_factors: { id: string; secret: string; backup_codes: string; user_id: string; verified: boolean | null }
  passkeys: {
    id: string
    name: string | null
    public_key: string
    user_id: string
    credential_id: string
    counter: number
    device_type: string
    backed_up: boolean
    created_at: Instant | null
  }
  signing_keys: { id: string; public_key: string; private_key: string; created_at: Instant; expires_at: Instant | null }
  rate_limits: { id: string; key: string; count: number; last_request: number }
  user_profiles: {
    id: string
    is_admin: Generated<boolean>
    email_notifications: Generated<boolean>
    study_reminders: Generated<boolean>
    /** 1 for Monday to 7 for Sunday. */
    reminder_days: ColumnType<number[], string | undefined, string>
    reminder_hour: Generated<number>
    /** `Intl` name: `Europe/Paris`. */
    time_zone: Generated<string>
    time_zone_chosen: Generated<boolean>
    reminders_set_at: Instant | null
    reminded_on: string | null
    summarized_on: string | null
    daily_questions: Generated<number>
    extra_time: Generated<number>
    /** Questions a day; `null` without a goal. */
    daily_goal: number | null
    /** Empty when the member is not sure yet, `null` until the member has answered. */
    preparing_for: string | null
  }
  known_devices: { id: string; user_id: string; token_hash: string; seen_at: Instant }
  rate_limit_counts: { key: string; count: number; window_ends_at: Instant }
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
  rescores: {
    challenge_id: string
    question_id: string
    certification_id: string
    to_version: number
    from_versions: JSONColumnType<number[]>
    public_reason: string
    total: number
    started_by: string | null
    started_at: Instant
    finished_at: Instant | null
  }
  rescored_attempts: {
    challenge_id: string
    attempt_id: string
    user_id: string
    from_version: number
    was_correct: boolean
    is_correct: boolean
    is_simulation: boolean
    correct_before: number | null
    correct_after: number | null
    total: number | null
    rescored_at: Instant
  }
  correction_notices: {
    user_id: string
    challenge_id: string
    created_at: Instant
    dismissed_at: Instant | null
    mailed_at: Instant | null
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
  challenges: {
    id: string
    question_id: string
    certification_id: string
    /** A `ChallengeState`. */
    state: string
    /** Counts the changes of the state. */
    version: number
    report_count: number
    reported_version: number
    opened_at: Instant
    changed_at: Instant
    changed_by: string | null
    decided_at: Instant | null
    public_reason: string | null
    /** A `Correction` of a confirmed challenge. */
    correction: string | null
    corrected_version: number | null
  }
  /** `month`: `2026-11`, UTC. */
  tutor_usage: { month: string; requests: number; input_tokens: number; output_tokens: number }
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

/**
 * A question of an attempt with its pinned version; `null` when the bank did not have the question, or when it does not count. `imported`:
 * the row of `imported_questions` that has the question, whose `version` is `null`.
 */
export type PinnedQuestion = { id: string; version: number | null; imported?: string }

/** An attempt without its questions, which never change. Release 0.1.0 had no `guessed`. */
export type AttemptState = Omit<Attempt, 'certificationId' | 'set' | 'questionIds' | 'guessed'> & Partial<Pick<Attempt, 'guessed'>>

/** The result in one skill area of a shared result. */
export type SharedArea = { skillArea: string; correct: number; total: number }

/** The terms of a simulation, fixed at its start. `seed` determines the order of options; `extraTime` is a factor of at least 1. */
export type SimulationTerms = { seed: string; minutes: number; extraTime: number }

type Instant = ColumnType<Date, Date | string, Date | string>

/** The database or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>
