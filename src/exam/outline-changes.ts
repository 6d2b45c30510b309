/** Compares a new outline with the current one: objectives, weights of skill areas, and what happens to each question of the exam. */
import type { SkillArea } from '#exam/certification.ts'
import type { ExamOutline, Objective } from '#exam/outline.ts'
import { foldText } from '#exam/plain-text.ts'

/** An outline with the skill areas and skills that contain its objectives. */
export type PlacedOutline = Pick<ExamOutline, 'objectives'> & { readonly skillAreas: readonly SkillArea[] }

/** Where a question is in an outline. */
export type OutlinePlace = { readonly objective: string | null; readonly skillArea: string; readonly skill: string }
export type PlacedQuestion = OutlinePlace & { readonly id: string }

/** Maps ids of removed objectives to the ids of objectives that continue them. */
export type Continuations = Readonly<Record<string, string>>

export type ObjectiveChanges = {
  readonly same: readonly Objective[]
  /** Objectives whose text or place has changed. */
  readonly changed: readonly {
    readonly before: Objective
    readonly after: Objective
    readonly isReworded: boolean
    readonly isMoved: boolean
  }[]
  readonly removed: readonly Objective[]
  readonly added: readonly Objective[]
  /** Ids of objectives that questions name, but that are in neither outline. */
  readonly unknown: readonly string[]
}

/** A removed and an added objective with similar words. */
export type ContinuationSuggestion = { readonly from: string; readonly to: string; readonly percent: number }

/** Weights in percent. An area without `before` is new; an area without `after` is removed. */
export type WeightChange = { readonly name: string; readonly before?: Weight; readonly after?: Weight }
type Weight = Pick<SkillArea, 'weightMin' | 'weightMax'>

/**
 * What happens to a question. `re-check`: the wording of its objective changed, so a person should compare the question with the new wording.
 * `orphaned`: its objective is not in the new outline. `unplaced`: it names no objective.
 */
export type QuestionFate = {
  readonly id: string
  readonly fate: 'stays' | 're-check' | 'orphaned' | 'unplaced'
  readonly from: OutlinePlace
  readonly to: OutlinePlace
  /** Whether `to` differs from `from`. */
  readonly isMoved: boolean
  /** Whether the new outline lacks the area or the skill of the question. */
  readonly isOutside: boolean
}

export type OutlineChanges = {
  readonly objectives: ObjectiveChanges
  /** The accepted continuations, without those that have no effect. */
  readonly continuations: Continuations
  readonly suggestions: readonly ContinuationSuggestion[]
  readonly weights: readonly WeightChange[]
  readonly questions: readonly QuestionFate[]
}

/** The lists of a preview. A question in `moved` may also be in another list, and a question in `outside` always is. */
export const fateGroups = ['moved', 're-check', 'orphaned', 'outside', 'unplaced', 'stays'] as const
export type FateGroup = (typeof fateGroups)[number]

export function isInGroup({ fate, isMoved, isOutside }: QuestionFate, group: FateGroup): boolean {
  if (group === 'moved') return isMoved
  if (group === 'outside') return isOutside
  return fate === group && !(group === 'stays' && isMoved)
}

/** A removed and an added objective that share at least this percentage of their words may be the same objective. */
const alikePercentMin = 40

/** `before` has no objectives if the exam has no outline yet. */
export function compareOutlines(
  before: PlacedOutline,
  after: PlacedOutline,
  questions: readonly PlacedQuestion[],
  continuations: Continuations = {},
): OutlineChanges {
  const objectives = compareObjectives(before, after, questions)
  const accepted = pickContinuations(objectives, after, continuations)
  return {
    objectives,
    continuations: accepted,
    suggestions: suggestContinuations(objectives.removed, objectives.added),
    weights: compareWeights(before.skillAreas, after.skillAreas),
    questions: decideFates(before, after, questions, accepted),
  }
}

/** The continuations that have an effect: the old id is not in the new outline, and the new id is. */
function pickContinuations({ removed, unknown }: ObjectiveChanges, after: PlacedOutline, continuations: Continuations): Continuations {
  const gone = new Set([...removed.map(({ id }) => id), ...unknown])
  const present = new Set(after.objectives.map(({ id }) => id))
  return Object.fromEntries(Object.entries(continuations).filter(([from, to]) => gone.has(from) && present.has(to)))
}

function compareObjectives(before: PlacedOutline, after: PlacedOutline, questions: readonly PlacedQuestion[]): ObjectiveChanges {
  const next = mapById(after.objectives)
  const previous = mapById(before.objectives)
  const kept = before.objectives.flatMap((one) => {
    const other = next.get(one.id)
    return other ? [{ before: one, after: other, isReworded: one.text !== other.text, isMoved: !isSamePlace(one, other) }] : []
  })
  const named = new Set(questions.flatMap(({ objective }) => objective ?? []))
  return {
    same: kept.filter(({ isReworded, isMoved }) => !isReworded && !isMoved).map((one) => one.after),
    changed: kept.filter(({ isReworded, isMoved }) => isReworded || isMoved),
    removed: before.objectives.filter(({ id }) => !next.has(id)),
    added: after.objectives.filter(({ id }) => !previous.has(id)),
    unknown: [...named].filter((id) => !next.has(id) && !previous.has(id)).toSorted(),
  }
}

/** The most similar pairs; each objective is in one pair at most. */
function suggestContinuations(removed: readonly Objective[], added: readonly Objective[]): ContinuationSuggestion[] {
  const pairs = removed
    .flatMap((from) => added.map((to) => ({ from: from.id, to: to.id, percent: similarity(from.text, to.text) })))
    .filter(({ percent }) => percent >= alikePercentMin)
    .toSorted((one, other) => other.percent - one.percent)
  const taken = new Set<string>()
  return pairs.filter(({ from, to }) => {
    const isFree = !taken.has(`from ${from}`) && !taken.has(`to ${to}`)
    if (isFree) taken.add(`from ${from}`).add(`to ${to}`)
    return isFree
  })
}

/** Dice coefficient in percent: twice the number of words that both texts have, divided by the total number of words of both. */
function similarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = [...a].filter((word) => b.has(word)).length
  return a.size + b.size === 0 ? 0 : Math.round((200 * shared) / (a.size + b.size))
}

/** The words without a final s. Leaves out words of one or two letters, and common words such as `the`, which do not make texts alike. */
function wordsOf(text: string): Set<string> {
  const words = foldText(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Set(words.filter((word) => word !== 'and' && word !== 'the' && word !== 'for').map((word) => word.replace(/s$/, '')))
}

function compareWeights(before: readonly SkillArea[], after: readonly SkillArea[]): WeightChange[] {
  const weightOf = (areas: readonly SkillArea[], name: string): Weight | undefined => {
    const area = areas.find((one) => one.name === name)
    return area && { weightMin: area.weightMin, weightMax: area.weightMax }
  }
  const names = new Set([...after, ...before].map(({ name }) => name))
  return [...names].flatMap((name) => {
    const [was, is] = [weightOf(before, name), weightOf(after, name)]
    const isSame = was?.weightMin === is?.weightMin && was?.weightMax === is?.weightMax
    return isSame ? [] : [{ name, ...(was && { before: was }), ...(is && { after: is }) }]
  })
}

function decideFates(
  before: PlacedOutline,
  after: PlacedOutline,
  questions: readonly PlacedQuestion[],
  continuations: Continuations,
): QuestionFate[] {
  const previous = mapById(before.objectives)
  const next = mapById(after.objectives)
  const findNext = (id: string) => next.get(id) ?? next.get(continuations[id] ?? '')
  const followArea = createFollower(before, after, findNext)
  return questions.map(({ id, objective, skillArea, skill }) => {
    const from = { objective, skillArea, skill }
    const target = objective === null ? undefined : findNext(objective)
    const to = target
      ? { objective: target.id, skillArea: target.skillArea, skill: target.skill }
      : { objective, ...followArea({ skillArea, skill }) }
    const isReworded = previous.get(objective ?? '')?.text !== target?.text
    return {
      id,
      fate: objective === null ? 'unplaced' : !target ? 'orphaned' : isReworded ? 're-check' : 'stays',
      from,
      to,
      isMoved: objective !== to.objective || !isSamePlace(from, to),
      isOutside: !hasPlace(after, to),
    }
  })
}

type Place = Pick<OutlinePlace, 'skillArea' | 'skill'>

/**
 * Places questions whose objective does not decide their place. If the skill or area of a question is gone, it was probably renamed. If most of
 * the objectives in it moved to the same new skill or area, the question moves there too; otherwise it stays.
 */
function createFollower(before: PlacedOutline, after: PlacedOutline, findNext: (id: string) => Objective | undefined) {
  const moves = before.objectives.flatMap((from) => {
    const to = findNext(from.id)
    return to ? [{ from, to }] : []
  })
  const follow = (place: Place): Place => {
    if (hasPlace(after, place)) return place
    const fromSkill = moves.filter(({ from }) => isSamePlace(from, place)).map(({ to }) => to)
    const followed = findMost(fromSkill, isSamePlace)
    if (followed) return { skillArea: followed.skillArea, skill: followed.skill }
    if (after.skillAreas.some(({ name }) => name === place.skillArea)) return place
    const fromArea = moves.filter(({ from }) => from.skillArea === place.skillArea).map(({ to }) => to)
    const inArea = findMost(fromArea, (one, other) => one.skillArea === other.skillArea)
    return { skillArea: inArea?.skillArea ?? place.skillArea, skill: place.skill }
  }
  const places = new Map<string, Place>()
  return ({ skillArea, skill }: Place): Place => {
    const key = JSON.stringify([skillArea, skill])
    const place = places.get(key) ?? follow({ skillArea, skill })
    places.set(key, place)
    return place
  }
}

/** The entry that equals more than half of the list, if there is one. */
function findMost<Value>(list: readonly Value[], isSame: (one: Value, other: Value) => boolean): Value | undefined {
  return list.find((one) => list.filter((other) => isSame(one, other)).length * 2 > list.length)
}

function hasPlace({ skillAreas }: PlacedOutline, { skillArea, skill }: Place): boolean {
  return skillAreas.some(({ name, skills }) => name === skillArea && skills.includes(skill))
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.skillArea === other.skillArea && one.skill === other.skill
}

function mapById(objectives: readonly Objective[]): ReadonlyMap<string, Objective> {
  return new Map(objectives.map((objective) => [objective.id, objective]))
}
