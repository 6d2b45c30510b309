/** What a finished run says: the score, the score per skill area, and the state of every question. */
import { isCorrect, isPassed, scorePercent } from '#exam/grading.ts'
import { computeShare } from '#exam/progress.ts'
import type { AnswerShare } from '#exam/progress.ts'
import { isBlank } from '#exam/question.ts'
import type { AnswerInput, Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'

export type QuestionResult = {
  readonly question: Question
  /** Place in the run, from 1. */
  readonly number: number
  readonly answer: AnswerInput
  readonly state: 'right' | 'wrong' | 'blank'
  readonly isFlagged: boolean
}

/** Correct answers of one skill area; `percent` is `null` when the run asked too little of it to say. */
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
 * Grades a run against the questions it asked. Questions that have left the bank since are not counted.
 * `undefined` when none of them is left. `skillAreas` gives the order of the areas; it is the outline of the exam. Areas that it does
 * not have any more, under the names by which their questions were asked, come after it.
 */
export function gradeAttempt(run: Attempt, questions: readonly Question[], skillAreas: readonly string[]): AttemptResult | undefined {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const results = run.questionIds.flatMap((id, position): QuestionResult[] => {
    const question = byId.get(id)
    return question ? [resultOfQuestion(run, question, position + 1)] : []
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
    areas: [...new Set([...skillAreas, ...namesOf(results)])].map((skillArea) => resultOfArea(results, skillArea)),
  }
}

/** Ids of the questions that were not answered correctly, in the order asked: what to practise next. */
export function listMistakeIds(result: AttemptResult): string[] {
  return result.questions.filter((one) => one.state !== 'right').map((one) => one.question.id)
}

/** Areas that were asked enough and stay below the pass mark: what to repeat. */
export function listWeakAreas(result: AttemptResult): AreaResult[] {
  return result.areas.filter((area) => area.percent !== null && !isPassed(area.percent))
}

function resultOfQuestion(run: Attempt, question: Question, number: number): QuestionResult {
  const answer = run.answers[question.id] ?? []
  const state = isBlank(answer) ? 'blank' : isCorrect(answer, question) ? 'right' : 'wrong'
  return { question, number, answer, state, isFlagged: run.flagged.includes(question.id) }
}

function namesOf(results: readonly QuestionResult[]): string[] {
  return results.map((one) => one.question.skillArea).filter((name) => name !== '')
}

function resultOfArea(results: readonly QuestionResult[], skillArea: string): AreaResult {
  const asked = results.filter((one) => one.question.skillArea === skillArea)
  return { skillArea, ...computeShare(countState(asked, 'right'), asked.length) }
}

function countState(results: readonly QuestionResult[], state: QuestionResult['state']): number {
  return results.filter((one) => one.state === state).length
}
