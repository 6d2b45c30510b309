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
