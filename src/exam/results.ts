/** Results of a finished attempt: the score, the score per skill area, and the state of every question. */
import { isCorrect, isPassed, scorePercent } from '#exam/grading.ts'
import { computeShare, type AnswerShare } from '#exam/progress.ts'
import { isBlank, type AnswerInput, type Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'

export type QuestionResult = {
  readonly question: Question
  /** Position in the attempt, from 1. */
  readonly number: number
  readonly answer: AnswerInput
  readonly state: 'right' | 'wrong' | 'blank'
  readonly isFlagged: boolean
}

/** Correct answers of a skill area; `percent` is `null` when the attempt has too few of its questions. */
export type AreaResult = AnswerShare & { readonly skillArea: string }

export type AttemptResult = {
  readonly questions: readonly QuestionResult[]
  readonly correct: number
  readonly blank: number
  readonly total: number
  readonly percent: number
  readonly isPassed: boolean
  readonly areas: readonly AreaResult[]
}

/**
 * Grades an attempt. Questions of the attempt that are missing from `questions` do not count; `undefined` when all are missing.
 * `skillAreas` is the current outline of the exam. Areas in `questions` that are no longer in the outline come last.
 */
export function gradeAttempt(attempt: Attempt, questions: readonly Question[], skillAreas: readonly string[]): AttemptResult | undefined {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const results = attempt.questionIds.flatMap((id, position): QuestionResult[] => {
    const question = byId.get(id)
    return question ? [gradeQuestion(attempt, question, position + 1)] : []
  })
  if (results.length === 0) return undefined
  const correct = countState(results, 'right')
  const percent = scorePercent(correct, results.length)
  return {
    questions: results,
    correct,
    blank: countState(results, 'blank'),
    total: results.length,
    percent,
    isPassed: isPassed(percent),
    areas: [...new Set([...skillAreas, ...listAreaNames(results)])].map((skillArea) => gradeArea(results, skillArea)),
  }
}

/** Ids of the questions not answered correctly, in the order of the attempt. */
export function listMistakeIds(result: AttemptResult): string[] {
  return result.questions.filter(({ state }) => state !== 'right').map(({ question }) => question.id)
}

/** Skill areas below the pass mark, among those with enough questions. */
export function listWeakAreas(result: AttemptResult): AreaResult[] {
  return result.areas.filter((area) => area.percent !== null && !isPassed(area.percent))
}

function gradeQuestion(attempt: Attempt, question: Question, number: number): QuestionResult {
  const answer = attempt.answers[question.id] ?? []
  const state = isBlank(answer) ? 'blank' : isCorrect(answer, question) ? 'right' : 'wrong'
  return { question, number, answer, state, isFlagged: attempt.flagged.includes(question.id) }
}

function listAreaNames(results: readonly QuestionResult[]): string[] {
  return results.map(({ question }) => question.skillArea).filter((name) => name !== '')
}

function gradeArea(results: readonly QuestionResult[], skillArea: string): AreaResult {
  const inArea = results.filter(({ question }) => question.skillArea === skillArea)
  return { skillArea, ...computeShare(countState(inArea, 'right'), inArea.length) }
}

function countState(results: readonly QuestionResult[], state: QuestionResult['state']): number {
  return results.filter((result) => result.state === state).length
}
