/**
 * The contract between browser and server for the tutor: limits and JSON shapes of `/api/tutor`.
 *
 * | request                | body                     | response                                                     |
 * |------------------------|--------------------------|--------------------------------------------------------------|
 * | `GET /api/tutor`       |                          | `TutorStatusResponse`                                        |
 * | `GET /api/tutor/follow-up` | `question`, `seen`: ids | `FollowUpResponse`                                        |
 * | `POST /api/tutor`      | `TutorRequest`           | `TutorEvent`, one per line of JSON (`application/x-ndjson`)  |
 * | `POST /api/tutor`      | `RevealStatementRequest` | `RevealStatementResponse`; times in milliseconds since 1970  |
 *
 * The browser requests `GET /api/tutor` when the help is opened for the first time on a page, and again after each reply, to get the number
 * of replies left. As long as the help is closed, there are no requests about the tutor. Requests have the same headers as requests about
 * attempts: `Praxam-Member` and, for the simulation of a guest, `Authorization: Bearer SECRET`. A body that cannot be read is refused with
 * 422 and a code; any other failure is reported by the last event.
 */
import type { AnswerInput } from '#exam/question.ts'

/** Maximum length of a candidate's message, in characters. */
export const tutorMessageLengthMax = 500
/** Maximum number of turns of the conversation in a request, and the maximum length of a turn in characters. */
export const tutorTurnsMax = 8
export const tutorTurnLengthMax = 4_000

/**
 * `name`: the model. `recipient`: the company that receives the data, as named in the privacy notice. `silenceMs`: after this time without
 * an event, the reply is considered interrupted.
 */
export type TutorStatus = { readonly name: string; readonly recipient: string; readonly silenceMs: number }
/** How many model replies the candidate can still get, out of `max` in 24 hours. */
export type DailyReplies = { readonly left: number; readonly max: number }
export type ConnectedTutor = TutorStatus & { readonly daily: DailyReplies }
export type TutorStatusResponse = { readonly tutor: ConnectedTutor | null }

/**
 * What the candidate asks for. Labels are those on screen: the letter of an option, the number of a step or prompt.
 *
 * `hint`: stage 1 says what the question is about, stage 2 which condition matters, stage 3 how to rule out options.
 */
export type TutorAction =
  | { readonly type: 'hint'; readonly stage: 1 | 2 | 3 }
  | { readonly type: 'whyNot'; readonly label: string }
  | { readonly type: 'compare'; readonly labels: readonly [string, string] }
  | { readonly type: 'simple' | 'docs' }
  | { readonly type: 'message'; readonly text: string }

/** An earlier part of the conversation, as plain text. */
export type TutorTurn = { readonly from: 'candidate' | 'tutor'; readonly text: string }

/**
 * - `version`: the version of the question on screen; by default, the current version.
 * - `attemptId`: the attempt, in which the server checks whether the question is revealed. `null` for a guest in practice.
 * - `isRevealed`: whether the answer key was shown. It counts only if the attempt on the server, or `statement`, confirms it.
 * - `answer`: the candidate's answer, with the letters on screen; `seed`: the seed of the attempt, which fixes the order on screen.
 * - `turns`: the latest turns, the oldest first, not including `action`.
 * - `language`: the language of the interface, such as `en` or `fr-CA`.
 */
export type TutorRequest = {
  readonly questionId: string
  readonly version?: number
  readonly attemptId: string | null
  readonly isRevealed: boolean
  readonly statement?: string
  readonly answer: AnswerInput
  readonly seed?: string
  readonly action: TutorAction
  readonly turns: readonly TutorTurn[]
  readonly language: string
}

/** A guest tells the server that the answer to a question was revealed, before asking about the question, and gets `statement` for `TutorRequest`. */
export type RevealStatementRequest = { readonly revealed: { readonly questionId: string; readonly version?: number } }

/** A short question from the bank on the same topic. `answer`: the letter of the correct option. `explanation`: plain text. */
export type FollowUpQuestion = {
  readonly id: string
  readonly text: string
  readonly options: readonly string[]
  readonly answer: string
  readonly explanation: string
  readonly reference: string | null
}
export type FollowUpResponse = { readonly question: FollowUpQuestion | null }
/** Maximum number of questions that a request may list as seen. */
export const followUpsSeenMax = 30

export type RevealStatementResponse = { readonly statement: string; readonly expiresAt: number }

/** A source of the reply, which cites it as `[1]`. `checkedOn`: the day on which we last compared it with the page, an ISO date. */
export type TutorSource = {
  readonly number: number
  readonly title: string
  /** An https address, or a path on this site. */
  readonly address: string | null
  readonly checkedOn: string | null
}

/**
 * Why a reply ended. After every reason except `complete`, the browser shows the built-in help.
 *
 * | reason            | meaning                                                                       |
 * |-------------------|-------------------------------------------------------------------------------|
 * | `complete`        | the whole reply                                                               |
 * | `cutOff`          | the reply reached the limit of its length                                     |
 * | `interrupted`     | the connection to the model broke after part of the reply                     |
 * | `unavailable`     | the model did not reply, or its reply violated the protocol                   |
 * | `timedOut`        | the model was too slow                                                        |
 * | `refused`         | the model declined to reply                                                   |
 * | `withheld`        | the reply would have given the answer away before the reveal                  |
 * | `busy`            | too many people are asking at the same time                                   |
 * | `tooMany`         | the candidate, or their network, asked too often: see `retryAfterSeconds`     |
 * | `overBudget`      | the month's budget is spent                                                   |
 * | `simulation`      | the question is part of a simulation that has not ended                       |
 * | `unknownQuestion` | the question, or this version of it, is not in the bank                       |
 * | `notConnected`    | no model is connected                                                         |
 */
export const tutorEndReasons = [
  'complete',
  'cutOff',
  'interrupted',
  'unavailable',
  'timedOut',
  'refused',
  'withheld',
  'busy',
  'tooMany',
  'overBudget',
  'simulation',
  'unknownQuestion',
  'notConnected',
] as const
export type TutorEndReason = (typeof tutorEndReasons)[number]

/**
 * One line of a reply. First comes `start`, unless there is no reply; its `isRevealed` says whether the server treats the question as
 * revealed. Then come `sources`, which may be empty, `text` events with pieces of plain text, and always one `end`. A response without
 * `end` was interrupted.
 *
 * `removedCitations`: how many citations were removed because their source was not given to the model.
 */
export type TutorEvent =
  | { readonly type: 'start'; readonly isRevealed: boolean }
  | { readonly type: 'sources'; readonly sources: readonly TutorSource[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly reason: TutorEndReason; readonly retryAfterSeconds?: number; readonly removedCitations?: number }

/**
 * A problem that was found when an administrator checked a question. `answer` and `key`: labels on screen. `noCitedText`: the cited page is
 * not indexed.
 */
export type QuestionCheckWarning =
  | { readonly type: 'disagrees'; readonly answer: string; readonly key: string }
  | { readonly type: 'ambiguous' | 'giveaway'; readonly reason: string }
  | { readonly type: 'unanswered' | 'noCitedText' }

/** The response of `POST /api/questions/:id/check`. `version`: the version that was checked. */
export type QuestionCheck = { readonly version: number; readonly warnings: readonly QuestionCheckWarning[] }
