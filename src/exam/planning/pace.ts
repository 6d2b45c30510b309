/** How long a candidate takes per question. */
import type { Move } from '#exam/moves.ts'
import { minuteMs } from '#exam/duration.ts'

/** With fewer answers than this, no pace is shown. */
export const paceAnswersMin = 30

/** A longer pause between two moves is a break. */
const breakMs = 5 * minuteMs

/** The median time on an answered question, including time on its explanation, in milliseconds; `undefined` with too few answers. */
export function findQuestionMs(journals: readonly (readonly Move[])[]): number | undefined {
  const times = journals.flatMap(listQuestionTimes).toSorted((a, b) => a - b)
  return times.length < paceAnswersMin ? undefined : times[Math.floor(times.length / 2)]
}

/** The time on each answered question of an attempt, without breaks, in milliseconds. */
function listQuestionTimes(moves: readonly Move[]): number[] {
  return [...onlyAnswered(measureQuestions(moves, false), moves).values()]
}

/**
 * How long each answered question of an attempt was on screen before its explanation was shown, in milliseconds. Pauses of more than five
 * minutes are excluded, so the candidate may actually have taken longer.
 */
export function measureAnswers(moves: readonly Move[]): Map<string, number> {
  return onlyAnswered(measureQuestions(moves, true), moves)
}

/** Like `measureAnswers`, for one question, whether or not it is answered. The time since the last move is not included. */
export function measureQuestion(moves: readonly Move[], questionId: string): number {
  return measureQuestions(moves, true).get(questionId) ?? 0
}

function onlyAnswered(times: ReadonlyMap<string, number>, moves: readonly Move[]): Map<string, number> {
  const answered = new Set(moves.flatMap((move) => (move.type === 'answer' ? [move.questionId] : [])))
  return new Map([...times].filter(([id]) => answered.has(id)))
}

function measureQuestions(moves: readonly Move[], isUntilRevealed: boolean): Map<string, number> {
  const times = new Map<string, number>()
  const revealed = new Set<string>()
  let questionIds: readonly string[] = []
  let position = 0
  let before: number | undefined
  let isFinished = false
  for (const move of moves) {
    const questionId = questionIds[position]
    const gap = before === undefined ? 0 : move.at - before
    const isCounted = !isUntilRevealed || !(isFinished || revealed.has(questionId ?? ''))
    if (questionId !== undefined && isCounted && gap > 0 && gap <= breakMs) times.set(questionId, (times.get(questionId) ?? 0) + gap)
    before = move.at
    if (move.type === 'start') [questionIds, position] = [move.questionIds, 0]
    if (move.type === 'go') position = move.position
    if (move.type === 'reveal') revealed.add(move.questionId)
    if (move.type === 'finish') isFinished = true
  }
  return times
}
