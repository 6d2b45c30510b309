/** The status of the questions of an attempt, as shown by the pager, the question map, and the finish dialog. */
import { isCorrect } from '#exam/grading.ts'
import { isBlank, isPartial, type Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'

export type QuestionStatus = {
  /** Counts from 0. */
  readonly position: number
  /** `null` for a blank answer. */
  readonly answered: 'answered' | 'partly answered' | null
  /** Whether the answer is correct. `null` until the answer key is revealed and known, and for a blank answer. */
  readonly verdict: 'right' | 'wrong' | null
  readonly isFlagged: boolean
  /** Marked as a guess. */
  readonly isGuess: boolean
  readonly isRemoved: boolean
  /** Closed during a simulation: the question can no longer be opened or answered. */
  readonly isClosed?: true
}

/** What is known about a question before its texts are loaded. */
export type QuestionKey = Pick<Question, 'id' | 'type' | 'answerKey' | 'skillArea' | 'caseStudyId'>

/** Finds the questions of an attempt that are loaded so far. */
export type QuestionLookup = {
  readonly get: (id: string) => Question | undefined
  /** Known for every loaded question, and for some that are still loading. */
  readonly getKey: (id: string) => QuestionKey | undefined
  /** Whether the question is still loading. A question that is neither found nor pending was removed. */
  readonly isPending: (id: string) => boolean
}

/** A lookup for an attempt whose questions are all loaded. */
export function lookUpQuestions(questions: readonly Question[]): QuestionLookup {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const get = (id: string) => byId.get(id)
  return { get, getKey: get, isPending: () => false }
}

/** The current question and its neighbors, without those that are still loading. */
export function listNearQuestions({ questionIds, current }: Attempt, questions: Pick<QuestionLookup, 'get'>): Question[] {
  return questionIds.slice(Math.max(0, current - 1), current + 2).flatMap((id) => questions.get(id) ?? [])
}

/** The statuses in the order of the attempt. */
export function listQuestionStatuses(
  {
    questionIds,
    answers,
    revealed,
    flagged,
    guessed,
    closed,
  }: Pick<Attempt, 'questionIds' | 'answers' | 'revealed' | 'flagged' | 'guessed' | 'closed'>,
  questions: Pick<QuestionLookup, 'getKey' | 'isPending'>,
): QuestionStatus[] {
  const revealedIds = new Set(revealed)
  const flaggedIds = new Set(flagged)
  const guessedIds = new Set(guessed)
  const closedIds = new Set(closed)
  return questionIds.map((id, position) => {
    const answer = answers[id] ?? []
    const question = questions.getKey(id)
    const isJudged = question !== undefined && revealedIds.has(id) && !isBlank(answer)
    return {
      position,
      answered: question && isPartial(answer, question) ? 'partly answered' : isBlank(answer) ? null : 'answered',
      verdict: isJudged ? (isCorrect(answer, question) ? 'right' : 'wrong') : null,
      isFlagged: flaggedIds.has(id),
      isGuess: guessedIds.has(id),
      isRemoved: question === undefined && !questions.isPending(id),
      ...(closedIds.has(id) && { isClosed: true }),
    }
  })
}

/** Whether the question has no complete answer. False for a removed or closed question, and for an incomplete answer that was revealed. */
export function isNotAnswered({ answered, verdict, isRemoved, isClosed }: QuestionStatus): boolean {
  return !isRemoved && !isClosed && verdict === null && answered !== 'answered'
}

/**
 * Counts of an attempt so far. Removed questions do not count. `correct` and `incorrect` count only revealed answers; `answered` includes
 * both.
 */
export type AttemptTally = {
  readonly total: number
  readonly answered: number
  readonly correct: number
  readonly incorrect: number
  readonly guessed: number
}

export function tallyAttempt(statuses: readonly QuestionStatus[]): AttemptTally {
  const existing = statuses.filter(({ isRemoved }) => !isRemoved)
  const countVerdict = (verdict: QuestionStatus['verdict']) => existing.filter((status) => status.verdict === verdict).length
  return {
    total: existing.length,
    answered: existing.filter((status) => !isNotAnswered(status) && (!status.isClosed || status.answered === 'answered')).length,
    correct: countVerdict('right'),
    incorrect: countVerdict('wrong'),
    guessed: existing.filter(({ isGuess }) => isGuess).length,
  }
}

/** Position of the next question to answer after `current`, starting over at the end; `undefined` if there is no other question to answer. */
export function findNextNotAnswered(statuses: readonly QuestionStatus[], current: number): number | undefined {
  const others = [...statuses.slice(current + 1), ...statuses.slice(0, current)]
  return others.find(isNotAnswered)?.position
}
