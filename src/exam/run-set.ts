/** Which questions of a certification a set asks, and how a set is spelled in an address. */
import type { SkillArea } from '#exam/certification.ts'
import type { Question } from '#exam/question.ts'
import type { RunSet } from '#exam/run.ts'

/**
 * Reads the `set` of an exam address: `null` or `all` the whole bank, `area-2` the second skill area of the outline,
 * `mistakes` earlier mistakes. Anything else is `undefined`.
 */
export function readRunSet(text: string | null): RunSet | undefined {
  if (text === null || text === 'all') return 'all'
  if (text === 'mistakes') return 'mistakes'
  const area = /^area-([1-9]\d?)$/.exec(text)
  return area ? `area-${Number(area[1])}` : undefined
}

/** The skill area of an area set, or `undefined` for other sets and for numbers the outline does not have. */
export function areaOfSet<Area extends Pick<SkillArea, 'name'>>(set: RunSet, skillAreas: readonly Area[]): Area | undefined {
  return set.startsWith('area-') ? skillAreas[Number(set.slice('area-'.length)) - 1] : undefined
}

/**
 * Ids a new run of the set asks, in bank order. For `mistakes` the ids come from a finished run, so a new one cannot
 * be made up here and the list is empty.
 */
export function questionIdsOfSet(set: RunSet, questions: readonly Question[], skillAreas: readonly Pick<SkillArea, 'name'>[]): string[] {
  if (set === 'mistakes') return []
  const area = areaOfSet(set, skillAreas)
  const asked = set === 'all' ? questions : questions.filter((question) => area !== undefined && question.skillArea === area.name)
  return asked.map((question) => question.id)
}
