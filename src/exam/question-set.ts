/** Which questions are in a question set, and how addresses name the set or the length of a new attempt. */
import type { SkillArea } from '#exam/certification.ts'
import { attemptQuestionsMax } from '#exam/contract.ts'
import type { Question } from '#exam/question.ts'
import type { QuestionSet } from '#exam/attempt.ts'

/** Practice sets whose questions are chosen at the start of the attempt. */
const chosenSets = ['mixed', 'mistakes', 'chosen', 'review', 'renewal'] as const

/** Whether a new attempt of the set needs a list of questions, because the bank does not determine them. */
export function needsQuestionIds(set: QuestionSet): boolean {
  return chosenSets.some((chosen) => chosen === set)
}

/**
 * Parses the `set` of an exam address: `null` or `all` for the whole bank, `area-2` for the second skill area of the outline,
 * `mixed`, `mistakes`, `chosen`, `review`, and `renewal` for the questions of the latest such attempt. Other text gives `undefined`.
 */
export function parseQuestionSet(text: string | null): QuestionSet | undefined {
  if (text === null || text === 'all') return 'all'
  const chosen = chosenSets.find((set) => set === text)
  if (chosen) return chosen
  const area = /^area-([1-9]\d?)$/.exec(text)
  return area ? `area-${Number(area[1])}` : undefined
}

/** The skill area of an area set; `undefined` for other sets and for numbers that the outline does not have. */
export function findAreaOfSet<Area extends Pick<SkillArea, 'name'>>(set: QuestionSet, skillAreas: readonly Area[]): Area | undefined {
  return set.startsWith('area-') ? skillAreas[Number(set.slice('area-'.length)) - 1] : undefined
}

/** Question ids for a new attempt of the set, in bank order, up to the maximum. Empty for sets that need a list of questions. */
export function listQuestionIdsOfSet(
  set: QuestionSet,
  questions: readonly Pick<Question, 'id' | 'skillArea'>[],
  skillAreas: readonly Pick<SkillArea, 'name'>[],
): string[] {
  if (needsQuestionIds(set)) return []
  const area = findAreaOfSet(set, skillAreas)
  const selected = set === 'all' ? questions : questions.filter((question) => area !== undefined && question.skillArea === area.name)
  return selected.slice(0, attemptQuestionsMax).map((question) => question.id)
}

/** Lengths of mixed practice to choose from. `all` draws every question in the bank, up to the maximum of an attempt. */
export const practiceLengths = [10, 20, 50, 'all'] as const
export type PracticeLength = (typeof practiceLengths)[number]

/** How many of the available questions an attempt of this length has. */
export function countDrawn(length: PracticeLength, available: number): number {
  return Math.min(length === 'all' ? available : length, available, attemptQuestionsMax)
}

/** Parses the length in an address; `undefined` for other text. */
export function parsePracticeLength(text: string | null): PracticeLength | undefined {
  return practiceLengths.find((length) => String(length) === text)
}

/** Path of the page that starts practice with ten questions drawn from the whole exam, or all questions if the bank has fewer. */
export function mixedPracticePath(certificationId: string): string {
  return `/exam/${certificationId}?start=10`
}

/** Path of the page that starts renewal practice. `earnedIn` is the month in which the certification was earned: `2025-10`. */
export function renewalPath(certificationId: string, earnedIn: string): string {
  return `/exam/${certificationId}?start=renewal&earned=${encodeURIComponent(earnedIn)}`
}

/** Path of the page that starts practice with up to ten questions drawn from a skill area. `number`: the number of the area, from 1. */
export function areaPracticePath(certificationId: string, number: number): string {
  return `/exam/${certificationId}?start=10&area=${number}`
}

/** Path of the page that starts practice of every question last answered incorrectly. */
export function mistakesPath(certificationId: string): string {
  return `/exam/${certificationId}?start=all&only=wrong`
}

/** Path of the page that continues an attempt at a question set. */
export function attemptPath(certificationId: string, set: QuestionSet): string {
  if (set === 'simulation') return `/exam/${certificationId}/simulation`
  return set === 'all' ? `/exam/${certificationId}` : `/exam/${certificationId}?set=${set}`
}
