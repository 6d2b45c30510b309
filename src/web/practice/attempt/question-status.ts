/** The status of a question in an attempt, as the pager and the dialog before the end show it. */
import { isBlank, isPartial, type Question } from '#exam/question.ts'
import type { Attempt } from '#exam/attempt.ts'

/** `position` counts from 0; `answered` is `null` for a blank answer. */
export type QuestionStatus = {
  position: number
  answered: 'answered' | 'partly answered' | null
  isFlagged: boolean
  isRemoved: boolean
}

/** All questions of an attempt. `current` and the position that `onGo` shows count from 0. */
export type OverviewProps = { statuses: readonly QuestionStatus[]; current: number; onGo: (position: number) => void }

/** `questions` are the questions that still exist, by id. */
export function questionStatus(attempt: Attempt, questions: ReadonlyMap<string, Question>, position: number): QuestionStatus {
  const id = attempt.questionIds[position] ?? ''
  const answer = attempt.answers[id]
  const question = questions.get(id)
  const isPartlyAnswered = question !== undefined && isPartial(answer, question)
  return {
    position,
    answered: isPartlyAnswered ? 'partly answered' : isBlank(answer) ? null : 'answered',
    isFlagged: attempt.flagged.includes(id),
    isRemoved: question === undefined,
  }
}
