/** Table types for Kysely. The schema is in `migrations/`. */
import type { Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { Completion } from '#exam/completion.ts'
import type { FactName, FactSource } from '#exam/certification.ts'
import type { BankItem, Grounding } from '#exam/bank-file/index.ts'
import type { Objective } from '#exam/outline.ts'
import type { Pairs } from '#exam/question.ts'
import type { AccountTables } from '#server/db/account-tables.ts'
import type { AttemptTables } from '#server/db/attempt-tables.ts'
import type { Instant } from '#server/db/instant.ts'
import type { QualityTables } from '#server/db/quality-tables.ts'

/** Days, such as `retired_on`, are ISO strings: `2026-06-30`. */
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
    /** Set once an administrator has saved the row. Loading content files does not change such a row. */
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
    /** Set once an administrator has saved the row. Loading content files does not change such a row. */
    updated_at: Instant | null
  }
  case_studies: { id: string; title: string; content: string; version: Generated<number>; updated_at: Instant | null }
  questions: {
    id: string
    exam_id: string
    question_type: string
    text: string
    options: JSONColumnType<string[]>
    /** A list, or one of the other forms that `exam/bank-file/read.ts` documents. */
    correct_answer: JSONColumnType<string[]>
    explanation: string
    option_explanations: JSONColumnType<(string | null)[]>
    reference: string
    pairs: JSONColumnType<Pairs> | null
    /** Only for drop-down questions. */
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
    /** Set once an administrator has saved the row. Loading content files does not change such a row. */
    updated_at: Instant | null
    updated_by: string | null
  }
  /** One narrow row per question, for fast lists and searches. */
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
  /** The words of each question, for finding near duplicates, see `server/bank/import/question-buckets.ts`. */
  question_buckets: { question_id: string; exam_id: string; buckets: number[] }
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
  /** Written only when content files are loaded. */
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
    /** `hashOriginal` of the question that was translated. If the question now has a different hash, the translation is out of date. */
    original_hash: string
    text: string
    options: JSONColumnType<string[]>
    pairs: JSONColumnType<Pairs> | null
    completion: JSONColumnType<Completion> | null
    explanation: string
    option_explanations: JSONColumnType<(string | null)[]>
    /** When the translation was imported; `null` for a translation from content files. */
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
  /** See `platform/shared-folders.ts`. */
  shared_folders: { name: string; folder_id: string }
  content_versions: { name: string; version: number }
  /** See `bank/stored-editions.ts`. */
  stored_editions: { exam_id: string; build: string; edition: Buffer }

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
  /** `reminded_days`: the latest of `renewalReminderDays` that was sent, or had passed when the date was saved; `null` if there is none. */
  renewal_dates: { user_id: string; certification_id: string; ends_on: string; reminds: boolean; reminded_days: number | null }
  announced_statuses: { certification_id: string; status: string }
  announced_retirements: { user_id: string; certification_id: string }
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
    /** When an administrator closed the report, or when it joined a challenge. */
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

export type Tables = MainTables & AccountTables & AttemptTables & QualityTables

/** The database or a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>
