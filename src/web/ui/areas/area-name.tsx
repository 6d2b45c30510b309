/** The name of a skill area in the language of the page; if there is no translation, the official English name. */
import { skillAreas } from '#text/skill-areas.ts'
import { English } from '#web/ui/english.tsx'

export function AreaName({ name }: { name: string }) {
  return skillAreas.names[name] ?? <English>{name}</English>
}

/** The name of a skill area for labels and sentences. */
export function areaNameOf(name: string): string {
  return skillAreas.names[name] ?? name
}

/** The translated names of skill areas by official English name, for pages that do not load the names of all exams. Empty on English pages. */
export function pickAreaNames(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (skillAreas.names[name] === undefined ? [] : [[name, skillAreas.names[name]]])))
}
