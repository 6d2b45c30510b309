/**
 * Which questions of a simulation are closed. This depends only on the recorded moves, so the server, other tabs, and other devices agree,
 * regardless of what a page shows.
 *
 * | rule           | closes                                                                                              |
 * |----------------|-----------------------------------------------------------------------------------------------------|
 * | solution series| a question that the candidate has left: another question was opened, or a later question of the series was answered |
 * | sections       | all earlier sections, when a question of a later section is opened or answered                      |
 * | break          | every question that the candidate has seen, answered or not                                         |
 *
 * A solution series consists of the questions of type `solution` that share a case study. The content of the case study is their scenario.
 */
import type { Question } from '#exam/question.ts'

/** Lists of question ids, each in the order of the attempt. */
export type Series = readonly (readonly string[])[]

/** The kinds of sections, besides the section of stand-alone questions. Each case study and each series is a section. */
export const sectionKinds = ['caseStudies', 'series'] as const
export type SectionKind = (typeof sectionKinds)[number]

/** The fields of an attempt that these rules need. */
type SeriesAttempt = {
  readonly questionIds: readonly string[]
  readonly series?: Series
  readonly sections?: Series
  readonly closed?: readonly string[]
}

/** The questions of one random case study and one random series, if there are any. */
export function pickSections(questions: readonly Pick<Question, 'id' | 'type' | 'caseStudyId'>[], random: () => number): string[] {
  const grouped = questions.filter(({ caseStudyId }) => caseStudyId !== null)
  const series = listSeries(grouped)
  const caseStudies = listSections(grouped.filter(({ type }) => type !== 'solution'))
  return [series, caseStudies].flatMap((sections) => sections[Math.floor(random() * sections.length)] ?? [])
}

/** The series among these questions. A series may consist of one question, because that question can be closed as well. */
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

/** Closes the earlier questions in the question's series, and the sections before the question's section. */
export function closeBefore<Kind extends SeriesAttempt>(attempt: Kind, questionId: string): Kind {
  const series = findSeries(attempt, questionId) ?? []
  const earlier = (attempt.sections ?? []).slice(0, Math.max(0, findSection(attempt, questionId)))
  return close(attempt, [...earlier.flat(), ...series.slice(0, series.indexOf(questionId))])
}

/** Closes questions, whether or not they belong to a series. */
export function close<Kind extends SeriesAttempt>(attempt: Kind, ids: readonly string[]): Kind {
  const { closed = [] } = attempt
  const added = ids.filter((id) => !closed.includes(id))
  return added.length === 0 ? attempt : { ...attempt, closed: [...closed, ...added] }
}

/** The number of the question's section, from 0; -1 if there are no sections. */
export function findSection({ sections = [] }: Pick<SeriesAttempt, 'sections'>, questionId: string): number {
  return sections.findIndex((ids) => ids.includes(questionId))
}

/** The nearest open position after the current one or, if `step` is -1, before it. `undefined` if there is none. */
export function findNeighbor(attempt: SeriesAttempt & { readonly current: number }, step: 1 | -1): number | undefined {
  for (let position = attempt.current + step; position >= 0 && position < attempt.questionIds.length; position += step)
    if (!isClosed(attempt, attempt.questionIds[position] ?? '')) return position
  return undefined
}

/** The sections of a simulation in order: stand-alone questions, then each case study, then each series. Empty sections are left out. */
export function listSections(questions: readonly Pick<Question, 'id' | 'type' | 'caseStudyId'>[]): Series {
  const single: string[] = []
  const caseStudies = new Map<string, string[]>()
  for (const { id, type, caseStudyId } of questions) {
    if (caseStudyId === null) single.push(id)
    else if (type !== 'solution') caseStudies.set(caseStudyId, [...(caseStudies.get(caseStudyId) ?? []), id])
  }
  return [single, ...caseStudies.values(), ...listSeries(questions)].filter((ids) => ids.length > 0)
}

/**
 * Where the candidate arrives when going to a position. In a series, this is the first open question other than the current one, so that no
 * question is skipped. `undefined` if the question at the position is closed.
 */
export function findOpenPosition(attempt: SeriesAttempt & { readonly current: number }, position: number): number | undefined {
  const questionId = attempt.questionIds[position] ?? ''
  if (isClosed(attempt, questionId)) return undefined
  const currentId = attempt.questionIds[attempt.current]
  const first = findSeries(attempt, questionId)?.find((id) => !isClosed(attempt, id) && id !== currentId)
  return first === undefined ? position : attempt.questionIds.indexOf(first)
}
