/** Which questions of a certification a set asks, and how a set is spelled in an address. */
import type { SkillArea } from '#exam/certification.ts'
import type { Question } from '#exam/question.ts'
import type { QuestionSet } from '#exam/attempt.ts'

/** Sets of a practice that are known by their start alone. */
const startedSets = ['mistakes', 'chosen', 'review'] as const

/** Whether a new run of the set has to be given its questions: they do not follow from the bank. */
export function needsQuestionIds(set: QuestionSet): boolean {
  return startedSets.some((started) => started === set)
}

/**
 * Reads the `set` of an exam address: `null` or `all` the whole bank, `area-2` the second skill area of the outline,
 * `mistakes`, `chosen` and `review` what the latest start of such a run says. Anything else is `undefined`.
 */
export function parseQuestionSet(text: string | null): QuestionSet | undefined {
  if (text === null || text === 'all') return 'all'
  const started = startedSets.find((set) => set === text)
  if (started) return started
  const area = /^area-([1-9]\d?)$/.exec(text)
  return area ? `area-${Number(area[1])}` : undefined
}

/** The skill area of an area set, or `undefined` for other sets and for numbers the outline does not have. */
export function findAreaOfSet<Area extends Pick<SkillArea, 'name'>>(set: QuestionSet, skillAreas: readonly Area[]): Area | undefined {
  return set.startsWith('area-') ? skillAreas[Number(set.slice('area-'.length)) - 1] : undefined
}

/** Ids a new run of the set asks, in bank order. Empty for sets that are known by their start alone. */
export function listQuestionIdsOfSet(
  set: QuestionSet,
  questions: readonly Question[],
  skillAreas: readonly Pick<SkillArea, 'name'>[],
): string[] {
  if (needsQuestionIds(set)) return []
  const area = findAreaOfSet(set, skillAreas)
  const asked = set === 'all' ? questions : questions.filter((question) => area !== undefined && question.skillArea === area.name)
  return asked.map((question) => question.id)
}
