/** Types of the tables about the quality of questions: freshness, statistics, challenges, and corrected results; see `tables.ts`. */
import type { Generated, JSONColumnType } from 'kysely'
import type { ConfirmedPage, FreshnessReason, FreshnessSetter, FreshnessState, PageOutcome, PagePart } from '#exam/freshness.ts'
import type { ItemTally } from '#exam/statistics/item-tally.ts'
import type { Instant } from '#server/db/instant.ts'

export type QualityTables = {
  /** One narrow row per question, see `server/freshness`. */
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
    /** When an applied outline last changed the wording of the question's objective. `null` again once the question has another objective. */
    reworded_at: Instant | null
  }
  /** The latest comparison of a cited page by `check-sources`. The texts contain only the cited lines that changed. */
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
  /** A person's confirmation of a question. `replaced_date` is the date in the grounding that the confirmation replaced. */
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
  challenges: {
    id: string
    question_id: string
    certification_id: string
    /** A `ChallengeState`. */
    state: string
    /** Incremented with each change of the state. */
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
}
