/** How long a candidate takes for a question. */
import type { Move } from '#exam/attempt.ts'
import { minuteMs } from '#exam/duration.ts'

/** With fewer answers than this, nothing is said about the pace. */
export const paceAnswersMin = 30

/** A longer pause between two moves is a break. */
const breakMs = 5 * minuteMs

/** The median time on an answered question, with its explanation, in milliseconds; `undefined` with too few answers. */
export function findQuestionMs(journals: readonly (readonly Move[])[]): number | undefined {
  const times = journals.flatMap(listQuestionTimes).toSorted((a, b) => a - b)
  return times.length < paceAnswersMin ? undefined : times[Math.floor(times.length / 2)]
}

/** The time on each answered question of an attempt, without breaks, in milliseconds. */
function listQuestionTimes(moves: readonly Move[]): number[] {
  const times = new Map<string, number>()
  const answered = new Set<string>()
  let questionIds: readonly string[] = []
  let position = 0
  let before: number | undefined
  for (const move of moves) {
    const questionId = questionIds[position]
    const gap = before === undefined ? 0 : move.at - before
    if (questionId !== undefined && gap > 0 && gap <= breakMs) times.set(questionId, (times.get(questionId) ?? 0) + gap)
    before = move.at
    if (move.type === 'start') [questionIds, position] = [move.questionIds, 0]
    if (move.type === 'go') position = move.position
    if (move.type === 'answer') answered.add(move.questionId)
  }
  return [...answered].flatMap((id) => times.get(id) ?? [])
}
