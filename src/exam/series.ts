/**
 * Solution series: the questions of type `solution` that share a case study, whose content is their scenario. In a simulation, a question
 * of a series is closed once the candidate has left it: another question became the current one, or a later question of the series was
 * answered. The fold of the moves decides, so the server, other tabs and other devices agree, whatever a page shows.
 */
import type { Question } from '#exam/question.ts'

/** Lists of question ids, each in the order of the attempt. */
export type Series = readonly (readonly string[])[]

/** The parts of an attempt that these rules need. */
type SeriesAttempt = { readonly questionIds: readonly string[]; readonly series?: Series; readonly closed?: readonly string[] }

/** The series among these questions. A single question is one, too, because it can be closed as well. */
export function listSeries(questions: readonly Pick<Question, 'id' | 'type' | 'caseStudyId'>[]): Series {
  const byCaseStudy = new Map<string, string[]>()
  for (const { id, type, caseStudyId } of questions) {
    if (type !== 'solution' || caseStudyId === null) continue
    byCaseStudy.set(caseStudyId, [...(byCaseStudy.get(caseStudyId) ?? []), id])
  }
  return [...byCaseStudy.values()]
}

export function findSeries({ series = [] }: SeriesAttempt, questionId: string): readonly string[] | undefined {
  return series.find((ids) => ids.includes(questionId))
}

/** Whether a question can no longer be opened or answered. */
export function isClosed({ closed = [] }: SeriesAttempt, questionId: string): boolean {
  return closed.includes(questionId)
}

/** Closes a question of a series. Other questions stay open. */
export function closeQuestion<Kind extends SeriesAttempt>(attempt: Kind, questionId: string): Kind {
  return findSeries(attempt, questionId) ? close(attempt, [questionId]) : attempt
}

/** Closes the questions of a series that come before this one. */
export function closeBefore<Kind extends SeriesAttempt>(attempt: Kind, questionId: string): Kind {
  const series = findSeries(attempt, questionId) ?? []
  return close(attempt, series.slice(0, series.indexOf(questionId)))
}

/**
 * Where a candidate arrives who wants to go to a position: at the first open question of a series, so that none is skipped. `undefined`:
 * the question is closed.
 */
export function findOpenPosition(attempt: SeriesAttempt & { readonly current: number }, position: number): number | undefined {
  const questionId = attempt.questionIds[position] ?? ''
  if (isClosed(attempt, questionId)) return undefined
  const currentId = attempt.questionIds[attempt.current]
  const first = findSeries(attempt, questionId)?.find((id) => !isClosed(attempt, id) && id !== currentId)
  return first === undefined ? position : attempt.questionIds.indexOf(first)
}

function close<Kind extends SeriesAttempt>(attempt: Kind, ids: readonly string[]): Kind {
  const { closed = [] } = attempt
  const added = ids.filter((id) => !closed.includes(id))
  return added.length === 0 ? attempt : { ...attempt, closed: [...closed, ...added] }
}
