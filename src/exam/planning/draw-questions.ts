/** Draws questions at random in proportion to the weights of the skill areas. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
import { midWeight, type SkillArea } from '#exam/certification.ts'
import type { Question } from '#exam/question.ts'
import { shuffle } from '#exam/random.ts'

type DrawableQuestion = Pick<Question, 'id' | 'skillArea' | 'caseStudyId'>

/**
 * Draws questions in proportion to the weights of the skill areas. The questions of a case study stay together in bank order, and are all
 * drawn or all left out. A case study is split only if the count cannot be reached otherwise. If an area has too few questions, the other
 * areas get more. `compare` sorts questions by priority; a case study has the priority of its most important question. Without `compare`, all
 * questions have the same priority.
 */
export function drawQuestions<Kind extends DrawableQuestion>(
  questions: readonly Kind[],
  areas: readonly Pick<SkillArea, 'name' | 'weightMin' | 'weightMax'>[],
  count: number,
  random: () => number,
  compare: (a: Kind, b: Kind) => number = () => 0,
): Kind[] {
  const names = areas.map(({ name }) => name)
  // Questions of areas that are not in the outline have weight 0 and the last position.
  const areaOf = ({ skillArea }: Kind) => (names.includes(skillArea) ? names.indexOf(skillArea) : names.length)
  const sizes = [...names, ''].map((_, area) => questions.filter((one) => areaOf(one) === area).length)
  const quotas = apportion(count, [...areas.map(midWeight), 0], sizes)

  const units = groupUnits(questions).map((unit) => ({ unit, first: unit.toSorted(compare)[0] as Kind }))
  const orderUnits = () =>
    shuffle(units, random)
      .toSorted((a, b) => compare(a.first, b.first))
      .map(({ unit }) => unit)
  let best = fillQuotas(orderUnits(), areaOf, quotas)
  // The order of the case studies can decide whether all quotas are filled, so other orders are tried.
  for (let round = 1; round < roundsMax && best.missing > 0; round += 1) {
    const other = fillQuotas(orderUnits(), areaOf, quotas)
    if (other.missing < best.missing) best = other
  }
  const { drawn, spare } = best
  let { missing } = best
  // If a case study was too large for the rest of its quota, the smallest remaining units fill the gap.
  for (const unit of spare.toSorted((a, b) => a.length - b.length)) {
    if (missing === 0) break
    const added = unit.slice(0, missing)
    drawn.push(added)
    missing -= added.length
  }
  return shuffle(drawn, random).flat()
}

const roundsMax = 20

/** Draws the units in order, and skips units that exceed a remaining quota. */
function fillQuotas<Kind>(units: readonly (readonly Kind[])[], areaOf: (one: Kind) => number, quotas: readonly number[]) {
  const drawn: (readonly Kind[])[] = []
  const spare: (readonly Kind[])[] = []
  const remaining = [...quotas]
  for (const unit of units) {
    const needed = remaining.map((_, area) => unit.filter((one) => areaOf(one) === area).length)
    const fits = needed.every((number, area) => number <= (remaining[area] ?? 0))
    ;(fits ? drawn : spare).push(unit)
    if (fits) needed.forEach((number, area) => (remaining[area] = (remaining[area] ?? 0) - number))
  }
  return { drawn, spare, missing: remaining.reduce((sum, count) => sum + count, 0) }
}

/** Units that are drawn together: a single question, or all questions of a case study. */
function groupUnits<Kind extends DrawableQuestion>(questions: readonly Kind[]): Kind[][] {
  const units = new Map<string, Kind[]>()
  for (const question of questions) {
    const unitId = question.caseStudyId ?? question.id
    units.set(unitId, [...(units.get(unitId) ?? []), question])
  }
  return [...units.values()]
}

/**
 * Divides an integer in proportion to weights by the largest remainder method. No share exceeds its entry in `sizes`; in a tie, the first
 * share gets more. Weights `[22.5, 32.5, 45]` for 20 → `[5, 6, 9]`.
 */
export function apportion(count: number, weights: readonly number[], sizes: readonly number[]): number[] {
  const shares = sizes.map(() => 0)
  let left = Math.min(
    count,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let open = sizes.flatMap((size, i) => (size > 0 ? [i] : []))
  while (left > 0) {
    const hasWeight = open.some((i) => (weights[i] ?? 0) > 0)
    const weight = (i: number) => (hasWeight ? (weights[i] ?? 0) : 1)
    const total = open.reduce((sum, i) => sum + weight(i), 0)
    const share = (i: number) => (left * weight(i)) / total
    const full = open.filter((i) => share(i) >= (sizes[i] ?? 0))
    if (full.length === 0) {
      distributeRemainder(shares, open, share, left)
      break
    }
    for (const i of full) shares[i] = sizes[i] ?? 0
    left -= full.reduce((sum, i) => sum + (sizes[i] ?? 0), 0)
    open = open.filter((i) => !full.includes(i))
  }
  return shares
}

function distributeRemainder(shares: number[], open: readonly number[], share: (i: number) => number, count: number): void {
  for (const i of open) shares[i] = Math.floor(share(i))
  const left = count - open.reduce((sum, i) => sum + Math.floor(share(i)), 0)
  // Rounded, so that floating-point errors do not break ties.
  const remainder = (i: number) => Math.round((share(i) % 1) * 1e9)
  const byRemainder = open.toSorted((a, b) => remainder(b) - remainder(a))
  for (const i of byRemainder.slice(0, left)) shares[i] = (shares[i] ?? 0) + 1
}
