/** Mixed practice: a set of questions drawn by the weights of the outline. Incorrect and unseen questions come first. */
import { midWeight, type SkillArea } from '#exam/certification.ts'
import type { Knowledge } from '#exam/planning/knowledge.ts'
import type { Question } from '#exam/question.ts'
import { apportion, drawQuestions } from '#exam/planning/draw-questions.ts'

type DrawableQuestion = Pick<Question, 'id' | 'skillArea' | 'caseStudyId'>
type WeightedArea = Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>

/**
 * Draws up to `count` questions for a new attempt. Within a skill area, the order is: last answered incorrectly, not answered yet, last
 * answered correctly by a guess, answered longest ago. If several areas have the same claim to an extra question after rounding, the weakest
 * area gets it; between equally weak areas, the one with the larger weight. The questions of a case study stay together.
 *
 * `random` returns numbers from 0 (inclusive) to 1 (exclusive).
 */
export function drawMixedPractice<Drawn extends DrawableQuestion>(
  questions: readonly Drawn[],
  areas: readonly WeightedArea[],
  knowledge: Knowledge,
  count: number,
  random: () => number,
): Drawn[] {
  const weakestFirst = sortWeakestFirst(areas, (area) => correctShare(questions, knowledge, area.name))
  return drawQuestions(questions, weakestFirst, count, random, (a, b) => compareUrgency(knowledge, a.id, b.id))
}

/**
 * How many questions of each skill area `drawMixedPractice` draws for a new candidate, in the order of `areas`. `sizes`: how many
 * questions each area has.
 */
export function planFirstDraw(areas: readonly WeightedArea[], sizes: readonly number[], count: number): number[] {
  const sized = areas.map((area, i) => ({ ...area, size: sizes[i] ?? 0 }))
  const ordered = sortWeakestFirst(sized, () => 0)
  const counts = apportion(
    count,
    ordered.map(midWeight),
    ordered.map(({ size }) => size),
  )
  return sized.map((area) => counts[ordered.indexOf(area)] ?? 0)
}

/** `share` is the share of correct answers in an area. Of equally weak areas, the one with the larger weight comes first. */
function sortWeakestFirst<Area extends WeightedArea>(areas: readonly Area[], share: (area: Area) => number): Area[] {
  return areas.toSorted((a, b) => share(a) - share(b) || midWeight(b) - midWeight(a))
}

/** Numbers of drawn questions: last answered incorrectly, not answered yet, and last answered correctly. */
export type DrawCounts = { readonly wrong: number; readonly unanswered: number; readonly again: number }

export function countDraw(drawn: readonly Pick<Question, 'id'>[], knowledge: Knowledge): DrawCounts {
  const count = (isCorrect: boolean | null) => drawn.filter(({ id }) => (knowledge.get(id)?.isCorrect ?? null) === isCorrect).length
  return { wrong: count(false), unanswered: count(null), again: count(true) }
}

/** Compares two question ids, for sorting: the questions that are most useful to practice come first. */
export function compareUrgency(knowledge: Knowledge, one: string, other: string): number {
  const rank = (id: string) => {
    const { isCorrect = null, isGuess = false } = knowledge.get(id) ?? {}
    if (isCorrect === null) return 1
    return isCorrect ? (isGuess ? 2 : 3) : 0
  }
  const answeredAt = (id: string) => knowledge.get(id)?.answeredAt ?? 0
  return rank(one) - rank(other) || answeredAt(one) - answeredAt(other)
}

/** Share of correct answers in a skill area, 0–1; 0 without answers. */
function correctShare(questions: readonly DrawableQuestion[], knowledge: Knowledge, areaName: string): number {
  const answers = questions.flatMap(({ id, skillArea }) => (skillArea === areaName ? (knowledge.get(id)?.isCorrect ?? []) : []))
  return answers.length === 0 ? 0 : answers.filter(Boolean).length / answers.length
}
