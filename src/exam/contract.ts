/**
 * The contract between browser and server while practicing: limits and JSON shapes of `/api/attempts` and `/api/simulations`.
 *
 * | request                                              | body                | response                     |
 * |------------------------------------------------------|---------------------|------------------------------|
 * | `POST /api/attempts/:id/moves`                       | `MoveBatchRequest`  | `MoveBatchResponse`          |
 * | `GET /api/attempts/:id/moves?from=12`                |                     | `AttemptMovesResponse`       |
 * | `GET /api/attempts/latest?certification=ID&set=all`  |                     | `LatestAttemptResponse`      |
 * | `GET /api/attempts/:id/sheet`                        |                     | `SimulationSheetResponse`    |
 * | `GET /api/attempts/:id/translations/fr`              |                     | `AttemptTranslationsResponse` |
 * | `POST /api/attempts/:id/adoption`                    |                     | `AdoptionResponse`           |
 * | `GET /api/simulations?certification=ID`              |                     | `LatestSimulationResponse`   |
 * | `POST /api/simulations`                              | `SimulationRequest` | `StartedSimulationResponse`  |
 *
 * Times are milliseconds since 1970, UTC. A refusal is a problem document with a `code`.
 */
import { dayMs } from '#exam/duration.ts'
import type { Attempt } from '#exam/attempt.ts'
import type { JournalEntry } from '#exam/moves.ts'
import type { AttemptCertification } from '#exam/certification.ts'
import type { SimulationScore } from '#exam/results/simulation-comparison.ts'
import type { CaseStudy, Question } from '#exam/question.ts'
import type { SimulationRule } from '#exam/exam-rules.ts'
import type { ExtraTime, LengthName, SealedQuestion } from '#exam/planning/simulation.ts'
import type { DeliveredCaseStudy, DeliveredTranslation, SealedTranslation } from '#exam/translation.ts'

export const batchMovesMax = 500
export const attemptQuestionsMax = 2_000
/** Maximum number of moves of the longest attempt. */
export const attemptMovesMax = practiceMovesMax(attemptQuestionsMax)

/** Maximum number of moves of a practice attempt in progress. The batch that finishes the attempt may exceed it. */
export function practiceMovesMax(questionCount: number): number {
  return Math.max(5_000, simulationMovesMax(questionCount))
}

/** Maximum number of moves of a simulation. Holding down an arrow key produces many moves, so there is room for them. */
export function simulationMovesMax(questionCount: number): number {
  return 1_000 + 20 * questionCount
}

/**
 * Maximum age of the moves of a new attempt. The server records older moves as if they had exactly this age. If an attempt of another member
 * started longer ago, its unsent moves no longer prevent a device from removing it.
 */
export const offlineMoveAgeMaxMs = 90 * dayMs

/** Moves to be recorded. `base`: how many moves of the server's journal the sender already has; `sentAt`: the sender's clock. */
export type MoveBatchRequest = { base: number; sentAt: number; entries: readonly JournalEntry[] }

/**
 * What the server recorded. The server's journal now has the first `base` moves, then `missed`, then the moves with the keys in `recorded`;
 * `next` is the total number of moves. `conflicts`: ids of questions whose answer was refused, because
 * another device had answered or revealed the question, or finished the attempt, first.
 */
export type MoveBatchResponse = {
  next: number
  missed: JournalEntry[]
  recorded: string[]
  conflicts: readonly string[]
  finished: boolean
  /** The server's clock. */
  now: number
}

/** Moves of the attempt from a given number on. `correct` and `total` are set once the attempt is finished; until then they are `null`. */
export type AttemptMovesResponse = { next: number; correct: number | null; total: number | null; entries: JournalEntry[] }

/** A member's latest attempt at a question set, with all moves. */
export type LatestAttemptResponse = { attempt: { id: string; next: number; startedAt: number; entries: JournalEntry[] } | null }

/** `member`: the id of the member who owns the simulation now. */
export type AdoptionResponse = { member: string }

/** `rules`: the rules of the real exam that the simulation follows. Earlier releases send none; their simulations follow only the rule `series`. */
export type SimulationRequest = {
  certificationId: string
  length: LengthName
  extraTime: ExtraTime
  rules?: readonly SimulationRule[] | undefined
}

/** A simulation: sealed questions while it is in progress, questions with answer keys once it is finished. */
export type SimulationSheetResponse = {
  id: string
  certification: AttemptCertification
  minutes: number
  /** Extra-time factor, 1 or more. */
  extraTime: number
  deadlineAt: number
  /** The server's clock. */
  now: number
  attempt: Attempt
  /** How many moves the attempt has. */
  next: number
  caseStudies: CaseStudy[]
} & ({ finished: false; questions: SealedQuestion[] } | { finished: true; questions: Question[]; removedQuestionIds: readonly string[] })

/** Translations of the questions of a simulation: sealed while it is in progress. Questions without a translation are missing. */
export type AttemptTranslationsResponse = {
  translations: readonly (SealedTranslation | DeliveredTranslation)[]
  caseStudies: readonly DeliveredCaseStudy[]
}

/** A new simulation. `member`: the owner's id, or `null` for a guest, who reads it with `secret` instead. */
export type StartedSimulationResponse = SimulationSheetResponse & { member: string | null; secret?: string }

/** A member's latest simulation of a certification, the latest results, and the extra time from the member's settings. */
export type LatestSimulationResponse = {
  simulation: { id: string; finished: boolean } | null
  scores: readonly SimulationScore[]
  extraTime: number
}
