/** Where two drafts of a certification differ, in words. */
import { factNames } from '#exam/certification.ts'
import type { FactName } from '#exam/certification.ts'
import type { Difference } from '#web/admin/conflict-dialog.tsx'
import { catalogueAdmin } from '#web/text/en/admin/catalogue-admin.ts'
import { linesOf, textFields } from './certification-draft.ts'
import type { Draft } from './certification-draft.ts'

export function listDifferences(theirs: Draft, mine: Draft): Difference[] {
  const compare = (label: string, print: (draft: Draft) => string) => ({ label, theirs: print(theirs), mine: print(mine) })
  return [
    ...textFields.map((field) => compare(catalogueAdmin.fields[field], (draft) => draft[field].trim())),
    ...factNames.map((fact) => compare(catalogueAdmin.source.of(catalogueAdmin.factNames[fact]), (draft) => printSource(draft, fact))),
    compare(catalogueAdmin.outline, printOutline),
  ].filter(({ theirs, mine }) => theirs !== mine)
}

function printSource({ sources }: Draft, fact: FactName): string {
  const { source, checkedOn, isApproximate } = sources[fact]
  return [source.trim(), checkedOn, isApproximate && catalogueAdmin.source.approximate].filter(Boolean).join(', ')
}

function printOutline({ areas }: Draft): string {
  return areas.map(({ name, from, to, skills }) => `${name} (${from}–${to}): ${linesOf(skills).join('; ')}`).join(' · ')
}
