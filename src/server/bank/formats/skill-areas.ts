/** Matches the categories from other tools with the skill areas of a certification. */
import { createHash } from 'node:crypto'
import type { Certification } from '#exam/certification.ts'
import { foldText } from '#exam/plain-text.ts'
import type { ImportChoices } from '#server/bank/formats/format.ts'

/** A category of `count` items, and the skill area that it becomes, or `''`. `key` identifies the category in a choice. */
export type ImportCategory = { readonly key: string; readonly name: string; readonly count: number; readonly skillArea: string }

export type FoundSkill = { readonly skillArea: string; readonly skill: string }
export type SkillAreaMatcher = {
  /** The skill area for an item with these categories. */
  readonly match: (certification: Outlined | undefined, categories: readonly string[]) => FoundSkill
  /** The narrowest categories of the items for which no category names a skill area, most frequent first. */
  readonly list: () => ImportCategory[]
}

type Outlined = Pick<Certification, 'skillAreas'>

/** Uses the narrowest category that is a skill area or a skill; otherwise, the choice for the narrowest category, or for the whole import. */
export function createSkillAreaMatcher({ skillArea = '', skillAreas = {} }: ImportChoices): SkillAreaMatcher {
  const unmatched = new Map<string, ImportCategory>()
  /** Cache by certification and name, because thousands of questions share a category. */
  const found = new Map<Outlined, Map<string, FoundSkill | undefined>>()
  const find = (certification: Outlined, name: string): FoundSkill | undefined => {
    const byName = found.get(certification) ?? new Map<string, FoundSkill | undefined>()
    found.set(certification, byName)
    if (!byName.has(name)) byName.set(name, findSkill(certification, name))
    return byName.get(name)
  }
  return {
    match: (certification, categories) => {
      const narrowFirst = categories
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .toReversed()
      for (const name of narrowFirst) {
        const skill = certification && find(certification, name)
        if (skill) return skill
      }
      const [name] = narrowFirst
      if (name === undefined) return { skillArea, skill: '' }
      const key = keyOf(name)
      const chosen = (Object.hasOwn(skillAreas, key) ? skillAreas[key] : undefined) ?? skillArea
      unmatched.set(key, { key, name, count: (unmatched.get(key)?.count ?? 0) + 1, skillArea: chosen })
      return { skillArea: chosen, skill: '' }
    },
    list: () => [...unmatched.values()].toSorted((one, other) => other.count - one.count),
  }
}

/** Exact names first, then names without regard to case, accents, and spaces. */
function findSkill({ skillAreas }: Outlined, name: string): FoundSkill | undefined {
  for (const normalize of [(text: string) => text, foldText])
    for (const area of skillAreas) {
      if (normalize(area.name) === normalize(name)) return { skillArea: area.name, skill: '' }
      const skill = area.skills.find((one) => normalize(one) === normalize(name))
      if (skill !== undefined) return { skillArea: area.name, skill }
    }
  return undefined
}

/** The key is short, because the choices are sent in a request header. */
function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8)
}
