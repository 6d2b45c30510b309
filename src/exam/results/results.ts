/** Results of a finished attempt: the score, the score per skill area, and the state of every question. */
import { isCorrect, isPassed, scorePercent } from '#exam/grading.ts'
import { computeShare, type AnswerShare } from '#exam/answer-share.ts'
import { isBlank, type AnswerInput, type Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'

/** The fields of a question that grading needs. */
type GradableQuestion = Pick<Question, 'id' | 'type' | 'answerKey' | 'skillArea'>

export type QuestionResult<Graded = Question> = {
  readonly question: Graded
  /** Position in the attempt, from 1. */
  readonly number: number
  readonly answer: AnswerInput
  readonly state: 'right' | 'wrong' | 'blank'
  readonly isFlagged: boolean
  readonly isGuessed: boolean
  /** Whether the question does not count. Only simulations have such questions. */
  readonly isUnscored: boolean
  /** Whether the answer key stays hidden: in practice, for questions that were neither answered nor revealed. */
  readonly isKeyHidden: boolean
}

/**
 * The share of correct answers in a skill area, among questions that count. `questionCount`: how many scored questions of the area the
 * attempt has.
 */
export type AreaResult = AnswerShare & { readonly skillArea: string; readonly questionCount: number }

export type AttemptResult<Graded = Question> = {
  readonly isSimulation: boolean
  readonly questions: readonly QuestionResult<Graded>[]
  /** Number of correct answers, among the questions that count. */
  readonly correct: number
  readonly blank: number
  /** How many questions count: in practice, the answered questions; in a simulation, all but the unscored questions. */
  readonly total: number
  /** `null` when no question counts. */
  readonly percent: number | null
  /** Whether `percent` reaches the passing score. Meaningful only for a simulation. */
  readonly isPassed: boolean
  readonly areas: readonly AreaResult[]
}

/**
 * Grades an attempt. In practice, questions without an answer do not count; in a simulation, they are incorrect. Unscored questions
 * do not count, and neither do questions of the attempt that are missing from `questions`. Returns `undefined` if all are missing.
 *
 * `skillAreas` is the current outline of the exam. Areas in `questions` that are no longer in the outline come last.
 */
export function gradeAttempt<Graded extends GradableQuestion>(
  attempt: Attempt,
  questions: readonly Graded[],
  skillAreas: readonly string[],
): AttemptResult<Graded> | undefined {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const results = attempt.questionIds.flatMap((id, position): QuestionResult<Graded>[] => {
    const question = byId.get(id)
    return question ? [gradeQuestion(attempt, question, position + 1)] : []
  })
  if (results.length === 0) return undefined
  const isSimulation = attempt.set === 'simulation'
  const scored = results.filter(({ isUnscored }) => !isUnscored)
  const counted = isSimulation ? scored : scored.filter(({ state }) => state !== 'blank')
  const correct = countState(counted, 'right')
  const percent = counted.length === 0 ? null : scorePercent(correct, counted.length)
  return {
    isSimulation,
    questions: results,
    correct,
    blank: countState(scored, 'blank'),
    total: counted.length,
    percent,
    isPassed: percent !== null && isPassed(percent),
    areas: [...new Set([...skillAreas, ...listAreaNames(results)])].map((skillArea) => gradeArea(scored, counted, skillArea)),
  }
}

/** Ids of the questions in a state, in the order of the attempt. */
export function listIdsInState(result: AttemptResult, state: QuestionResult['state']): string[] {
  return result.questions.flatMap((one) => (one.state === state ? [one.question.id] : []))
}

/** Skill areas below the passing score, among those with enough answers. */
export function listWeakAreas(result: AttemptResult): AreaResult[] {
  return result.areas.filter((area) => area.percent !== null && !isPassed(area.percent))
}

/** The area with the lowest share of correct answers, among areas with enough answers; `undefined` if none of these has an incorrect answer. */
export function findWeakestArea({ areas }: AttemptResult): AreaResult | undefined {
  return listWeakestAreas(areas)[0]
}

/** How many areas the official report of a failed exam names as the weakest. */
const reportedAreasMax = 3

/** The areas in the order of the official report: the three weakest first, then the others as before. */
export function orderAsReported(areas: readonly AreaResult[]): AreaResult[] {
  const weakest = listWeakestAreas(areas).slice(0, reportedAreasMax)
  return [...weakest, ...areas.filter((area) => !weakest.includes(area))]
}

/** Areas with enough answers and at least one incorrect answer, lowest share of correct answers first. */
function listWeakestAreas(areas: readonly AreaResult[]): AreaResult[] {
  const share = ({ correct, total }: AreaResult) => correct / total
  return areas
    .filter(({ correct, total, percent }) => percent !== null && correct < total)
    .toSorted((a, b) => share(a) - share(b) || b.total - a.total)
}

function gradeQuestion<Graded extends GradableQuestion>(attempt: Attempt, question: Graded, number: number): QuestionResult<Graded> {
  const answer = attempt.answers[question.id] ?? []
  const state = isBlank(answer) ? 'blank' : isCorrect(answer, question) ? 'right' : 'wrong'
  return {
    question,
    number,
    answer,
    state,
    isFlagged: attempt.flagged.includes(question.id),
    isGuessed: attempt.guessed.includes(question.id),
    isUnscored: attempt.unscored?.includes(question.id) ?? false,
    isKeyHidden: attempt.set !== 'simulation' && state === 'blank' && !attempt.revealed.includes(question.id),
  }
}

type AreaQuestion = QuestionResult<Pick<Question, 'skillArea'>>

function listAreaNames(results: readonly AreaQuestion[]): string[] {
  return results.map(({ question }) => question.skillArea).filter((name) => name !== '')
}

function gradeArea(scored: readonly AreaQuestion[], counted: readonly AreaQuestion[], skillArea: string): AreaResult {
  const inArea = (all: readonly AreaQuestion[]) => all.filter(({ question }) => question.skillArea === skillArea)
  const share = computeShare(countState(inArea(counted), 'right'), inArea(counted).length)
  return { skillArea, questionCount: inArea(scored).length, ...share }
}

function countState(results: readonly Pick<QuestionResult, 'state'>[], state: QuestionResult['state']): number {
  return results.filter((result) => result.state === state).length
}
